import { vi } from 'vitest';
import { textOf, upsRow, type UpsCharge } from '../domain/billing/support/make-bills.ts';
import type { Person } from './test-app.ts';
import type { World } from './world.ts';

export type Rows = Readonly<Record<string, unknown>>[];

/** A bill of UPS over the sum of its charges. */
export const upsBill = (number: string, charges: readonly UpsCharge[]): string => {
  const cents = charges.reduce((sum, { net }) => sum + Math.round(Number(net) * 100), 0);
  return textOf(charges.map((charge) => upsRow({ number, amount: (cents / 100).toFixed(2), ...charge })));
};

/** The bills of the north: packages that were shipped, files that are imported, and what came of both. */
export class BillDesk {
  constructor(
    private readonly world: World,
    private readonly who: Person,
  ) {}

  get tenant(): string {
    return this.world.homes.north.tenant;
  }

  sample(name: string): string | undefined {
    return this.world.homes.north.samples.get(name);
  }

  async query(text: string, values: unknown[] = []): Promise<Rows> {
    return (await this.world.owner.query<Rows[number]>(text, values)).rows;
  }

  async upload(
    files: Readonly<Record<string, string | Buffer>>,
    path = 'CarrierBill/upload',
  ): Promise<Record<string, unknown>> {
    const form = new FormData();
    for (const [name, content] of Object.entries(files))
      form.append('files', new File([new Uint8Array(Buffer.from(content))], name));
    const sent = new Response(form);
    const raw = await this.world.test.app.inject({
      ...{
        method: 'POST',
        url: `/api/${path}?culture=en-US`,
        payload: Buffer.from(await sent.arrayBuffer()),
      },
      headers: {
        ...{ host: 'north.localhost', authorization: `Bearer ${this.who.token}` },
        'content-type': sent.headers.get('content-type') ?? '',
      },
    });
    const { data } = raw.json<{ data: { job: string } }>();
    await this.world.test.runJobs();
    return { ...(await this.finished(data.job)) };
  }

  /** The result of a job; where the app runs its own jobs, it may still be going. */
  private async finished(id: string): Promise<object> {
    const job = await vi.waitFor(
      async () => {
        const found = (await this.who.get('job', { id })).body.data as { state: string; result: object };
        if (['queued', 'running'].includes(found.state)) throw new Error(JSON.stringify(found));
        return found;
      },
      { timeout: 60_000, interval: 200 },
    );
    if (job.state !== 'done') throw new Error(JSON.stringify(job));
    return job.result;
  }

  async bill(number: string): Promise<Rows[number]> {
    const text = 'SELECT * FROM carrier_bill WHERE tenant_id = $1 AND number = $2';
    return (await this.query(text, [this.tenant, number]))[0] as Rows[number];
  }

  lines(number: string): Promise<Rows> {
    return this.query(
      `SELECT l.* FROM carrier_bill_line l JOIN carrier_bill b ON b.tenant_id = l.tenant_id AND b.id = l.bill
        WHERE b.tenant_id = $1 AND b.number = $2 ORDER BY l.line, l.id`,
      [this.tenant, number],
    );
  }

  /** A package of an order of acme's on the account of UPS; `over` and `box` are columns of the order and the package. */
  async ship(
    trackingNo: string,
    { over = {}, box = {}, shipDate = '2026-03-02' }: { over?: object; box?: object; shipDate?: string } = {},
  ): Promise<{ order: string; box: string; orderNo: string }> {
    const ids = await this.query('SELECT lading.new_id()::text AS id FROM generate_series(1, 3)');
    const [order, shipment, one] = ids.map(({ id }) => String(id)) as [string, string, string];
    const [customer, account] = [this.sample('customer/acme'), this.sample('express-account/ups-main')];
    const orderNo = `SO-T-${order.slice(-8)}`;
    await this.clone('order', String(this.sample('order/ordered')), {
      ...{ id: order, orderNo, holdKey: null, customer, ...over },
    });
    await this.query(
      `INSERT INTO shipment (tenant_id, id, "leadTracking", "order", customer, "carrierCode", account, "packageCount", "shipDate", key, status)
         SELECT $1, $2::bigint, $3, $4, $5, 'UPS', $6, 1, $7, $2::text, 'active'`,
      [this.tenant, shipment, trackingNo, order, customer, account, shipDate],
    );
    const cells = {
      ...{
        tenant_id: this.tenant,
        id: one,
        trackingNo,
        order,
        customer,
        shipment,
        seq: 1,
        carrierCode: 'UPS',
        account,
      },
      ...{ shipDate, status: 'labelled', unitType: '0', ...box },
    };
    const names = Object.keys(cells).map((name) => `"${name}"`);
    await this.query(
      `INSERT INTO package (${names.join(', ')}) SELECT ${names.map((name) => `n.${name}`).join(', ')}
         FROM jsonb_populate_record(NULL::package, $1::jsonb) n`,
      [JSON.stringify(cells)],
    );
    return { order, box: one, orderNo };
  }

  private async clone(table: string, from: string, over: object): Promise<void> {
    const found = await this.query(
      `SELECT quote_ident(column_name) AS name FROM information_schema.columns WHERE table_name = $1 AND is_generated = 'NEVER'`,
      [table],
    );
    const names = found.map(({ name }) => String(name));
    await this.query(
      `INSERT INTO "${table}" (${names.join(', ')}) SELECT ${names.map((name) => `n.${name}`).join(', ')} FROM "${table}" o,
          jsonb_populate_record(o, $1::jsonb) n WHERE o.tenant_id = $2 AND o.id = $3`,
      [JSON.stringify(over), this.tenant, from],
    );
  }

  /** What was predicted for an order, by category. */
  async predict(order: string, amounts: Readonly<Record<string, string>>, text: string | null = null): Promise<void> {
    for (const [category, amount] of Object.entries(amounts)) {
      await this.query(
        `INSERT INTO order_charge (tenant_id, id, "order", customer, side, phase, category, currency, amount, at, sight, text)
           SELECT o.tenant_id, lading.new_id(), o.id, o.customer, 'cost', 'predicted', $3, 'USD', $4, now(), 'hidden', $5 FROM "order" o
            WHERE o.tenant_id = $1 AND o.id = $2`,
        [this.tenant, order, category, amount, text],
      );
    }
  }
}
