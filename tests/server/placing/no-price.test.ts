import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { added, reasons, state } from '../../support/money.ts';
import { openPlacingDesk, type PlacingDesk } from '../../support/placing-desk.ts';
import { addSellingList, soldBy, type PriceList } from '../../support/pricing.ts';
import type { Person } from '../../support/test-app.ts';

/* No order is placed without a price, on any path and for any role; 0.00 is a price. */

interface Trial {
  results: { ok: boolean; issues?: { path: string; code: string; message: string }[] }[];
}
const asTold = ({ path, code, message }: { path: string; code: string; message: string }) =>
  `${path} ${code} ${message}`;

const noPrice = ['service order.noPrice'];

let desk: PlacingDesk;
let list: PriceList;
let staff: Person;
let before: { available: number; frozen: number };
beforeAll(async () => {
  desk = await openPlacingDesk();
  list = await addSellingList(desk.world);
  staff = desk.money.admin;
  await desk.recharge(1_000);
}, 120_000);
afterAll(() => desk?.close());

const sql = async (text: string, ...values: unknown[]) =>
  (await desk.world.owner.query<Record<string, unknown>>(text, values)).rows;
const submit = (id: string, person = desk.harbor) => person.post('Order/submit', { id });
/** A draft at the price of its customer's tables. */
const tried = async (more: object = {}): Promise<string> => {
  const id = await desk.draft(1, { ...soldBy(list), ...more });
  expect((await desk.harbor.post('Order/trial', { ids: [id] })).body.success).toBe(true);
  return id;
};
/** A draft on a service that no table of its customer prices. */
const unpriced = async (): Promise<string> => {
  const id = await desk.draft();
  expect((await desk.harbor.post('Order/trial', { ids: [id] })).body.success).toBe(true);
  return id;
};
const salePrice = (status: string) =>
  sql('UPDATE rate_table SET status = $2 WHERE id = $1', list.id('rate-table/sale-a'), status);
const untouched = async (id: string) => {
  expect(await desk.purse()).toEqual(before);
  expect(await sql('SELECT key FROM shipping.placing WHERE "order" = $1', id)).toEqual([]);
  expect(await desk.bought(id)).toBe(0);
};

beforeAll(async () => {
  before = await desk.purse();
});
afterEach(async () => {
  await salePrice('active');
  await sql(`DROP TRIGGER IF EXISTS gone ON shipping.placing`);
  await desk.verify();
  before = await desk.purse();
});

describe('a draft on a service without a price', () => {
  it('is refused as one of a customer who has not been configured where they have neither settings nor a channel', async () => {
    const { body } = await staff.get('Customer/detail', { id: desk.customer });
    const { org } = body.data as { org: string };
    const blank = { code: 'C-BLANK', name: 'Blank Slate', type: 'seller', org, country: 'US', contact: 'Jo Doe' };
    const customer = added(await staff.post('Customer/add', blank));
    const { boxes, ...other } = await desk.detail(await unpriced());
    const kept = ['channel', 'service', 'shipFrom', 'unitType', 'senderMode'];
    const draft = Object.entries(other).filter(([name]) => kept.includes(name) || name.startsWith('shipTo'));
    const id = added(await staff.post('Order/add', { ...Object.fromEntries(draft), boxes, customer }));
    const tried = async () => (await staff.post('Order/trial', { ids: [id] })).body.data as Trial;
    const told = async () => (await tried()).results.flatMap(({ ok, issues = [] }) => [ok, ...issues.map(asTold)]);
    expect(await told()).toEqual([
      false,
      'service order.notConfigured This customer has not been configured: set up their settings and channels first.',
    ]);
    const refused = await submit(id, staff);
    expect(reasons(refused)).toEqual(['service order.notConfigured']);
    expect(refused.body.message).toContain('This customer has not been configured');
    await untouched(id);
    // With settings and still without a channel there is no price, in both.
    added(await staff.post('MemberConfig/add', { customer, accountingStart: '2026-01-01' }));
    expect(await told()).toEqual([false, expect.stringMatching(/^service order\.noPrice No price: /)]);
    expect(reasons(await submit(id, staff))).toEqual(noPrice);
  });

  it('is refused to members and to staff, in their language', async () => {
    const id = await unpriced();
    const refused = await submit(id);
    expect(reasons(refused)).toEqual(noPrice);
    expect(refused.body.message).toContain('No price');
    expect(reasons(await submit(id, staff))).toEqual(noPrice);
    const { body } = await desk.world.test.app
      .inject({
        ...{ method: 'POST', url: '/api/Order/submit', payload: { id } },
        headers: { host: 'north.localhost', authorization: `Bearer ${staff.token}`, 'accept-language': 'zh-CN' },
      })
      .then((answer) => ({ body: answer.json<{ message: string }>() }));
    expect(body.message).toContain('没有价格');
    await untouched(id);
  });

  it('is refused in a batch, where another service is the repair', async () => {
    const [good, bad] = [await tried(), await unpriced()];
    const { batch } = (await desk.harbor.post('Order/placeMany', { ids: [good, bad] })).body.data as { batch: string };
    await desk.run();
    const { causes } = (await desk.harbor.post('Order/causes', { batch })).body.data as { causes: object[] };
    expect(causes).toMatchObject([{ group: 'check', code: 'order.noPrice', ids: [bad] }]);
    expect([await desk.bought(good), await desk.bought(bad)]).toEqual([1, 0]);
  });

  it('is refused when it has failed before and is tried again', async () => {
    const id = await tried();
    desk.simulator.control.fault({ kind: 'refuse', call: 'ship', times: 1, code: '120802' });
    await submit(id);
    await desk.run();
    expect((await desk.detail(id))['status']).toBe('failed');
    before = await desk.purse();
    await salePrice('retired');
    expect(reasons(await desk.harbor.post('Order/retry', { id }))).toEqual(noPrice);
    expect(reasons(await staff.post('Order/retry', { id }))).toEqual(noPrice);
    expect(await desk.purse()).toEqual(before);
    expect(await desk.bought(id)).toBe(0);
    // By itself it is not tried again either, and says why.
    await sql(`UPDATE "order" SET "nextTryAt" = now() - interval '1 second' WHERE id = $1`, id);
    await desk.sweep();
    expect(await desk.detail(id)).toMatchObject({
      ...{ status: 'failed', errorCode: 'check', errorDetail: 'order.noPrice', errorCause: null, nextTryAt: null },
      errorText: expect.stringMatching(/No price|没有价格/) as string,
    });
  });
});

describe('a price that an order had', () => {
  it('is not charged once its table is retired', async () => {
    const id = await tried();
    expect((await desk.detail(id))['predictedSale']).toBeGreaterThan(0);
    await salePrice('retired');
    expect(reasons(await submit(id))).toEqual(noPrice);
    await untouched(id);
  });

  it('is not charged for another service', async () => {
    const id = await tried();
    const channel = desk.world.homes.north.samples.get('channel/ups-west');
    const service = desk.world.homes.north.samples.get('channel-service/ups-west-ground');
    const shipFrom = desk.world.homes.north.samples.get('channel-ship-from/ups-west');
    expect((await staff.post('Order/edit', { id, channel, service, shipFrom })).body.success).toBe(true);
    expect(reasons(await submit(id))).toEqual(noPrice);
    await untouched(id);
  });

  it('is not charged where its table is retired between the hold and the order', async () => {
    const id = await tried();
    await sql(`CREATE OR REPLACE FUNCTION test.retire() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
      UPDATE public.rate_table SET status = 'retired' WHERE code = 'TST-SILVER'; RETURN NEW; END $$`);
    await sql(`CREATE TRIGGER gone BEFORE INSERT ON shipping.placing FOR EACH ROW EXECUTE FUNCTION test.retire()`);
    expect(reasons(await submit(id))).toEqual(noPrice);
    await untouched(id);
  });

  it('is held for every order that is placed while its table is retired, and for no other', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 12; at += 1) ids.push(await tried());
    const answers = await Promise.all([
      ...ids.slice(0, 6).map((id) => submit(id)),
      salePrice('retired'),
      ...ids.slice(6).map((id) => submit(id)),
    ]);
    const refused = answers.flatMap((answer) => ('body' in answer ? reasons(answer) : []));
    expect([...new Set([...refused, ...noPrice])]).toEqual(noPrice);
    const placed = await sql(
      `SELECT o."predictedSale" = h.amount AS exact FROM "order" o LEFT JOIN ledger.hold h ON h.tenant_id = o.tenant_id AND h.key = o."holdKey"
        WHERE o.id = ANY ($1) AND o.status <> 'draft'`,
      ids,
    );
    expect(placed).toEqual(Array.from({ length: ids.length - refused.length }, () => ({ exact: true })));
    await desk.run();
  });
});

describe('an order that waits for staff', () => {
  it('does not go on where it has no price', async () => {
    const id = desk.world.homes.north.samples.get('order/held') ?? '';
    await sql('UPDATE "order" SET "predictedSale" = NULL WHERE id = $1', id);
    expect(reasons(await staff.post('Order/letPass', { id }))).toEqual(noPrice);
    await untouched(id);
  });
});

describe('a price that another person has tried again, and that has risen', () => {
  const discount = (percent: number) =>
    sql('UPDATE customer_config SET "discountPercent" = $2 WHERE customer = $1', desk.customer, percent);
  const tryAgain = async (id: string) => {
    const { results } = (await staff.post('Order/trial', { ids: [id] })).body.data as {
      results: { version: number }[];
    };
    const now = await desk.detail(id);
    expect(results[0]?.version).toBe(now['version']);
    return { version: Number(now['version']), price: Number(now['predictedSale']) };
  };
  afterEach(() => discount(0));

  it('is not charged to who was shown the lower one, alone or in a batch', async () => {
    await discount(50);
    const id = await tried();
    const { version, predictedSale } = await desk.detail(id);
    const shown = Number(predictedSale);
    await discount(0);
    const risen = await tryAgain(id);
    expect(risen.price).toBeGreaterThan(shown);
    expect((await desk.harbor.post('Order/submit', { id, version })).status).toBe(409);
    await untouched(id);
    const ask = { ids: [id], prices: { [id]: shown } };
    const { batch } = (await desk.harbor.post('Order/placeMany', ask)).body.data as { batch: string };
    await desk.run();
    await untouched(id);
    const { causes } = (await desk.harbor.post('Order/causes', { batch })).body.data as { causes: object[] };
    expect(causes).toMatchObject([{ group: 'check', code: 'shipping.dearer', ids: [id] }]);
    const again = { batch, ids: [id] };
    await desk.harbor.post('Order/repair', { ...again, prices: { [id]: shown } });
    await desk.run();
    await untouched(id);
    // Who has seen it places at it.
    await desk.harbor.post('Order/repair', { ...again, prices: { [id]: risen.price } });
    await desk.run();
    expect(await desk.bought(id)).toBe(1);
    expect((await desk.purse()).available).toBe(before.available - Math.round(risen.price * 100));
  });

  it('changes the draft; the same or a lower price does not, nor the first trial after an edit', async () => {
    await discount(50);
    const id = await tried();
    const { version } = await desk.detail(id);
    expect(await tryAgain(id)).toMatchObject({ version });
    await discount(60);
    expect(await tryAgain(id)).toMatchObject({ version });
    await discount(0);
    expect(await tryAgain(id)).toMatchObject({ version: Number(version) + 1 });
    const boxes = [{ weight: 40, length: 12, width: 10, height: 8, quantity: 2 }];
    const edited = await desk.harbor.post('Order/edit', { id, boxes });
    expect(await tryAgain(id)).toMatchObject({ version: (edited.body.data as { version: number }).version });
  });
});

describe('a price of 0.00', () => {
  it('that the terms of a customer say is a price: the order is placed and nothing is charged', async () => {
    await sql('UPDATE customer_config SET "discountPercent" = 100 WHERE customer = $1', desk.customer);
    await sql(`UPDATE surcharge_rule SET status = 'retired' WHERE code = 'TST-RES-SALE'`);
    const id = await tried();
    expect((await desk.detail(id))['predictedSale']).toBe(0);
    expect(state(await submit(id))).toBe('placing');
    await desk.run();
    expect(await desk.bought(id)).toBe(1);
    expect(await desk.purse()).toEqual(before);
  });
});
