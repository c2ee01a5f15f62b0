/** What a sheet is and how its cells are typed; without a screen. */
export type Mode = 'flat' | 'perUnit' | 'firstAndSteps';
export const modes: readonly Mode[] = ['flat', 'perUnit', 'firstAndSteps'];

export type Price = string | readonly [string, string];

export interface SheetRow {
  readonly to: string;
  readonly mode: Mode;
  readonly first?: string;
  readonly step?: string;
  readonly minimum?: string;
  readonly prices: Readonly<Record<string, Price>>;
  readonly fee?: { readonly amount: string; readonly per: 'piece' | 'shipment' };
}

export interface PriceSheet {
  readonly zones: readonly string[];
  readonly rows: readonly SheetRow[];
  readonly above?: Readonly<Record<string, string>>;
  /** Letters and paks: one price by zone up to a weight. */
  readonly packaging?: Readonly<Record<string, PackageRow>>;
}

export interface PackageRow {
  readonly to: string;
  readonly prices: Readonly<Record<string, string>>;
}

/** A column of the table: what a row says of itself, or the price of a zone. */
export type Column =
  | { readonly kind: 'to' | 'mode' | 'first' | 'step' | 'minimum' | 'fee' }
  | { readonly kind: 'zone'; readonly zone: string };

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** Any value as a sheet, so that what was written elsewhere can be put right here. Null where it is none at all. */
export function readSheet(value: unknown): PriceSheet | null {
  if (value === null || value === undefined || value === '') return emptySheet;
  if (!isPlain(value) || !Array.isArray(value['zones']) || !Array.isArray(value['rows'])) return null;
  const zones = value['zones'].map(text);
  const rows = value['rows'].map((row: unknown): SheetRow => {
    const held = isPlain(row) ? row : {};
    const { fee, prices } = held;
    const own = isPlain(prices) ? Object.entries(prices) : [];
    return {
      to: text(held['to']),
      mode: modes.find((mode) => mode === held['mode']) ?? 'flat',
      ...kept({ first: text(held['first']), step: text(held['step']), minimum: text(held['minimum']) }),
      prices: Object.fromEntries(own.map(([zone, price]) => [zone, readPrice(price)])),
      ...(isPlain(fee)
        ? { fee: { amount: text(fee['amount']), per: fee['per'] === 'shipment' ? 'shipment' : 'piece' } }
        : {}),
    };
  });
  const above = isPlain(value['above'])
    ? Object.entries(value['above']).map(([zone, rate]) => [zone, text(rate)])
    : null;
  const packaging = isPlain(value['packaging']) ? readPackaging(value['packaging']) : null;
  return {
    ...{ zones, rows },
    ...(above ? { above: Object.fromEntries(above) as Record<string, string> } : {}),
    ...(packaging ? { packaging } : {}),
  };
}

const readPackaging = (held: Record<string, unknown>): Record<string, PackageRow> =>
  Object.fromEntries(
    Object.entries(held).map(([name, row]) => {
      const { to, prices } = isPlain(row) ? row : {};
      const own = isPlain(prices) ? Object.entries(prices) : [];
      return [name, { to: text(to), prices: Object.fromEntries(own.map(([zone, price]) => [zone, text(price)])) }];
    }),
  );

const readPrice = (price: unknown): Price => (Array.isArray(price) ? [text(price[0]), text(price[1])] : text(price));
const kept = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([, held]) => held !== ''));

export const emptySheet: PriceSheet = { zones: ['2'], rows: [{ to: '1', mode: 'flat', prices: {} }] };

/** The columns that a sheet needs: what no row says is left out. */
export function columnsOf(sheet: PriceSheet, all: boolean): Column[] {
  const asks = (key: 'first' | 'step' | 'minimum' | 'fee') => all || sheet.rows.some((row) => row[key] !== undefined);
  const steps = all || sheet.rows.some(({ mode }) => mode === 'firstAndSteps');
  return [
    { kind: 'to' },
    { kind: 'mode' },
    ...(steps || asks('first') ? [{ kind: 'first' } as const] : []),
    ...(steps || asks('step') ? [{ kind: 'step' } as const] : []),
    ...(asks('minimum') ? [{ kind: 'minimum' } as const] : []),
    ...(asks('fee') ? [{ kind: 'fee' } as const] : []),
    ...sheet.zones.map((zone) => ({ kind: 'zone', zone }) as const),
  ];
}

/** What a cell shows, and what a copy of it holds. */
export function cellText(row: SheetRow, column: Column): string {
  switch (column.kind) {
    case 'zone': {
      const price = Object.hasOwn(row.prices, column.zone) ? row.prices[column.zone] : undefined;
      return price === undefined ? '' : typeof price === 'string' ? price : price.join(' + ');
    }
    case 'fee':
      return row.fee ? `${row.fee.amount} / ${row.fee.per}` : '';
    default:
      return row[column.kind] ?? '';
  }
}

/** A row with a cell typed; an empty text takes away what stood there. */
export function withCell(row: SheetRow, column: Column, typed: string): SheetRow {
  const said = typed.normalize('NFKC').trim();
  if (column.kind === 'zone') {
    const { [column.zone]: _gone, ...others } = row.prices;
    return {
      ...row,
      prices: said === '' || said === '/' ? others : { ...others, [column.zone]: priceOf(said, row.mode) },
    };
  }
  if (column.kind === 'to') return { ...row, to: figure(said) };
  if (column.kind === 'mode')
    return withMode(row, modes.find((mode) => mode.toLowerCase() === said.toLowerCase()) ?? row.mode);
  if (column.kind === 'fee') {
    const { fee: _fee, ...rest } = row;
    if (said === '') return rest;
    const [, amount = said, per = ''] = /^(.*?)(?:\/ *(\w+))?$/.exec(said) ?? [];
    return { ...rest, fee: { amount: figure(amount.trim()), per: /^s/i.test(per) ? 'shipment' : 'piece' } };
  }
  const { [column.kind]: _gone, ...rest } = row;
  return said === '' ? (rest as SheetRow) : { ...row, [column.kind]: figure(said) };
}

/** Prices keep what they are: the first figure of a pair counts where one is wanted. */
function withMode(row: SheetRow, mode: Mode): SheetRow {
  const prices = Object.fromEntries(
    Object.entries(row.prices).map(([zone, price]): [string, Price] => {
      if (mode === 'firstAndSteps') return [zone, typeof price === 'string' ? [price, ''] : price];
      return [zone, typeof price === 'string' ? price : price[0]];
    }),
  );
  const { first, step, minimum, ...rest } = row;
  const weights =
    mode === 'flat' ? {} : mode === 'perUnit' ? { step, minimum } : { first: first ?? '0.5', step: step ?? '0.5' };
  const own = Object.fromEntries(Object.entries(weights).filter(([, held]) => held !== undefined));
  return { ...rest, mode, ...own, prices };
}

function priceOf(said: string, mode: Mode): Price {
  if (mode !== 'firstAndSteps') return figure(said);
  const [first = '', step = ''] = said.split(/[+;|]/).map((part) => figure(part.trim()));
  return [first, step];
}

/** A figure without signs of money and thousands; what is none stays as it was typed, to be marked. */
const figure = (said: string): string => {
  const bare = said
    .replace(/^[^\d-]{0,4}(?=\d)/, '')
    .replace(/(\d),(?=\d{3}(\D|$))/g, '$1')
    .trim();
  return isFigure(bare) ? bare : said;
};

const isFigure = (said: string): boolean => /^\d{1,12}(\.\d{1,4})?$/.test(said) && Number(said) > 0;

/** What is wrong with a cell, as the end of its key of words; null for nothing. */
export function cellFault(row: SheetRow, column: Column, before: SheetRow | undefined): string | null {
  const shown = cellText(row, column);
  switch (column.kind) {
    case 'to':
      if (!isFigure(row.to)) return 'weight';
      if (!before || Number(row.to) > Number(before.to)) return null;
      return Number(row.to) === Number(before.to) &&
        Object.keys(row.prices).every((zone) => !Object.hasOwn(before.prices, zone))
        ? null
        : 'rising';
    case 'mode':
      return null;
    case 'first':
    case 'step':
      return shown === '' ? (row.mode === 'firstAndSteps' ? 'needed' : null) : isFigure(shown) ? null : 'weight';
    case 'minimum':
      return shown === '' || isFigure(shown) ? null : 'weight';
    case 'fee':
      return row.fee && !isFigure(row.fee.amount) ? 'price' : null;
    case 'zone': {
      const price = row.prices[column.zone];
      if (price === undefined) return null;
      const figures = typeof price === 'string' ? [price] : price;
      return figures.every(isFigure) ? null : row.mode === 'firstAndSteps' ? 'pair' : 'price';
    }
  }
}

/** The first thing wrong with a value: it holds back the form. */
export function faultOf(value: unknown): { code: string; path: string; params?: Record<string, unknown> } | null {
  const sheet = readSheet(value);
  const fault = (key: string, at: string) => ({ code: `widget.price-sheet.fault.${key}`, path: '', params: { at } });
  if (!sheet || sheet.zones.length === 0 || sheet.rows.length === 0) return fault('empty', '');
  for (const [at, row] of sheet.rows.entries()) {
    for (const column of columnsOf(sheet, true)) {
      const found = cellFault(row, column, sheet.rows[at - 1]);
      if (found) return fault(found, column.kind === 'zone' ? `${row.to} × ${column.zone}` : row.to || String(at + 1));
    }
  }
  const wrong = Object.entries(sheet.above ?? {}).find(([, rate]) => !isFigure(rate));
  return wrong ? fault('price', wrong[0]) : null;
}

/** A block of texts and the cell where it begins. */
interface Paste {
  readonly sheet: PriceSheet;
  readonly columns: readonly Column[];
  readonly at: { readonly row: number; readonly column: number };
  readonly block: readonly (readonly string[])[];
}

/** Lays a block over the sheet from a cell: further rows are added, figures beyond the last zone are counted as left over. */
export function pasteBlock({ sheet, columns, at, block }: Paste): { sheet: PriceSheet; left: number } {
  let left = 0;
  const rows = [...sheet.rows];
  for (const [down, texts] of block.entries()) {
    let row = rows[at.row + down] ?? nextRow(rows);
    for (const [across, typed] of texts.entries()) {
      const column = columns[at.column + across];
      if (column) row = withCell(row, column, typed);
      else if (typed.trim() !== '') left += 1;
    }
    rows[at.row + down] = row;
  }
  return { sheet: { ...sheet, rows }, left };
}

/** A row after the last one: as it is charged, one weight higher. */
export function nextRow(rows: readonly SheetRow[]): SheetRow {
  const last = rows.at(-1);
  const before = rows.at(-2);
  if (!last) return { to: '1', mode: 'flat', prices: {} };
  const step = before ? Math.max(Number(last.to) - Number(before.to), 0) || 1 : 1;
  return { ...last, to: String(Math.round((Number(last.to) + step) * 10_000) / 10_000), prices: {} };
}

export const withZone = (sheet: PriceSheet, zone: string): PriceSheet =>
  sheet.zones.includes(zone) ? sheet : { ...sheet, zones: [...sheet.zones, zone] };

export function withoutZone({ zones, rows, above, packaging }: PriceSheet, zone: string): PriceSheet {
  const drop = <T>(held: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(held).filter(([key]) => key !== zone));
  return {
    zones: zones.filter((each) => each !== zone),
    rows: rows.map((row) => ({ ...row, prices: drop(row.prices) })),
    ...(above ? { above: drop(above) } : {}),
    ...(packaging
      ? {
          packaging: Object.fromEntries(
            Object.entries(packaging).map(([name, { to, prices }]) => [name, { to, prices: drop(prices) }]),
          ),
        }
      : {}),
  };
}

/** The rates above the last row: none at all where no zone has one. */
export function withAbove(sheet: PriceSheet, zone: string, typed: string): PriceSheet {
  const { [zone]: _gone, ...others } = sheet.above ?? {};
  const above = typed.trim() === '' ? others : { ...others, [zone]: figure(typed.normalize('NFKC').trim()) };
  const { above: _above, ...rest } = sheet;
  return Object.keys(above).length > 0 ? { ...rest, above } : rest;
}
