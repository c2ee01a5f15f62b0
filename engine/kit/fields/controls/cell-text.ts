import i18next from 'i18next';
import { valueTypeOf, type Field } from '../../../core/index.ts';
import type { WireRecord } from '../../data/data-client.ts';
import type { FigureAmount } from '../../data/figures.ts';
import { systemActor, type EntityLabels } from '../../data/entity-labels.ts';

/** What a value is worded with. */
export interface CellWording {
  readonly words: EntityLabels;
  readonly culture: string;
  /** A currency that is said already where the value stands. */
  readonly headCurrency?: string | undefined;
}

/**
 * A field of a row as text, for cells, exports on screen and titles; '' for no value. Options and states by their labels,
 * references by the title that the row carries, everything else as its field type says. Times are the tenant's already.
 */
export function cellText(field: Field, row: WireRecord, { words, culture, headCurrency }: CellWording): string {
  const value = row[field.name];
  if (value === null || value === undefined || value === '') return '';
  const { meta } = field;
  const type = valueTypeOf(meta);
  switch (type) {
    case 'choice':
      return optionText(field, String(value), words);
    case 'choices':
      return Array.isArray(value) ? value.map((one) => optionText(field, String(one), words)).join(', ') : '';
    case 'boolean':
      return i18next.t(value === true ? 'value.yes' : 'value.no');
    case 'reference':
    case 'references':
    case 'parent': {
      const title = row[`$${field.name}`];
      const titles = Array.isArray(title) ? title : [title];
      return [value]
        .flat()
        .map((id, at) => seenTitle(words, meta.to, { id: String(id), title: titles[at] }))
        .join(', ');
    }
    case 'country':
      return countryName(String(value), culture);
    case 'file':
    case 'image':
      return i18next.t('value.files', { count: Array.isArray(value) ? value.length : 1 });
    default:
      if ((meta.recordOf || meta.codeOf) && row[`$${field.name}`]) return String(row[`$${field.name}`]);
      return field.type.format(value, meta, { culture, timeZone: 'UTC' }) + unitSuffix(field, row, headCurrency);
  }
}

/** The title of a record that another names; the wire leaves out that of one which the reader may not see. */
function seenTitle(words: EntityLabels, to: string | undefined, { id, title }: { id: string; title: unknown }): string {
  const isHidden = id !== systemActor && (title === undefined || title === null);
  return isHidden ? i18next.t('value.unseen') : words.title(to, id, title);
}

/** A time of day without seconds where it has none. */
export const toTheMinute = (time: string): string => time.replace(/^(\d{2}:\d{2}):00$/, '$1');

/** The same for a cell of a list, where a time is shown to the minute. */
export const listText: typeof cellText = (field, row, wording) => {
  const text = cellText(field, row, wording);
  if (valueTypeOf(field.meta) === 'time') return toTheMinute(text);
  return valueTypeOf(field.meta) === 'datetime' ? text.replace(/^(\d{4}-\d{2}-\d{2} \d{2}:\d{2}):\d{2}$/, '$1') : text;
};

/** Whether an amount, or one of the amounts of a figure, is below zero. */
export const isBelowZero = (value: unknown): boolean =>
  Array.isArray(value) ? (value as readonly FigureAmount[]).some(({ sum }) => sum < 0) : Number(value) < 0;

/** The words of one value of a choice; a state is worded by the flow. */
export function optionText(field: Field, value: string, words: EntityLabels): string {
  return field.system && field.name === 'status' ? words.state(value) : words.option(field.name, value);
}

/** The unit or currency of a sibling field; a fixed currency is in the column's header instead. */
function unitSuffix({ meta }: Field, row: WireRecord, headCurrency: string | undefined): string {
  const { unit, currency } = meta;
  if (unit && meta.type === 'weight') return row[unit] === '0' ? ' lb' : row[unit] === '1' ? ' kg' : '';
  if (unit && meta.type === 'length') return row[unit] === '0' ? ' in' : row[unit] === '1' ? ' cm' : '';
  return currency && currency in row && row[currency] && row[currency] !== headCurrency
    ? ` ${String(row[currency])}`
    : '';
}

const regionNames = new Map<string, Intl.DisplayNames>();

function countryName(code: string, culture: string): string {
  let names = regionNames.get(culture);
  if (!names) regionNames.set(culture, (names = new Intl.DisplayNames([culture], { type: 'region' })));
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
