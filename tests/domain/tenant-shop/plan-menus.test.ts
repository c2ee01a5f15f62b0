import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { planMenus } from '../../../server/domain/tenant-shop/plan-menus.ts';
import { projectRoot } from '../../support/entity-files.ts';

interface Item {
  readonly code: string;
  readonly children?: readonly Item[];
}
const codesOf = (items: readonly Item[]): string[] =>
  items.flatMap(({ code, children = [] }) => [code, ...codesOf(children)]);
const menu = (application: string): string[] =>
  codesOf(
    (JSON.parse(readFileSync(`${projectRoot}schemas/menus/${application}.json`, 'utf8')) as { items: Item[] }).items,
  );

it('modules of plans name menu entries that there are, none twice, and are what goods can be sold with', () => {
  const codes = Object.values(planMenus).flat();
  const known = new Set([...menu('business'), ...menu('member').map((code) => `member.${code}`)]);
  expect(codes.filter((code) => !known.has(code))).toEqual([]);
  expect(new Set(codes).size).toBe(codes.length);
  const goods = readFileSync(`${projectRoot}schemas/tenant-shop/goods/goods.json`, 'utf8');
  const { fields } = JSON.parse(goods) as { fields: { sets: { fields: { modules: { options: string[] } } } } };
  expect(fields.sets.fields.modules.options.toSorted()).toEqual(Object.keys(planMenus).toSorted());
});
