import { rateScale, weightScale } from '../kernel/exact.ts';
import type { Fee, RatePrice, RateRow, RateTable } from '../kernel/table.ts';
import { isZone, Reader, type Plain, type Read } from './read.ts';

/** A sheet as the kernel takes it. */
export interface RateSheet {
  readonly zones: readonly string[];
  readonly rows: readonly RateRow[];
  readonly above?: Readonly<Record<string, number>>;
  readonly packaging?: RateTable['packaging'];
}

const modes = ['flat', 'perUnit', 'firstAndSteps'] as const;
type Mode = (typeof modes)[number];
const keysOf: Readonly<Record<Mode, readonly string[]>> = {
  flat: [],
  perUnit: ['step', 'minimum'],
  firstAndSteps: ['first', 'step'],
};
const maxZones = 300;
const maxRows = 2_000;

/**
 * A rate table's sheet: zones across, weights down. Every place that is wrong is named as a person finds it
 * (`sheet.rows[3].prices.5`). A zone without a price in a row is not offered there.
 */
export function readRateSheet(json: unknown, path = 'sheet'): Read<RateSheet> {
  const reader = new Reader();
  const sheet = reader.object(json, path);
  if (!sheet) return reader.done({ zones: [], rows: [] });
  reader.only(sheet, ['zones', 'rows', 'above', 'packaging'], path);
  const zones = readZones(reader, sheet['zones'], `${path}.zones`);
  const rows = readRows(reader, sheet['rows'], `${path}.rows`, zones);
  // A row without a price offers nothing up to its weight; a sheet of such rows is a mistake.
  if (rows.length > 0 && rows.every(({ prices }) => Object.keys(prices).length === 0))
    reader.add('rating.noPrices', `${path}.rows`);
  const above = sheet['above'];
  const rates = above === undefined ? undefined : readAbove(reader, above, `${path}.above`, zones);
  const packaging = readPackaging(reader, sheet['packaging'], `${path}.packaging`, zones);
  return reader.done({ zones, rows, ...(rates ? { above: rates } : {}), ...(packaging ? { packaging } : {}) });
}

const packagings = ['letter', 'pak'] as const;

/** `{"letter": {"to": "0.5", "prices": {"2": "10.00"}}}`: one price by zone up to a weight. */
function readPackaging(
  reader: Reader,
  json: unknown,
  path: string,
  zones: readonly string[],
): RateTable['packaging'] | undefined {
  const given = json === undefined ? null : reader.object(json, path);
  if (!given) return undefined;
  reader.only(given, packagings, path);
  const found = packagings.flatMap((name) => {
    const row = given[name] === undefined ? null : reader.object(given[name], `${path}.${name}`);
    if (!row) return [];
    reader.only(row, ['to', 'prices'], `${path}.${name}`);
    const to = reader.figure(row['to'], weightScale, `${path}.${name}.to`);
    const prices: Record<string, number> = {};
    for (const [zone, cell] of Object.entries(reader.object(row['prices'], `${path}.${name}.prices`) ?? {})) {
      const where = `${path}.${name}.prices.${zone}`;
      if (!zones.includes(zone)) reader.add('rating.unknownZone', where, { zone });
      const amount = reader.figure(cell, 100, where);
      if (amount !== null) prices[zone] = amount;
    }
    return to === null ? [] : [[name, { to, prices }] as const];
  });
  return Object.fromEntries(found);
}

function readZones(reader: Reader, json: unknown, path: string): string[] {
  const zones: string[] = [];
  for (const [at, zone] of (reader.list(json, path) ?? []).entries()) {
    if (!isZone(zone)) reader.add('rating.zone', `${path}[${at}]`);
    else if (zones.includes(zone)) reader.add('rating.doubledZone', `${path}[${at}]`, { zone });
    else zones.push(zone);
  }
  if (Array.isArray(json) && json.length === 0) reader.add('rating.noZones', path);
  if (zones.length > maxZones) reader.add('rating.tooMany', path, { max: maxZones });
  return zones;
}

function readRows(reader: Reader, json: unknown, path: string, zones: readonly string[]): RateRow[] {
  const list = reader.list(json, path);
  if (!list) return [];
  if (list.length === 0) reader.add('rating.noRows', path);
  if (list.length > maxRows) {
    reader.add('rating.tooMany', path, { max: maxRows });
    return [];
  }
  const rows: RateRow[] = [];
  for (const [at, each] of list.entries()) {
    const where = `${path}[${at}]`;
    const row = reader.object(each, where);
    const to = row && reader.figure(row['to'], weightScale, `${where}.to`);
    if (!row || to === null) continue;
    const before = rows.at(-1);
    const prices = readPrices(reader, row, where, zones) ?? {};
    // Zones that are charged in different ways up to one weight stand in rows of their own.
    const isSame = before?.to === to && Object.keys(prices).every((zone) => !Object.hasOwn(before.prices, zone));
    if (isSame) rows.splice(-1, 1, { to, prices: { ...before.prices, ...prices } });
    else if (to <= (before?.to ?? 0)) reader.add('rating.notAscending', `${where}.to`, { to: row['to'] });
    else rows.push({ to, prices });
  }
  return rows;
}

function readPrices(reader: Reader, row: Plain, path: string, zones: readonly string[]): RateRow['prices'] | null {
  const mode = modes.find((known) => known === row['mode']);
  if (!mode) {
    reader.add('rating.mode', `${path}.mode`, { known: modes.join(', ') });
    return null;
  }
  reader.only(row, ['to', 'mode', 'prices', 'fee', ...keysOf[mode]], path);
  const shared = readShared(reader, row, mode, path);
  const cells = reader.object(row['prices'], `${path}.prices`);
  const prices: Record<string, RatePrice> = {};
  for (const [zone, cell] of Object.entries(cells ?? {})) {
    const where = `${path}.prices.${zone}`;
    if (!zones.includes(zone)) reader.add('rating.unknownZone', where, { zone });
    const price = shared && readPrice(reader, cell, where, shared);
    if (price) prices[zone] = price;
  }
  return prices;
}

/** Facts that apply to all prices of a row. */
type Shared =
  | { readonly mode: 'flat'; readonly fee: Fee | undefined }
  | { readonly mode: 'perUnit'; readonly fee: Fee | undefined; readonly step?: number; readonly minimum?: number }
  | { readonly mode: 'firstAndSteps'; readonly fee: Fee | undefined; readonly first: number; readonly step: number };

function readShared(reader: Reader, row: Plain, mode: Mode, path: string): Shared | null {
  const fee = row['fee'] === undefined ? undefined : readFee(reader, row['fee'], `${path}.fee`);
  const weight = (key: string) => reader.figure(row[key], weightScale, `${path}.${key}`);
  const given = (key: string) => (row[key] === undefined ? null : weight(key));
  switch (mode) {
    case 'flat':
      return { mode, fee };
    case 'perUnit': {
      const [step, minimum] = [given('step'), given('minimum')];
      return { mode, fee, ...(step === null ? {} : { step }), ...(minimum === null ? {} : { minimum }) };
    }
    case 'firstAndSteps': {
      const [first, step] = [weight('first'), weight('step')];
      return first === null || step === null ? null : { mode, fee, first, step };
    }
  }
}

function readPrice(reader: Reader, cell: unknown, path: string, shared: Shared): RatePrice | null {
  const fee = shared.fee ? { fee: shared.fee } : {};
  switch (shared.mode) {
    case 'flat': {
      const amount = reader.figure(cell, 100, path);
      return amount === null ? null : { mode: 'flat', amount, ...fee };
    }
    case 'perUnit': {
      const rate = reader.figure(cell, rateScale, path);
      const { step, minimum } = shared;
      if (rate === null) return null;
      return {
        ...{ mode: 'perUnit', rate, ...fee },
        ...(step === undefined ? {} : { step }),
        ...(minimum === undefined ? {} : { minimum }),
      };
    }
    case 'firstAndSteps': {
      if (!Array.isArray(cell) || cell.length !== 2) {
        reader.add('rating.pair', path);
        return null;
      }
      const first = reader.figure(cell[0], 100, `${path}[0]`);
      const step = reader.figure(cell[1], 100, `${path}[1]`);
      if (first === null || step === null) return null;
      return {
        mode: 'firstAndSteps',
        first: { weight: shared.first, amount: first },
        step: { weight: shared.step, amount: step },
        ...fee,
      };
    }
  }
}

function readFee(reader: Reader, json: unknown, path: string): Fee | undefined {
  const fee = reader.object(json, path);
  if (!fee) return undefined;
  reader.only(fee, ['amount', 'per'], path);
  const amount = reader.figure(fee['amount'], 100, `${path}.amount`);
  const per = fee['per'];
  if (per !== 'piece' && per !== 'shipment') {
    reader.add('rating.feePer', `${path}.per`);
    return undefined;
  }
  return amount === null ? undefined : { amount, per };
}

function readAbove(
  reader: Reader,
  json: unknown,
  path: string,
  zones: readonly string[],
): Record<string, number> | undefined {
  const rates: Record<string, number> = {};
  for (const [zone, cell] of Object.entries(reader.object(json, path) ?? {})) {
    const where = `${path}.${zone}`;
    if (!zones.includes(zone)) reader.add('rating.unknownZone', where, { zone });
    const rate = reader.figure(cell, rateScale, where);
    if (rate !== null) rates[zone] = rate;
  }
  return rates;
}
