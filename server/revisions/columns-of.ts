import type { EntityMeta, FieldMeta } from '../../engine/core/index.ts';
import { fieldTypes } from '../../engine/core/index.ts';
import { catalogType } from '../store/tables.ts';

/** A place that stores data of a field: a column, or with `column` empty a whole sub-table. */
export interface FieldColumn {
  readonly table: string;
  readonly column: string;
  /** The field's name in the document, `items.what` within a sub-table. */
  readonly field: string;
  /** The column's type in the database. */
  readonly type: string | null;
}

export const placeKey = ({ table, column }: Pick<FieldColumn, 'table' | 'column'>): string => `${table} ${column}`;

/** Every place that a document's fields use in its entity's tables. */
export const placesOf = ({ fields }: EntityMeta, table: string): FieldColumn[] =>
  Object.entries(fields).flatMap(([name, meta]) => {
    if (!meta.fields) return columnsOf(name, name, meta, table);
    const lines = `${table}__${meta.id ?? name}`;
    const inner = Object.entries(meta.fields).flatMap(([each, of]) => columnsOf(`${name}.${each}`, each, of, lines));
    return [{ table: lines, column: '', field: name, type: null }, ...inner];
  });

function columnsOf(field: string, name: string, meta: FieldMeta, table: string): FieldColumn[] {
  const column = fieldTypes[meta.type].column(meta);
  if (!column) return [];
  const { id = name } = meta;
  // A measure has a second column in a normalised unit.
  const beside = meta.unit ? ['_g', '_mm'].map((end) => ({ table, column: `${id}${end}`, field, type: 'bigint' })) : [];
  return [{ table, column: id, field, type: catalogType(column.type) }, ...beside];
}

/** The original name of a column retired by a change of type, and the revision that replaced it; null for any other. */
export function keptName(column: string): { stem: string; revision: number } | null {
  const [, stem, revision] = /^(.+)__r(\d+)$/.exec(column) ?? [];
  return stem === undefined ? null : { stem, revision: Number(revision) };
}
export const stemOf = (column: string): string => column.slice(0, 50);
