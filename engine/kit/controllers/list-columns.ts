import type { Entity, Field, FieldTypeName, KeptArrangement, KeptColumn, KeptList } from '../../core/index.ts';
import type { EntityLabels } from '../data/entity-labels.ts';
import { canSort } from './list-state.ts';

export type Density = 'comfortable' | 'middle' | 'compact';
/** Pixels of a row. */
export const rowHeights: Readonly<Record<Density, number>> = Object.freeze({
  comfortable: 44,
  middle: 38,
  compact: 32,
});

export type ColumnPreference = KeptColumn;
export type Arrangement = KeptArrangement;
export type ListPreference = KeptList;

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

const numericTypes: readonly FieldTypeName[] = [
  'integer',
  'decimal',
  'money',
  'percent',
  'rate',
  'weight',
  'length',
  'rollup',
];
const neverShown: readonly FieldTypeName[] = ['secret', 'lines', 'json', 'richText'];
/** Whether values of a type can stand in a cell of a list. */
export const isTypeShown = (type: FieldTypeName | undefined): boolean =>
  type !== undefined && !neverShown.includes(type);

const widths: Partial<Record<FieldTypeName, number>> = {
  integer: 100,
  decimal: 120,
  money: 140,
  percent: 110,
  rate: 110,
  weight: 120,
  length: 120,
  rollup: 120,
  date: 120,
  datetime: 192,
  time: 100,
  boolean: 100,
  choice: 140,
  country: 140,
  email: 220,
  reference: 190,
  sequence: 168,
  longText: 260,
  address: 280,
};

/** Every column a list can show, in the person's order and measures where there are any, else as the schema has them. */
export function listColumns(entity: Entity, words: EntityLabels, preference: Arrangement | null): ListColumn[] {
  const declared = new Set(entity.meta.list.columns);
  const ordered = [...declared].flatMap((name) => entity.byName.get(name) ?? []);
  const rest = entity.fields.filter((field) => !declared.has(field.name) && !['id', 'version'].includes(field.name));
  const columns = [...ordered, ...rest]
    .filter((field) => !neverShown.includes(field.meta.type))
    .map((field): ListColumn => {
      const type = effectiveType(field);
      const label = words.field(field.name) + fixedCurrency(field);
      return {
        id: field.id,
        field,
        label,
        width: Math.max(
          widths[type] ?? textWidth(field, entity),
          Math.min(240, labelWidth(label)),
          tagWidth(field, words),
        ),
        hidden: !declared.has(field.name),
        pinned: field === entity.title && declared.has(field.name),
        numeric: numericTypes.includes(type),
        sortable: canSort(field),
      };
    });
  return preference?.columns ? arrange(columns, preference.columns) : columns;
}

/** What to keep of an arrangement. */
export function columnPreferences(columns: readonly ListColumn[]): ColumnPreference[] {
  return columns.map(({ id, hidden, width, pinned }) => ({ id, hidden, width, pinned }));
}

/** The columns with one moved a place up or down; the ends are walls. */
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

/** A field's type as its values read: the answer's type for a computed one. */
export const effectiveType = (field: Field): FieldTypeName =>
  field.meta.type === 'computed' ? (field.meta.as ?? 'text') : field.meta.type;

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
  // A person who hid what remains of an old schema still gets a list.
  return result.some((column) => !column.hidden) ? result : columns;
}

/** No wider than anybody has a screen for. */
const widest = 2000;

/** A currency that is the same in every row stands once, in the head. */
const fixedCurrency = ({ meta }: Field): string =>
  meta.type === 'money' && /^[A-Z]{3}$/.test(meta.currency ?? '') ? ` (${meta.currency})` : '';

/** Texts that nobody types are numbers given elsewhere, and are read to the last sign. */
const textWidth = (field: Field, entity: Entity): number =>
  field === entity.title ? 220 : field.meta.type === 'text' && field.meta.readOnly === true ? 206 : 170;

/** Room for the longest tag or word of a choice. */
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
