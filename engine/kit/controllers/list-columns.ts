import {
  fieldTypes,
  valueTypeOf,
  type Entity,
  type Field,
  type FieldTypeName,
  type StoredArrangement,
  type StoredColumn,
  type StoredList,
} from '../../core/index.ts';
import type { EntityLabels } from '../data/entity-labels.ts';
import { figureField } from './list-figures.ts';
import { canSort } from './list-state.ts';

export type Density = 'comfortable' | 'middle' | 'compact';
/** Pixels of a row. */
export const rowHeights: Readonly<Record<Density, number>> = Object.freeze({
  comfortable: 52,
  middle: 38,
  compact: 32,
});

export type ColumnPreference = StoredColumn;
export type Arrangement = StoredArrangement;
export type ListPreference = StoredList;

export interface ListColumn {
  id: string;
  field: Field;
  label: string;
  /** Pixels. */
  width: number;
  hidden: boolean;
  /** The width is what the person made it. */
  arranged?: boolean;
  pinned: boolean;
  numeric: boolean;
  sortable: boolean;
}

/** Whether values of a type can be shown in a cell of a list. */
export const isTypeShown = (type: FieldTypeName | undefined): boolean =>
  type !== undefined && fieldTypes[type].traits.listable;

/** Every column a list can show, in the person's order and measures where there are any, else as the schema has them. */
export function listColumns(entity: Entity, words: EntityLabels, preference: Arrangement | null): ListColumn[] {
  const declared = new Set(entity.meta.list.columns);
  const ordered = [...declared].flatMap((name) => entity.byName.get(name) ?? []);
  const rest = entity.fields.filter((field) => !declared.has(field.name) && !['id', 'version'].includes(field.name));
  const figures = words.figures.map(figureField);
  const labels = new Map(words.figures.map((figure, at) => [figures[at], figure.label]));
  // The last of the title and the state, wherever the list has them.
  const lead = ordered.findLastIndex((field) => field === entity.title || field.name === 'status') + 1;
  const columns = [...ordered.slice(0, lead), ...figures, ...ordered.slice(lead), ...rest]
    .filter((field) => field.type.traits.listable)
    .map((field): ListColumn => {
      const traits = fieldTypes[valueTypeOf(field.meta)].traits;
      const label = labels.get(field) ?? words.field(field.name) + fixedCurrency(field);
      return {
        id: field.id,
        field,
        label,
        width: Math.max(
          traits.width ?? textWidth(field, entity),
          Math.min(240, labelWidth(label)),
          tagWidth(field, words),
        ),
        hidden: !declared.has(field.name) && !labels.has(field),
        pinned: field === entity.title && declared.has(field.name),
        numeric: traits.numeric,
        sortable: canSort(field) && !labels.has(field),
      };
    });
  return preference?.columns ? arrange(columns, preference.columns) : columns;
}

/** What to keep of an arrangement. */
export function columnPreferences(columns: readonly ListColumn[]): ColumnPreference[] {
  return columns.map(({ id, hidden, width, pinned }) => ({ id, hidden, width, pinned }));
}

/** The columns with one moved up or down, at most to the ends. */
export function moveColumn(columns: readonly ListColumn[], id: string, by: -1 | 1): ListColumn[] {
  const at = columns.findIndex((column) => column.id === id);
  const to = at + by;
  const present = columns[at];
  const other = columns[to];
  if (!present || !other) return [...columns];
  const next = [...columns];
  next[to] = present;
  next[at] = other;
  return next;
}

function arrange(columns: ListColumn[], stored: readonly ColumnPreference[]): ListColumn[] {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const known = stored.flatMap((preference) => {
    const column = byId.get(preference.id);
    if (!column) return [];
    byId.delete(preference.id);
    return [
      {
        ...column,
        hidden: preference.hidden ?? column.hidden,
        width: preference.width === undefined ? column.width : Math.min(preference.width, widest),
        ...(preference.width === undefined ? {} : { arranged: true }),
        pinned: preference.pinned ?? column.pinned,
      },
    ];
  });
  const result = [...known, ...byId.values()];
  // If only hidden columns remain after a schema change, all are shown.
  return result.some((column) => !column.hidden) ? result : columns;
}

/** Maximum width of a column. */
const widest = 2000;

/** A currency that is the same in every row is shown once, in the header. */
const fixedCurrency = ({ meta }: Field): string =>
  meta.type === 'money' && /^[A-Z]{3}$/.test(meta.currency ?? '') ? ` (${meta.currency})` : '';

/** Read-only texts are codes and numbers, which must be readable to the last character. */
const textWidth = (field: Field, entity: Entity): number =>
  field === entity.title ? 220 : field.meta.type === 'text' && field.meta.readOnly === true ? 190 : 170;

/** Room for the longest option label. */
function tagWidth(field: Field, words: EntityLabels): number {
  if (field.meta.type !== 'choice') return 0;
  const texts = (field.meta.options ?? words.options(field.name)).map((value) =>
    field.system ? words.state(value) : words.option(field.name, value),
  );
  return Math.min(220, Math.max(0, ...texts.map(labelWidth)));
}

/** Room for the words, the sort arrow and the padding. */
function labelWidth(label: string): number {
  return Math.ceil([...label].reduce((sum, letter) => sum + (letter.codePointAt(0)! > 0x2e7f ? 14 : 7.6), 48));
}
