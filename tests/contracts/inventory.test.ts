import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it, describe } from 'vitest';
import { modules } from '../../engine/modules/index.ts';
import { entityFiles, projectRoot } from '../support/entity-files.ts';

/* The table of page modules in engine/docs/inventory.md, against the menus, the pages and the catalog. */

interface Entry {
  readonly module?: string;
  readonly page?: string;
  readonly entity?: string;
  readonly children?: readonly Entry[];
}

const read = (path: string): string => readFileSync(`${projectRoot}${path}`, 'utf8');
const opened = readdirSync(`${projectRoot}schemas/menus`).flatMap((file) => {
  const { application, items } = JSON.parse(read(`schemas/menus/${file}`)) as { application: string; items: Entry[] };
  const below = (entries: readonly Entry[]): Entry[] =>
    entries.flatMap((each) => [each, ...below(each.children ?? [])]);
  return below(items).map((entry) => ({ ...entry, application }));
});
const rows = read('engine/docs/inventory.md')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  )
  .map(([name = '', module = '', page = '', entity = '', applications = '']) => ({
    name,
    module,
    page,
    entity,
    applications,
  }));
const pages = new Set(modules.flatMap(({ pages: own = {} }) => Object.keys(own)));
const ownPages = new Set(['designer', 'code-generator', 'localizer', 'why', 'machine']);
const boards = new Set(readdirSync(`${projectRoot}schemas/screens`).map((file) => file.replace('.json', '')));
const entities = new Set(entityFiles.map(({ name }) => name));

describe('the inventory of page modules', () => {
  it('lists each of the specification', () => {
    expect(new Set(rows.map(({ name }) => name)).size).toBeGreaterThanOrEqual(110);
  });

  it.each(rows)('has $name in the menus that it names, $module', ({ module, page, entity, applications }) => {
    const found = opened.filter(
      (each) => each.module === module && (each.page ?? '') === page && each.entity === entity,
    );
    expect([...new Set(found.map(({ application }) => application))].toSorted().join(', ')).toBe(applications);
    expect(entities.has(entity)).toBe(true);
    if (page !== '') expect([page, pages.has(page) || boards.has(page) || ownPages.has(page)]).toEqual([page, true]);
  });

  it('names every page module of the specification once per page', () => {
    const keys = rows.map(({ name, module, page, entity }) => `${name} ${module} ${page} ${entity}`);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
    expect(existsSync(`${projectRoot}engine/docs/inventory.md`)).toBe(true);
  });
});
