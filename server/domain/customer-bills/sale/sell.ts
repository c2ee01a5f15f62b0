import type { WorkCall } from '../../../modules/module.ts';
import { exact } from '../../rating/kernel/exact.ts';
import type { Snapshot } from '../../rating/snapshot/snapshot.ts';
import { snapshotsOf } from '../../rating/snapshot/snapshots.ts';
import { stateSql } from '../../rating/snapshot/state-sql.ts';
import type { ChargeFacts, ForgoneFacts, LineFacts, RowFacts, SaleFacts, SaleMode, SaleTerms } from './facts.ts';
import { rerate, type Route } from './rerate.ts';
import {
  basicsSql,
  orderFactsSql,
  ordersOfBillSql,
  shipmentFactsSql,
  shipmentsOfBillSql,
  soldSql,
  termsSql,
  unsoldBillsSql,
  writeSql,
} from './sale-sql.ts';
import { money, sellOrder, type SoldRow } from './sell-order.ts';

/** Orders per transaction. */
const page = 200;
/** Retries of a page after a concurrent run has sold part of it. */
const tries = 5;

type Row = Readonly<Record<string, unknown>>;

/**
 * Sells all unsold lines of locked bills: each becomes part of one row, which says what a customer owes for a package
 * and category. Idempotent and safe to run concurrently. Answers the number of lines.
 */
export async function sellLocked(call: WorkCall): Promise<number> {
  const { services, tenant } = call;
  const bills = await services.query(unsoldBillsSql, [tenant]);
  if (bills.length === 0) return 0;
  const snapshot = await pricesNow(call);
  const basics = basicsOf(await services.query(basicsSql, [tenant]));
  const on = { call, snapshot, basics };
  const total = bills.reduce((sum, { lines }) => sum + Number(lines), 0);
  let done = 0;
  for (const { id, lines } of bills) {
    await sellBill(on, String(id));
    done += Number(lines);
    await call.progress({ done, total });
    call.signal.throwIfAborted();
  }
  return done;
}

interface Selling {
  readonly call: WorkCall;
  readonly snapshot: Snapshot;
  readonly basics: SaleTerms['basics'];
}

async function pricesNow(call: WorkCall): Promise<Snapshot> {
  const [row] = await call.read(`SELECT ${stateSql} AS state`, []);
  return snapshotsOf(call.services).of(call, String(row?.['state']));
}

async function sellBill(on: Selling, bill: string): Promise<void> {
  const { services, tenant, signal } = on.call;
  for (let last = '0'; ;) {
    const orders = (await services.query(ordersOfBillSql, [tenant, bill, last, page])).map(({ id }) => String(id));
    if (orders.length === 0) break;
    await again(() => sellOrders(on, bill, orders));
    last = orders.at(-1) ?? last;
    signal.throwIfAborted();
  }
  for (const shipment of await services.query(shipmentsOfBillSql, [tenant, bill])) {
    await again(() => sellShipment(on, bill, String(shipment['customer']), String(shipment['tracking'])));
  }
  await services.query(soldSql, [tenant, bill]);
}

async function again(sell: () => Promise<boolean>): Promise<void> {
  for (let count = 0; count < tries; count += 1) if (await sell()) return;
  throw new Error('concurrent runs kept selling the lines of this page');
}

async function sellOrders(
  { call, snapshot, basics }: Selling,
  bill: string,
  orders: readonly string[],
): Promise<boolean> {
  const { services, tenant } = call;
  const found = await services.query(orderFactsSql, [tenant, bill, orders]);
  const terms = await termsOf(call, [...new Set(found.map(({ customer }) => String(customer)))], basics);
  const read: object[] = [];
  const rows: SoldRow[] = [];
  for (const row of found) {
    const agreed = terms.get(String(row['customer']));
    if (!agreed) continue;
    const facts = factsOf(row, agreed.terms);
    read.push({ order: facts.order, known: facts.rows.length });
    const route = routeOf(row, agreed.payer);
    rows.push(...sellOrder(facts, row['boxes'] as number[], (units) => rerate(snapshot, route, facts.packages, units)));
  }
  return write(call, bill, read, rows);
}

async function sellShipment(
  { call, basics }: Selling,
  bill: string,
  customer: string,
  tracking: string,
): Promise<boolean> {
  const [row] = await call.services.query(shipmentFactsSql, [call.tenant, bill, customer, tracking]);
  const agreed = (await termsOf(call, [customer], basics)).get(customer);
  if (!row || !agreed) return true;
  const bare = {
    ...row,
    order: null,
    customer,
    currency: null,
    refunded: false,
    charged: null,
    packages: [],
    charges: [],
    agreements: [],
    forgone: [],
  };
  const lines = row['lines'] as readonly { currency: string }[];
  const rows = [...new Set(lines.map(({ currency }) => currency))].flatMap((currency) =>
    sellOrder(factsOf({ ...bare, currency }, agreed.terms), [], () => ({
      reason: { code: 'rating.notOffered', path: '', params: {} },
    })).filter((each) => each.currency === currency),
  );
  return write(call, bill, [{ order: null, customer, tracking, known: (row['rows'] as unknown[]).length }], rows);
}

async function write(
  { services, tenant }: WorkCall,
  bill: string,
  read: readonly object[],
  rows: readonly SoldRow[],
): Promise<boolean> {
  const wire = rows.map((row) => ({
    ...row,
    ...{ old: money(row.old), new: money(row.new), difference: money(row.difference), cost: money(row.cost) },
    factor: row.factor === null ? null : row.factor / 10_000,
    lines: `{${row.lines.join(',')}}`,
    held: row.held && { ...row.held, amount: money(row.held.amount), claimed: money(row.held.claimed) },
  }));
  const [answer] = await services.query(writeSql, [tenant, bill, JSON.stringify(read), JSON.stringify(wire)]);
  return answer?.['written'] !== null;
}

export const cents = (value: unknown): number => exact(String(value ?? '0'), 100) ?? 0;
const parts = (value: unknown): number | null =>
  value === null || value === undefined ? null : exact(String(value), 10_000);

interface Agreed {
  readonly terms: SaleTerms;
  readonly payer: NonNullable<Route['payer']>;
}

async function termsOf({ services, tenant }: WorkCall, customers: readonly string[], basics: SaleTerms['basics']) {
  const found = new Map<string, Agreed>();
  for (const row of await services.query(termsSql, [tenant, customers])) {
    const own = Object.entries(row['own'] as Record<string, Row>).map(([category, each]) => [
      category,
      {
        mode: each['mode'] as SaleMode,
        factor: parts(each['factor']),
        ignoreBelow: each['ignoreBelow'] === null ? null : cents(each['ignoreBelow']),
      },
    ]);
    const id = String(row['customer']);
    const percent = (name: string) => row[name] as string | null;
    found.set(id, {
      terms: {
        billProcessing: String(row['billProcessing']),
        ...{ factor: parts(row['factor']) ?? 10_000, ignoreBelow: cents(row['ignoreBelow']) },
        ...{ own: Object.fromEntries(own) as SaleTerms['own'], basics },
      },
      payer: { id, discountPercent: percent('discountPercent'), distributionPercent: percent('distributionPercent') },
    });
  }
  return found;
}

const basicsOf = (rows: readonly Row[]): SaleTerms['basics'] =>
  Object.fromEntries(
    rows.map(({ category, mode, factor }) => [String(category), { mode: mode as SaleMode, factor: parts(factor) }]),
  );

/** Rows of a statement, with one of their sums in cents. */
const inCents = <Fact>(rows: unknown, sum: keyof Fact): readonly Fact[] =>
  (rows as readonly Fact[]).map((each) => ({ ...each, [sum]: cents(each[sum]) }));

function factsOf(row: Row, terms: SaleTerms): SaleFacts {
  const list = <Fact>(name: string) => row[name] as readonly Fact[];
  return {
    ...{
      order: row['order'] as string | null,
      customer: String(row['customer']),
      currency: row['currency'] as string | null,
    },
    ...{ refunded: row['refunded'] === true, charged: row['charged'] === null ? null : cents(row['charged']) },
    packages: list('packages'),
    charges: inCents<ChargeFacts>(row['charges'], 'amount'),
    lines: inCents<LineFacts>(row['lines'], 'net'),
    rows: inCents<RowFacts>(row['rows'], 'difference'),
    agreements: list('agreements'),
    forgone: inCents<ForgoneFacts>(row['forgone'], 'amount'),
    terms,
  };
}

function routeOf(row: Row, payer: Agreed['payer']): Route {
  const text = (name: string) => (row[name] as string | null) ?? null;
  const from = text('fromPostalCode');
  return {
    ...{ service: text('service'), shipDate: String(row['shipDate']), unitType: String(row['unitType']) },
    from: from === null ? null : { postalCode: from, country: text('fromCountry') ?? 'US' },
    to: {
      postalCode: String(row['shipToPostalCode']),
      country: String(row['shipToCountry']),
      type: String(row['shipToType']),
    },
    ...{ signature: String(row['signatureOption']), thirdParty: row['thirdParty'] === true },
    ...{ payer, level: text('level') },
  };
}
