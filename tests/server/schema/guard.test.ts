import { expect, it } from 'vitest';
import type { EntityMeta, FieldMeta } from '../../../engine/index.ts';
import { guardChanges, guardOwn } from '../../../server/revisions/guard.ts';

const documentOf = (fields: Record<string, FieldMeta>) => {
  const meta: EntityMeta = {
    entity: 'claim',
    path: 'Claim',
    title: 'no',
    fields,
    list: { columns: ['no'] },
    access: {},
  };
  return { meta, texts: {} };
};
const no: FieldMeta = { type: 'text' };
const held: FieldMeta = { type: 'reference', to: 'customer', onDelete: 'held' };

it('a tenant’s own reference keeps its key, among lines too; a delivered one is as it was delivered', () => {
  const own = guardOwn(documentOf({ no, payer: held, parts: { type: 'lines', fields: { maker: held } } }));
  expect(own.map(({ code, path }) => [code, path])).toEqual([
    ['schema.option', 'fields.payer.onDelete'],
    ['schema.option', 'fields.parts.fields.maker.onDelete'],
  ]);
  const delivered = documentOf({ no, payer: held });
  expect(guardChanges(delivered, delivered)).toEqual([]);
  const added = guardChanges(delivered, documentOf({ no, payer: held, other: held }));
  expect(added.map(({ path }) => path)).toEqual(['fields.other.onDelete']);
});
