import { owed } from '../domain/customer-bills/oracle.ts';
import type { LineFacts, SaleFacts } from '../../server/domain/customer-bills/sale/facts.ts';

/**
 * What a customer owes for files of bills, worked out apart from the program: the files are split and classified here, in a
 * few lines for exactly the files that the test writes, their packages are looked up in a plain list, and the rules of sale
 * are those of `owed`.
 */

/** A package in the list of all packages. */
export interface ListedPackage {
  readonly tracking: string;
  readonly shipDate: string;
  readonly order: string;
  readonly customer: string;
}

export interface ReadLine {
  readonly bill: string;
  readonly line: number;
  readonly tracking: string;
  readonly lead: string;
  readonly shipDate: string;
  readonly kind: string;
  readonly category: string;
  readonly cents: number;
  readonly billed: string | null;
}

export type Place = ListedPackage | 'unmatched' | 'account';

/** Cells of a text whose quotes, if any, hold no line ends. */
function table(text: string): string[][] {
  const plain = text.replace(/^\ufeff/, '');
  const separator = (plain.split('\n')[0] ?? '').includes(';') ? ';' : ',';
  return plain
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) => line.split(separator).map((cell) => cell.replace(/^"|"$/g, '')));
}

const cents = (text: string): number => Math.round(Number(text) * 100);
const dashed = (day: string): string => day.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
const named: readonly (readonly [RegExp, string])[] = [
  [/^fuel/i, 'fuel'],
  [/^residential/i, 'residential'],
  [/^address correction/i, 'addressCorrection'],
  [/^late fee/i, 'lateFee'],
  [/^weekly service/i, 'serviceCharge'],
  [/^(transportation|ground|net charge|discount)/i, 'transport'],
];
const categoryOf = (text: string): string => named.find(([words]) => words.test(text))?.[1] ?? 'unknown';

/** Lines of a file of UPS (250 columns) or of FedEx (pairs of charges behind a heading). */
export function linesOf(text: string): ReadLine[] {
  const rows = table(text);
  const head = rows[0] ?? [];
  if (head[0] === '2.1')
    return rows.map((row, at) => ({
      ...{ bill: `${row[4] ?? ''} ${row[5] ?? ''}`, line: at + 1, tracking: row[20] ?? '', lead: row[13] ?? '' },
      ...{ shipDate: row[11] || (row[4] ?? ''), category: categoryOf(row[45] ?? ''), cents: cents(row[52] ?? '') },
      kind: row[34] ?? '',
      billed: row[28] || null,
    }));
  const cell = (row: readonly string[], name: string): string => row[head.indexOf(name)] ?? '';
  return rows.slice(1).flatMap((row, at) => {
    const date = dashed(cell(row, 'Invoice Date'));
    const shared = {
      ...{ bill: `${date} ${cell(row, 'Invoice Number')}`, line: at + 2, lead: cell(row, 'TDMasterTrackingID') },
      ...{ tracking: cell(row, 'Express or Ground Tracking ID'), billed: cell(row, 'Rated Weight Amount') || null },
      shipDate: dashed(cell(row, 'Shipment Date')) || date,
    };
    const charges: [string, number][] = [
      ['Transportation Charge', cents(cell(row, 'Transportation Charge Amount') || '0')],
    ];
    for (const [column, name] of head.entries())
      if (name === 'Tracking ID Charge Description' && row[column])
        charges.push([row[column] ?? '', cents(row[column + 1] ?? '0')]);
    return charges
      .filter(([, net]) => net !== 0)
      .map(([name, net], _, all) => ({
        ...{ ...shared, category: categoryOf(name), cents: net },
        kind: all.reduce((sum, [, each]) => sum + each, 0) < 0 ? 'ADJ' : 'SHP',
      }));
  });
}

/** Where a line belongs: to the package of its number that was shipped nearest to its day. */
export function placeOf(line: ReadLine, packages: readonly ListedPackage[]): Place {
  const days = (shipped: string): number => (Date.parse(line.shipDate) - Date.parse(shipped)) / 86_400_000;
  const near = packages.filter(
    ({ tracking, shipDate }) =>
      (tracking === line.tracking || (line.tracking === '' && tracking === line.lead)) &&
      days(shipDate) <= 270 &&
      days(shipDate) >= -20,
  );
  const found = near.toSorted((one, other) => Math.abs(days(one.shipDate)) - Math.abs(days(other.shipDate)))[0];
  if (found) return found;
  return line.tracking === '' && line.lead === '' ? 'account' : 'unmatched';
}

/** What is known of an order beside the files. */
export interface KnownOrder {
  readonly order: string;
  readonly customer: string;
  readonly packages: readonly string[];
  readonly charges: SaleFacts['charges'];
  readonly terms: SaleFacts['terms'];
  /** Cents by category of one package: as ordered, and as the carrier found its weight and address. */
  price(billed: string | null, home: boolean): Readonly<Record<string, number>>;
}

/** Cents that each order is charged beyond its price of placing, and 0 where no bill has it. */
export function owedBy(order: KnownOrder, lines: readonly (readonly [ReadLine, Place])[]): bigint {
  const own = lines.filter(([, place]) => typeof place === 'object' && place.order === order.order);
  if (own.length === 0) return 0n;
  const sold = own.map(([line], at) => ({
    ...{ id: String(at), current: true, bill: line.bill, line: line.line, kind: line.kind, currency: 'USD' },
    ...{ package: order.packages.includes(line.tracking) ? line.tracking : null, trackingNo: line.tracking },
    ...{
      category: line.category,
      net: line.cents,
      enteredWeight: null,
      billedWeight: line.billed,
      weightUnit: 'lb',
      zone: null,
    },
    ...{ length: null, width: null, height: null, shipDate: null },
  })) as unknown as LineFacts[];
  const lonely = (packageOf: string | null): boolean => packageOf === null && order.packages.length === 1;
  const home = order.packages.some(
    (tracking) =>
      sold.reduce(
        (sum, line) =>
          line.category === 'residential' && (line.package === tracking || lonely(line.package)) ? sum + line.net : sum,
        0,
      ) > 0,
  );
  const weighed = (tracking: string): string | null =>
    sold
      .filter((line) => line.category === 'transport' && line.net > 0 && line.billedWeight !== null)
      .filter((line) => line.package === tracking || lonely(line.package))
      .toSorted((one, other) => (one.bill === other.bill ? one.line - other.line : one.bill < other.bill ? -1 : 1))
      .at(-1)?.billedWeight ?? null;
  const facts = {
    ...{ order: order.order, customer: order.customer, currency: 'USD', refunded: false, charged: null, rows: [] },
    ...{ charges: order.charges, terms: order.terms, lines: sold },
    packages: order.packages.map((tracking) => ({ id: tracking, trackingNo: tracking, voided: false })),
  } as unknown as SaleFacts;
  const prices = {
    ordered: order.packages.map(() => order.price(null, false)),
    measured: order.packages.map((tracking) => order.price(weighed(tracking), home)),
    knows: ['residential'],
  };
  return [...owed(facts, prices).values()].reduce((sum, each) => sum + each, 0n);
}
