import {
  defineReader,
  issue,
  type FileSheet,
  type FoundRecord,
  type Issue,
  type ReaderCall,
} from '../../../modules/module.ts';
import { shortened } from '../../wire/read.ts';
import vocabulary from './vocabulary.json';

/** Column headings of marketplaces' order files, normalised. */
const heads: Readonly<Record<string, readonly string[]>> = vocabulary.heads;
/** Required fields; a missing column is an issue. */
const needed = ['platformNo', 'shipToName', 'shipToAddress1', 'shipToPostalCode', 'shipToCountry'];

const labels: Readonly<Record<string, string>> = {
  platformNo: 'stores.column.platformNo',
  shipToName: 'stores.column.shipToName',
  shipToAddress1: 'stores.column.shipToAddress1',
  shipToPostalCode: 'stores.column.shipToPostalCode',
};

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[_()*:/-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

interface Head {
  readonly sheet: FileSheet;
  readonly row: number;
  readonly columns: ReadonlyMap<string, number>;
}

/** The header row: the best match among the first rows. */
function headOf(sheet: FileSheet, given: ReaderCall['given']): Head | null {
  let best: Head | null = null;
  for (const [row, cells] of sheet.rows.slice(0, 10).entries()) {
    const named = cells.map(plain);
    const columns = new Map<string, number>();
    for (const [field, words] of Object.entries(heads)) {
      const said = given[`column:${field}`];
      const wanted = said ? [plain(said)] : words.map(plain);
      const at = wanted.map((word) => named.indexOf(word)).find((place) => place >= 0);
      if (at !== undefined && ![...columns.values()].includes(at)) columns.set(field, at);
    }
    if (columns.size >= 2 && columns.size > (best?.columns.size ?? 0)) best = { sheet, row, columns };
  }
  return best;
}

/** Reads order files of any shop, one row per item; the person maps unknown columns. */
export const storeReader = defineReader('store-order', {
  asks: ['shop', 'customer', 'platform', 'shipToCountry'],
  read(call) {
    const found = call.sheets.flatMap((sheet) => headOf(sheet, call.given) ?? []);
    const [head] = found.toSorted((one, other) => other.columns.size - one.columns.size);
    if (!head) return { records: [] };
    const missing = needed.filter((field) => !head.columns.has(field) && !(call.given[field] ?? ''));
    return {
      records: head.columns.has('platformNo') ? ordersIn(head, call) : [],
      questions: missing
        .filter((field) => field !== 'shipToCountry')
        .map((field) => ({ name: `column:${field}`, label: labels[field] ?? '' })),
    };
  },
});

function ordersIn({ sheet, row, columns }: Head, { given, name }: ReaderCall): readonly FoundRecord[] {
  const orders = new Map<string, { at: string; rows: (readonly string[])[] }>();
  const cell = (cells: readonly string[], field: string) => (cells[columns.get(field) ?? -1] ?? '').trim();
  for (const [place, cells] of sheet.rows.slice(row + 1).entries()) {
    const no = cell(cells, 'platformNo').slice(0, 50);
    if (no === '') continue;
    const known = orders.get(no) ?? { at: `${name} ${row + 2 + place}`, rows: [] };
    known.rows.push(cells);
    orders.set(no, known);
  }
  return [...orders].map(([no, { at, rows }]) => {
    const issues: Issue[] = [];
    // Later rows of an order often omit values of the first one.
    const first = (field: string) => rows.map((cells) => cell(cells, field)).find((text) => text !== '') ?? null;
    const items = rows.flatMap((cells) => {
      const quantity = cell(cells, 'quantity') || '1';
      const price = cell(cells, 'unitPrice').replace(/[^0-9.]/g, '');
      if (!/^\d{1,5}$/.test(quantity)) {
        issues.push(issue('stores.file.quantity', at, { text: quantity }));
        return [];
      }
      const [sku, title] = [shortened(cell(cells, 'sku'), 60), shortened(cell(cells, 'title'), 200)];
      return [
        {
          ...{ itemId: shortened(cell(cells, 'itemId'), 80) || null, sku: sku || null, title: title || null },
          ...{
            quantity: Number(quantity),
            unitPrice: /^\d+(\.\d+)?$/.test(price) ? Number(Number(price).toFixed(2)) : null,
          },
        },
      ];
    });
    const country = countryOf(first('shipToCountry') ?? given['shipToCountry'] ?? '');
    const texts = Object.fromEntries(
      Object.keys(heads)
        .filter((field) => field.startsWith('shipTo') && field !== 'shipToCountry')
        .map((field) => [field, first(field)] as const)
        .filter(([, value]) => value !== null),
    );
    const placedAt = momentOf(first('placedAt'));
    const said = Object.fromEntries(
      ['shop', 'customer', 'platform'].flatMap((key) => (given[key] ? [[key, given[key]]] : [])),
    );
    return {
      ...{ at, title: no, notes: [], issues },
      values: {
        ...said,
        platformNo: no,
        ...texts,
        ...(country ? { shipToCountry: country } : {}),
        ...(placedAt ? { placedAt } : {}),
        items,
      },
      summary: issue('stores.file.found', '', { items: items.length, name: String(texts['shipToName'] ?? '') }),
    };
  });
}

const countries: Readonly<Record<string, string>> = vocabulary.countries;
const countryOf = (text: string): string | null =>
  /^[A-Za-z]{2}$/.test(text) && !(text.toLowerCase() in countries)
    ? text.toUpperCase()
    : (countries[text.toLowerCase()] ?? null);

/** Parses a file's timestamps; unknown formats are dropped. */
function momentOf(text: string | null): string | null {
  if (text === null) return null;
  const at = /^\d{4}-\d{2}-\d{2}/.test(text) ? new Date(`${text.slice(0, 10)}T00:00:00Z`) : new Date(`${text} UTC`);
  if (Number.isNaN(at.getTime())) return null;
  return `${at.toISOString().slice(0, 10)} 00:00:00`;
}
