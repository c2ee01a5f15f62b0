import type { CommandCall } from '../../../modules/module.ts';
import {
  accountsSql,
  billLinesSql,
  kinds,
  linesSql,
  ordersSql,
  othersSql,
  packagesSql,
  paidSql,
  pushedSql,
  sumsSql,
  type Kind,
} from './statement-sql.ts';

/** Amounts are whole minor units throughout: sums are exact. */
export const minorOf = (text: unknown): bigint => {
  const [, sign = '', whole = '0', rest = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?/.exec(String(text ?? '0')) ?? [];
  const units = BigInt(whole) * 100n + BigInt(rest.padEnd(2, '0'));
  return sign === '-' ? -units : units;
};

export interface Asked {
  readonly customer: string;
  /** `yyyy-mm-dd`, both included, in the tenant's zone. */
  readonly from: string;
  readonly to: string;
}

export interface Account {
  readonly id: string;
  readonly currency: string;
  readonly cut: string;
}

export interface Summary {
  readonly account: Account;
  readonly opening: bigint;
  readonly moved: Readonly<Record<Kind, { readonly amount: bigint; readonly count: number }>>;
  readonly closing: bigint;
}

/** A row of a sheet; its charges sum to its amount. */
export interface Movement {
  readonly day: string;
  readonly moved: bigint;
  readonly number: string | null;
  readonly trackingNo: string | null;
  readonly text: string | null;
  readonly kind: string;
  readonly shipDate: string | null;
  readonly zone: string | null;
  readonly weight: string | null;
  readonly fuelBase: string | null;
  readonly fuelPercent: string | null;
  readonly charges: ReadonlyMap<string, bigint>;
  readonly paid: string | null;
  readonly paidCurrency: string | null;
  readonly rate: string | null;
}

type Row = Readonly<Record<string, unknown>>;
export type Reading = Pick<CommandCall, 'tenant' | 'timeZone' | 'read' | 'actor' | 'currency'>;

const together = 500;

/** The balances of a customer, each with its sums by kind; zero for customers without movements. */
export async function summariesOf(call: Reading, asked: Asked): Promise<Summary[]> {
  const found = await call.read(accountsSql, [call.tenant, asked.customer, call.currency]);
  const accounts = found.map(({ id, currency, cut }): Account => ({
    id: String(id),
    currency: String(currency),
    cut: String(cut),
  }));
  if (accounts.length === 0) accounts.push({ id: '0', currency: call.currency, cut: '0' });
  return Promise.all(
    accounts.map(async (account) => {
      const rows = await call.read(sumsSql, valuesOf(call, asked, account));
      const of = (kind: Kind): Row => rows.find((row) => row['kind'] === kind) ?? {};
      const moved = Object.fromEntries(
        kinds.map((kind) => [kind, { amount: minorOf(of(kind)['moved']), count: Number(of(kind)['count'] ?? 0) }]),
      ) as Summary['moved'];
      const opening = rows.reduce((sum, row) => sum + minorOf(row['before']), 0n);
      const closing = Object.values(moved).reduce((sum, { amount }) => sum + amount, opening);
      return { account, opening, moved, closing };
    }),
  );
}

const valuesOf = ({ tenant, timeZone }: Reading, { customer, from, to }: Asked, { id, cut }: Account) => [
  ...[tenant, customer, id, cut],
  ...[from, to, timeZone],
];

/** The rows of a kind, a page of lines at a time. */
export async function* movementsOf(
  call: Reading,
  asked: Asked,
  account: Account,
  kind: Kind,
): AsyncGenerator<Movement> {
  let [at, id] = ['-infinity', '0'];
  for (;;) {
    const lines = await call.read(linesSql, [...valuesOf(call, asked, account), kind, at, id, together]);
    yield* detailsOf(call, lines);
    const last = lines.at(-1);
    if (!last || lines.length < together) return;
    [at, id] = [String(last['at']), String(last['id'])];
  }
}

const idsOf = (lines: readonly Row[], entity: string): string[] => [
  ...new Set(lines.flatMap((line) => (line['refEntity'] === entity ? [String(line['refId'])] : []))),
];

async function* detailsOf(call: Reading, lines: readonly Row[]): AsyncGenerator<Movement> {
  const { tenant, actor } = call;
  const ask = async (text: string, ...values: unknown[]) =>
    values.every((each) => Array.isArray(each) && each.length === 0)
      ? []
      : call.read(text, [tenant, ...values, ...(text === ordersSql ? [actor.member === null] : [])]);
  const ids = (entity: string) => idsOf(lines, entity);
  const [orders, billLines, paid, others, pushed] = await Promise.all([
    ask(ordersSql, ids('order')),
    ask(billLinesSql, ids('member-bill-line')),
    ask(paidSql, ids('recharge'), ids('online-payment')),
    ask(othersSql, ids('deduction'), ids('withdrawal'), ids('deposit'), []),
    ask(
      pushedSql,
      lines.flatMap((line) => (line['refEntity'] === 'member-bill' ? [line['id']] : [])),
    ),
  ]);
  const known = new Map<string, Row>([
    ...orders.map((row) => [`order ${String(row['id'])}`, row] as const),
    ...billLines.map((row) => [`member-bill-line ${String(row['id'])}`, row] as const),
    ...[...paid, ...others].map((row) => [`${String(row['entity'])} ${String(row['id'])}`, row] as const),
  ]);
  const latest = new Set(pushed.map(({ id }) => String(id)));
  for (const line of lines) {
    if (latest.has(String(line['id']))) yield* rowsOfBill(call, line);
    else yield movementOf(line, known.get(`${String(line['refEntity'])} ${String(line['refId'])}`) ?? {});
  }
}

/** The row of a line; charges of an order have the sign of its amount, and the remainder has no category. */
function movementOf(line: Row, of: Row): Movement {
  const moved = minorOf(line['moved']);
  const direction = moved < 0n ? -1n : 1n;
  const told = Object.entries((of['charges'] as Record<string, string> | undefined) ?? {});
  const category = text(of['category']);
  const charges = category
    ? new Map([[category, moved]])
    : completed(new Map(told.map(([name, amount]) => [name, direction * minorOf(amount)])), moved);
  return {
    ...{ day: String(line['day']), moved, charges, kind: String(line['kind']) },
    number: text(of['orderNo']) ?? text(of['number']) ?? text(line['number']),
    ...{ trackingNo: text(of['trackingNo']) ?? text(of['leadTracking']), text: text(of['text']) },
    ...measured(of),
    ...{ fuelBase: text(of['fuelBase']), fuelPercent: text(of['fuelPercent']) },
    ...{ paid: text(of['paid']), paidCurrency: text(of['currency']), rate: text(of['rate']) },
  };
}

/** A bill's rows by package; they sum to the posted amount. */
async function* rowsOfBill(call: Reading, line: Row): AsyncGenerator<Movement> {
  let remaining = minorOf(line['moved']);
  const none = { fuelBase: null, fuelPercent: null, paid: null, paidCurrency: null, rate: null, text: null };
  const day = String(line['day']);
  const kind = String(line['kind']);
  for (let key = ''; ;) {
    const packages = await call.read(packagesSql, [call.tenant, line['bill'], key, together]);
    for (const each of packages) {
      const charges = new Map<string, bigint>();
      for (const [category, amount] of each['charges'] as readonly (readonly [string, string])[])
        charges.set(category, (charges.get(category) ?? 0n) - minorOf(amount));
      const moved = [...charges.values()].reduce((sum, amount) => sum + amount, 0n);
      remaining -= moved;
      const number = text(each['orderNo']) ?? text(line['number']);
      yield { ...none, ...measured(each), day, kind, moved, charges, number, trackingNo: text(each['trackingNo']) };
    }
    const last = packages.at(-1);
    if (!last || packages.length < together) break;
    key = String(last['key']);
  }
  if (remaining !== 0n) yield movementOf({ ...line, moved: decimal(remaining) }, {});
}

const decimal = (minor: bigint): string => {
  const digits = String(minor < 0n ? -minor : minor).padStart(3, '0');
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** The category of what no category explains. */
export const unnamed = '';

function completed(charges: Map<string, bigint>, moved: bigint): Map<string, bigint> {
  const rest = [...charges.values()].reduce((sum, amount) => sum - amount, moved);
  return rest === 0n ? charges : charges.set(unnamed, rest);
}

const measured = (of: Row) => ({
  shipDate: text(of['shipDate']),
  zone: text(of['zone']),
  weight: text(of['weight']),
});

const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));
