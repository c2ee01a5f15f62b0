import { expect, it } from 'vitest';
import { newEntityDocument } from '../../designer/document/new-entity.ts';
import { bundleOf, chosenOf, keyOf, nameOf, partsOf } from '../../designer/promote/bundle-parts.ts';

const pass = newEntityDocument({ names: { 'en-US': 'Pass', 'zh-CN': '' }, entity: 'pass', path: 'Pass' }, {}, {});
const board = { meta: { screen: 'gate', blocks: [] }, texts: { 'zh-CN': { title: '\u95e8' } } };
const file = {
  lading: 1,
  entities: [{ entity: 'pass', origin: 'own', document: pass }],
  screens: [{ screen: 'gate', origin: 'own', document: board }],
  leftBehind: ['menuOrder'],
};

it('takes parts out of a bundle by their names, and leaves the rest of it as it was', () => {
  const bundle = bundleOf(JSON.parse(JSON.stringify(file)));
  expect(bundle && partsOf(bundle).map(keyOf)).toEqual(['pass', 'screen:gate']);
  expect(bundle && chosenOf(bundle, new Set(['screen:gate']))).toEqual({ ...file, entities: [] });
  expect(bundle && partsOf(bundle).map((part) => nameOf(part, 'en-US'))).toEqual(['Pass', '\u95e8']);
});

it.each([null, 7, {}, { entities: 'x' }, { entities: [{}] }, { entities: [], screens: [{ document: 1 }] }])(
  'is no bundle: %j',
  (value) => expect(bundleOf(value)).toBeNull(),
);
