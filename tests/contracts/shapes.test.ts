import { describe, expect, it } from 'vitest';
import type { ActionMeta, EntityMeta, FieldMeta } from '../../engine/core/index.ts';
import { covering, featuresOf, metas } from '../support/entity-shapes.ts';

/*
 * The dear suites go through a few entities in every run. Here is counted once more, from the text of the schemas and not
 * by the features that chose them, that nothing the catalog uses is missing among those few.
 */

const chosen = covering(metas, featuresOf);

const fieldsOf = (meta: EntityMeta): FieldMeta[] => {
  const declared = [
    ...Object.values(meta.fields),
    ...actionsOf(meta).flatMap(({ input }) => Object.values(input ?? {})),
  ];
  return [...declared, ...declared.flatMap(({ fields }) => Object.values(fields ?? {}))];
};
const actionsOf = (meta: EntityMeta): ActionMeta[] => [
  ...Object.values(meta.workflow?.transitions ?? {}),
  ...Object.values(meta.actions ?? {}),
];
const statesOf = (meta: EntityMeta) => Object.values(meta.workflow?.states ?? {});
const asked = (meta: EntityMeta, { form = [] }: ActionMeta) => form.map((name) => meta.fields[name]?.type);

/** What a screen must be able to do, and who asks for it. */
const uses: Record<string, (meta: EntityMeta) => unknown[]> = {
  'field types': (meta) => fieldsOf(meta).map(({ type }) => type),
  'types of what is computed': (meta) => fieldsOf(meta).map((field) => field.as),
  widgets: (meta) => fieldsOf(meta).map(({ widget }) => widget),
  // The name of a column, which no screen and no request knows.
  'options of fields': (meta) =>
    fieldsOf(meta)
      .flatMap(Object.keys)
      .filter((key) => key !== 'id'),
  'types of sub-tables': (meta) =>
    Object.values(meta.fields).flatMap(({ fields = {} }) => Object.values(fields).map(({ type }) => type)),
  'list abilities': ({ list }) => Object.keys(list),
  'columns of lists': ({ list, fields }) => list.columns.map((name) => fields[name]?.type),
  'filters of lists': ({ list, fields }) => (list.filters ?? []).map((name) => fields[name]?.type),
  'types in forms': ({ form = {}, fields }) =>
    Object.values(form)
      .flat(2)
      .map((name) => fields[name]?.type),
  'rows of forms': ({ form = {} }) =>
    Object.values(form)
      .flat()
      .map((row) => row.length),
  'section layouts': ({ formLayout = {} }) => Object.values(formLayout),
  'parts of details': ({ detail = {} }) => Object.keys(detail),
  trees: ({ tree }) => [tree !== undefined],
  'append-only records': ({ appendOnly }) => [appendOnly === true],
  'walls of members': ({ owner }) => [owner === undefined || ['id', 'shared'].includes(owner) ? owner : 'field'],
  tenancies: ({ tenancy }) => [tenancy ?? 'tenant'],
  'tones of states': (meta) => statesOf(meta).map(({ tone }) => tone),
  'abilities of states': (meta) => statesOf(meta).flatMap(Object.keys),
  'effects of beginnings': ({ workflow }) => [Boolean(workflow?.startEffects)],
  'parts of transitions and actions': (meta) => actionsOf(meta).flatMap(Object.keys),
  'tones of actions': (meta) => actionsOf(meta).map(({ tone }) => tone),
  'types that dialogs ask': (meta) => actionsOf(meta).flatMap((action) => asked(meta, action)),
};

describe('the entities that are gone through in every run', () => {
  it.each(Object.entries(uses))('have all %s of the catalog between them', (_, use) => {
    const known = new Set(chosen.flatMap(use));
    expect(
      metas.flatMap((meta) =>
        use(meta)
          .filter((one) => !known.has(one))
          .map((one) => `${meta.entity}: ${String(one)}`),
      ),
    ).toEqual([]);
    expect(known.size).toBeGreaterThan(0);
  });

  it('do not become more when the catalog grows by what is alike', () => {
    const copies = [1, 2].flatMap((copy) => metas.map((meta) => ({ ...meta, entity: `${meta.entity}-${copy}` })));
    expect(covering([...metas, ...copies], featuresOf)).toEqual(chosen);
    expect(chosen.length).toBeLessThan(40);
  });

  it('include every entity that adds a new feature', () => {
    const [plain] = metas.filter((meta) => !chosen.includes(meta));
    if (!plain) throw new Error('every entity is chosen');
    const news: Partial<EntityMeta>[] = [
      { fields: { ...plain.fields, zz: { type: 'address' } } },
      { fields: { ...plain.fields, zz: { type: 'text', widget: 'unheard-of' } } },
      { formLayout: { basic: 'step' }, tree: 'zz' },
    ];
    for (const [at, part] of news.entries()) {
      const odd = { ...plain, entity: `odd-${at}`, ...part };
      const before = new Set(metas.flatMap((meta) => [...featuresOf(meta)]));
      const brings = [...featuresOf(odd)].some((feature) => !before.has(feature));
      expect([at, covering([...metas, odd], featuresOf).includes(odd)]).toEqual([at, brings]);
      expect([at, brings]).toEqual([at, true]);
    }
  });
});
