import type { EntityMeta, FieldMeta } from '../../engine/core/index.ts';
import { fieldTypes } from '../../engine/core/index.ts';
import { catalogType } from '../store/tables.ts';

/** Somewhere that data of a field lies: a column, or with `column` empty a whole table of lines. */
export interface FieldColumn {
  readonly table: string;
  readonly column: string;
  /** The field as its document names it, `items.what` within lines. */
  readonly field: string;
  /** The column's type as the database says it. */
  readonly type: string | null;
}

export const placeKey = ({ table, column }: Pick<FieldColumn, 'table' | 'column'>): string => `${table} ${column}`;

/** Every place that the fields of a document use on its entity's table. */
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
  // A measure stands a second time in one unit, under a name of its own.
  const beside = meta.unit ? ['_g', '_mm'].map((end) => ({ table, column: `${id}${end}`, field, type: 'bigint' })) : [];
  return [{ table, column: id, field, type: catalogType(column.type) }, ...beside];
}

/** What a column that was kept by a change of type was called, and which revision took its place; null for any other. */
export function keptName(column: string): { stem: string; revision: number } | null {
  const [, stem, revision] = /^(.+)__r(\d+)$/.exec(column) ?? [];
  return stem === undefined ? null : { stem, revision: Number(revision) };
}
export const stemOf = (column: string): string => column.slice(0, 50);
