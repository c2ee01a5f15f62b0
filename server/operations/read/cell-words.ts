import { ownOf, type Entity, type Field } from '../../../engine/core/index.ts';
import type { Culture, Texts } from '../../texts.ts';
import { worded } from './dictionaries.ts';
import { valueIn } from './translations.ts';

type Row = Readonly<Record<string, unknown>>;

/** A cell of a spreadsheet. */
export type Cell = string | number | boolean | Date | null;

/** Heading and cells of a file's column. */
export interface ColumnWords {
  readonly name: string;
  readonly header: string;
  text(row: Row): string;
  typed(row: Row): Cell;
  /** Number format of a typed column, if needed. */
  readonly format?: string;
}

/** The label of a field in a culture; labels of system fields come with the engine. */
export function fieldWord(texts: Texts, culture: Culture, entity: Entity, field: Field): string {
  const words = texts.entity(culture, entity)['fields'] as Record<string, string> | undefined;
  return ownOf(words, field.name) ?? (field.system ? texts.engine(culture, `given.${field.name}`) : field.name);
}

/** Labels by code for a field with states, options or a dictionary; null for any other. */
export function choiceWords(
  at: { texts: Texts; culture: Culture; dictionaries: ReadonlyMap<string, ReadonlyMap<string, string>> },
  entity: Entity,
  field: Field,
): ReadonlyMap<string, string> | null {
  const { texts, culture, dictionaries } = at;
  const words = texts.entity(culture, entity);
  if (field.system && field.name === 'status') return new Map(Object.entries((words['states'] ?? {}) as object));
  const { dictionary } = field.meta;
  if (dictionary) {
    const entries = [...(dictionaries.get(dictionary) ?? [])];
    return new Map(entries.map(([code, kept]) => [code, worded(texts, culture, dictionary, code, kept)]));
  }
  const options = (words['options'] as Record<string, Record<string, string>> | undefined)?.[field.name];
  return options ? new Map(Object.entries(options)) : null;
}

/** A column in the reader's language: labels for choices and references, other values as their type formats them. */
export function columnWords(
  at: {
    texts: Texts;
    culture: Culture;
    timeZone: string;
    dictionaries: ReadonlyMap<string, ReadonlyMap<string, string>>;
  },
  entity: Entity,
  field: Field,
  /** Labels of the referenced records' titles by stored title, if they have any. */
  titles: ReadonlyMap<string, string> | null = null,
): ColumnWords {
  const { name, meta, type } = field;
  const titled = (title: unknown) => titles?.get(String(title)) ?? String(title);
  const words = choiceWords(at, entity, field);
  const context = { culture: at.culture, timeZone: at.timeZone };
  const text = (row: Row): string => {
    const value = valueIn(at.culture, field, row);
    if (value === null || value === undefined) return '';
    if (words)
      return [value]
        .flat()
        .map((each) => words.get(String(each)) ?? String(each))
        .join(', ');
    const title = row[`$${name}`];
    if (Array.isArray(title))
      return title
        .filter((one) => one !== null)
        .map(titled)
        .join(', ');
    return title === undefined || title === null ? type.format(value, meta, context) : titled(title);
  };
  const kind = meta.type === 'computed' ? (meta.as ?? 'text') : meta.type;
  const typed = (row: Row): Cell => {
    const value = row[name] ?? null;
    if (typeof value === 'number' || typeof value === 'boolean') return value;
    if ((kind === 'date' || kind === 'datetime') && typeof value === 'string') return new Date(utc(value));
    return text(row);
  };
  const format = cellFormat(kind, meta.scale);
  return { name, header: fieldWord(at.texts, at.culture, entity, field), text, typed, ...(format ? { format } : {}) };
}

/** The number format of a typed column: grouped amounts with decimals, dates as in the API. */
function cellFormat(kind: string, scale: number | undefined): string | undefined {
  if (kind === 'date') return 'yyyy-mm-dd';
  if (kind === 'datetime') return 'yyyy-mm-dd hh:mm:ss';
  if (kind === 'money') return `#,##0.${'0'.repeat(Math.max(2, scale ?? 2))}`;
  if (kind === 'decimal' || kind === 'rate') return scale ? `#,##0.${'0'.repeat(scale)}` : undefined;
  return undefined;
}

/** Spreadsheets have no time zones: cells show the local time of the API. */
const utc = (moment: string): string => (moment.length > 10 ? `${moment.replace(' ', 'T')}Z` : `${moment}T00:00:00Z`);
