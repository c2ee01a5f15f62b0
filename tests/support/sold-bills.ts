import { expect, vi } from 'vitest';
import { verifySql } from '../../server/domain/ledger/verify-sql.ts';
import { textOf, upsRow, type UpsCharge } from '../domain/billing/support/make-bills.ts';
import type { Person } from './test-app.ts';
import { openWorld, type World } from './world.ts';

export type Row = Readonly<Record<string, unknown>>;

export interface Charge {
  readonly side: 'sale' | 'cost';
  readonly category: string;
  readonly amount: string;
  readonly box?: number;
}

/** A tenant whose carriers bill, and what tests of customers' bills ask of it. */
export interface Desk {
  readonly world: World;
  readonly finance: Person;
  readonly member: Person;
  readonly tenant: string;
  sample(name: string): string;
  query(text: string, values?: unknown[]): Promise<Row[]>;
  settings(customer: string, values: Readonly<Record<string, unknown>>): Promise<void>;
  /** An order that has been placed and paid for, with its packages; the packages' ids in their order. */
  order(of: OrderOf): Promise<{ order: string; packages: string[] }>;
  /** A bill of UPS, imported and locked. Answers its id. */
  bill(number: string, charges: readonly UpsCharge[]): Promise<string>;
  run(until?: string): Promise<{ sold: number; bills: number }>;
  /** What differs from before in what the ledger must prove. */
  proven(): Promise<void>;
  close(): Promise<void>;
}

export interface OrderOf {
  readonly customer: string;
  readonly tracking: readonly string[];
  readonly charges: readonly Charge[];
  readonly shipDate?: string;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly box?: readonly [weight: string, length: string, width: string, height: string];
}

export const openDesk = async (): Promise<Desk> => deskOf(await openWorld());

/** The desk in a world that is open already; rows of bills that are there before are removed. */
export async function deskOf(world: World): Promise<Desk> {
  const { tenant, samples } = world.homes.north;
  const finance = world.person('north finance').person;
  const query = async (text: string, values: unknown[] = []): Promise<Row[]> =>
    (await world.owner.query<Row>(text, values)).rows;
  const sample = (name: string): string => samples.get(name) ?? '';
  const id = async (): Promise<string> => String((await query('SELECT lading.new_id()::text AS id'))[0]?.['id']);
  // Rows that no test has made stay out of its bills.
  await query(`DELETE FROM member_bill_line WHERE status IN ('open', 'disputed')`);
  const before = await query(verifySql);
  const columns = (
    await query(
      `SELECT quote_ident(column_name) AS name FROM information_schema.columns WHERE table_name = 'order' AND is_generated = 'NEVER'`,
    )
  ).map(({ name }) => String(name));
  return {
    ...{ world, finance, member: world.person('north member').person, tenant, sample, query },
    async settings(customer, values) {
      for (const [name, value] of Object.entries(values))
        await query(`UPDATE customer_config SET "${name}" = $3 WHERE tenant_id = $1 AND customer = $2`, [
          tenant,
          customer,
          value,
        ]);
    },
    async order({ customer, tracking, charges, shipDate = '2026-03-02', values = {}, box = ['4', '12', '10', '8'] }) {
      const [order, shipment] = [await id(), await id()];
      const sum = (side: string) =>
        charges.reduce(
          (total, each) => (each.side === side ? total + Math.round(Number(each.amount) * 100) : total),
          0,
        ) / 100;
      const given = {
        ...{ id: order, orderNo: `SO-S-${order.slice(-9)}`, holdKey: null, customer, currency: 'USD', shipDate },
        ...{ predictedSale: sum('sale'), predictedCost: sum('cost'), status: 'shipped', ...values },
      };
      await query(
        `INSERT INTO "order" (${columns.join(', ')}) SELECT ${columns.map((name) => `n.${name}`).join(', ')} FROM "order" o,
            jsonb_populate_record(o, $2::jsonb) n WHERE o.tenant_id = $1 AND o.id = $3`,
        [tenant, JSON.stringify(given), sample('order/ordered')],
      );
      await query(
        `INSERT INTO "order__boxes" (tenant_id, parent_id, id, seq, weight, length, width, height, quantity)
           SELECT $1, $2, lading.new_id(), x.n, $4, $5, $6, $7, 1 FROM generate_series(1, $3::integer) x(n)`,
        [tenant, order, tracking.length, ...box],
      );
      await query(
        `INSERT INTO shipment (tenant_id, id, "leadTracking", "order", customer, "carrierCode", account, "packageCount", "shipDate", key, status)
           VALUES ($1, $2::bigint, $3, $4, $5, 'UPS', $6, $7, $8, $2::text, 'active')`,
        [tenant, shipment, tracking[0], order, customer, sample('express-account/ups-main'), tracking.length, shipDate],
      );
      const packages: string[] = [];
      for (const [at, number] of tracking.entries()) {
        packages.push(await id());
        await query(
          `INSERT INTO package (tenant_id, id, "trackingNo", "order", customer, shipment, seq, "carrierCode", account, "shipDate", "unitType",
               weight, length, width, height, status)
             VALUES ($1, $2, $3, $4, $5, $6, $7, 'UPS', $8, $9, '0', $10, $11, $12, $13, 'labelled')`,
          [
            tenant,
            packages.at(-1),
            number,
            order,
            customer,
            shipment,
            at + 1,
            sample('express-account/ups-main'),
            shipDate,
            ...box,
          ],
        );
      }
      for (const { side, category, amount, box: at } of charges)
        await query(
          `INSERT INTO order_charge (tenant_id, id, "order", customer, side, phase, category, box, quantity, currency, amount, at, sight)
             VALUES ($1, lading.new_id(), $2, $3, $4, 'predicted', $5, $6, 1, 'USD', $7, now(), 'hidden')`,
          [tenant, order, customer, side, category, at ?? null, amount],
        );
      return { order, packages };
    },
    async bill(number, charges) {
      const amount = (charges.reduce((sum, { net }) => sum + Math.round(Number(net) * 100), 0) / 100).toFixed(2);
      const form = new FormData();
      const text = textOf(charges.map((charge) => upsRow({ number, amount, ...charge })));
      form.append('files', new File([text], `${number}.csv`));
      const sent = new Response(form);
      await world.test.app.inject({
        ...{
          method: 'POST',
          url: '/api/CarrierBill/upload?culture=en-US',
          payload: Buffer.from(await sent.arrayBuffer()),
        },
        headers: {
          ...{ host: 'north.localhost', authorization: `Bearer ${finance.token}` },
          'content-type': sent.headers.get('content-type') ?? '',
        },
      });
      await world.test.runJobs();
      const [bill] = await query('SELECT id::text, status FROM carrier_bill WHERE tenant_id = $1 AND number = $2', [
        tenant,
        number,
      ]);
      const { body } = await finance.post('CarrierBill/lock', { id: bill?.['id'] });
      expect(body.success ? [] : [body.message, body.issues]).toEqual([]);
      return String(bill?.['id']);
    },
    async run(until = '2027-01-01') {
      // Hundreds of runs reach what one person may ask in a minute; the rest wait for the next.
      const asked = async () => {
        const answer = await finance.post('MemberBill/run', { until });
        if (answer.status === 429) throw new Error(answer.body.message);
        return answer;
      };
      const { body } = await vi.waitFor(asked, { timeout: 90_000, interval: 1_000 });
      expect(body.success ? [] : [body.message, body.issues]).toEqual([]);
      const { job } = body.data as { job: string };
      await world.test.runJobs();
      const state = (await finance.get('job', { id: job })).body.data as {
        state: string;
        result: { sold: number; bills: number };
      };
      expect(state).toMatchObject({ state: 'done' });
      return state.result;
    },
    proven: async () => expect(await query(verifySql)).toEqual(before),
    close: () => world.close(),
  };
}
