import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reasons, state } from '../support/money.ts';
import { openPlacingDesk, type PlacingDesk } from '../support/placing-desk.ts';
import type { Answer, Person } from '../support/test-app.ts';

let desk: PlacingDesk;
let platform: Person;
let finance: Person;
let north: string;
let goods: Record<'plan' | 'pack' | 'seat' | 'more', string>;
beforeAll(async () => {
  desk = await openPlacingDesk();
  platform = desk.world.person('platform superAdmin').person;
  finance = desk.money.finance;
  north = desk.world.homes.north.tenant;
  const sell = async (code: string, kind: string, set: object, more: object = {}) => {
    const sets = [{ code: 'one', value: 'One', price: 30, days: 30, ordersPer: 'month', ...set }];
    const { body } = await platform.post('Goods/add', { code, name: code, kind, currency: 'USD', sets, ...more });
    expect(body.issues ?? []).toEqual([]);
    const { id } = body.data as { id: string };
    expect(state(await platform.post('Goods/sell', { id }))).toBe('onSale');
    return id;
  };
  goods = {
    plan: await sell('small', 'plan', { orders: 3, seats: 40, modules: ['tracking'] }, { refundPeriod: 'days30' }),
    pack: await sell('pack', 'addOn', { price: 10, orders: 2, ordersPer: 'term', days: 10 }, { refundPeriod: 'any' }),
    more: await sell('more', 'addOn', { price: 6, orders: 2 }, { refundPeriod: 'any' }),
    seat: await sell('place', 'addOn', { price: 5, seats: 1 }, { refundsAllowed: false }),
  };
}, 120_000);
afterAll(() => desk?.close());

const sql = async <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await desk.world.owner.query<T>(text, values)).rows;
const recharge = async (amount: number, person = finance) => {
  const attachment = (await person.send('sysFileInfo/upload', 'slip.pdf', '%PDF-1.4\n%%EOF\n')).body.data as string;
  const { body } = await person.post('TenantRecharge/add', {
    amount,
    method: 'wire',
    paidOn: '2025-06-02',
    attachment,
  });
  const { id } = body.data as { id: string };
  expect(state(await person.post('TenantRecharge/submit', { id }))).toBe('pending');
  expect(state(await platform.post('TenantRechargeAdmin/pass', { id, postedAmount: amount }))).toBe('passed');
};
let serial = 0;
const buy = (what: keyof typeof goods, amount: string, more: object = {}, person = finance): Promise<Answer> =>
  person.post('TenantShop/buy', {
    ...{ key: `purchase-${(serial += 1)}`, goods: goods[what], set: 'one', quantity: 1, begins: 'after', amount },
    ...more,
  });
interface Order {
  id: string;
  status: string;
  startsOn: string;
  endsOn: string;
  refund: {
    refused: string | null;
    amount: string;
    unusedDays: number;
    unusedOrders: number | null;
    orders: number | null;
  } | null;
}
interface Shown {
  usage: Record<string, unknown>;
  wallet: { balance: string }[];
  orders: Order[];
}
const plan = async (person = finance): Promise<Shown> =>
  (await person.post('TenantShop/plan', {})).body.data as unknown as Shown;
const bought = ({ body }: Answer): string => {
  expect(body.success ? [] : [body.message, body.issues]).toEqual([]);
  return (body.data as { order: string }).order;
};
const wallet = async () => (await plan()).wallet[0]?.balance ?? '0.00';
const codes = ({ body }: Answer) => (body.issues ?? []).map(({ code }) => code);
/** As if an order had been paid so many days before. */
const age = (order: string, days: number) =>
  sql(
    `UPDATE goods_order SET "paidOn" = "paidOn" - $2::integer, "startsOn" = "startsOn" - $2::integer, "endsOn" = "endsOn" - $2::integer WHERE id = $1 AND tenant IS NOT NULL`,
    ...[order, days],
  );
const timer = () => {
  const { services } = desk.world.test.node.context;
  const task = desk.modules.flatMap(({ schedules = [] }) => schedules).find(({ name }) => name === 'tenant-plans');
  if (!services || !task) throw new Error('there is no tenant-plans');
  return task.run({ query: services.query, services });
};
const place = (id: string) => desk.money.admin.post('Order/submit', { id });

describe('a tenant', () => {
  it('goes on without limits as long as nothing was sold to it', async () => {
    expect((await plan()).usage).toMatchObject({ state: 'unlimited', ordersAllowed: null, seatsAllowed: null });
    expect(state(await place(await desk.draft(0)))).toBe('placing');
  });

  it('buys from its wallet: without the money the order waits unpaid, and the same purchase is one', async () => {
    const poor = await buy('plan', '30.00', { key: 'first-purchase' });
    expect(codes(poor)).toEqual(['ledger.notEnough']);
    expect((await plan()).orders.map(({ status }) => status)).toEqual(['unpaid']);
    await recharge(100);
    const order = bought(await buy('plan', '30.00', { key: 'first-purchase' }));
    const shown = await plan();
    expect(shown.orders.map(({ id, status }) => [id, status])).toEqual([[order, 'active']]);
    expect(shown.usage).toMatchObject({ state: 'active', ordersAllowed: 3, seatsAllowed: 40, modules: ['tracking'] });
    expect(await wallet()).toBe('70.00');
    expect(await desk.money.lines(order)).toEqual(['goodsPurchase tenantWallet>platformRevenue 30.00']);
    const flow = (await finance.get('TenantFlow/page', { pageSize: '1', sortField: 'id', sortOrder: 'descend' })).body;
    const { rows } = flow.data as { rows: Record<string, unknown>[] };
    expect(rows[0]).toMatchObject({ kind: 'goodsPurchase', moneyOut: 30, balanceAfter: 70 });
    expect(String(rows[0]?.['reference'])).toMatch(/^GO-/);
    const own = (await finance.get('GoodsOrder/detail', { id: order })).body.data;
    expect(own).toMatchObject({ status: 'active', amount: 30 });
    expect(own).not.toHaveProperty('tenant');
  });

  it('pays the price that was shown, and only for what is on sale', async () => {
    expect(codes(await buy('plan', '29.00'))).toEqual(['plans.priceChanged']);
    expect(codes(await buy('plan', '30.00', { set: 'other' }))).toEqual(['plans.notOnSale']);
    expect((await buy('plan', '30.00', { quantity: 0 })).body.success).toBe(false);
    expect(await wallet()).toBe('70.00');
  });

  it('sees nothing of another tenant, and its clerks and members nothing at all', async () => {
    const [{ id: order } = { id: '' }] = (await plan()).orders;
    const south = desk.world.person('south finance').person;
    expect((await plan(south)).orders).toEqual([]);
    expect((await south.get('GoodsOrder/detail', { id: order })).body.data ?? null).toBeNull();
    for (const command of ['pay', 'cancel'])
      expect(reasons(await south.post(`TenantShop/${command}`, { order }))).toEqual(['order reference.missing']);
    expect(reasons(await south.post('TenantShop/refund', { order, amount: '29.00' }))).toEqual([
      'order reference.missing',
    ]);
    for (const person of [desk.money.clerk, desk.money.member])
      for (const command of ['plan', 'goods'])
        expect((await person.post(`TenantShop/${command}`, {})).status).toBe(403);
    expect((await finance.get('Goods/page')).status).toBe(403);
    // The copy follows the platform's order alone.
    for (const step of ['refund', 'cancel', 'pay'])
      expect((await finance.post(`GoodsOrder/${step}`, { id: order })).body.success).toBe(false);
    expect((await platform.post('TenantShop/plan', {})).status).toBe(403);
  });

  it('loses the modules that its plan does not have, and the rights that only they give', async () => {
    await desk.run();
    expect((await desk.money.admin.get('ReturnedParcel/page')).status).toBe(403);
    expect((await desk.money.admin.get('TrackAlert/page')).status).toBe(200);
    await sql(`UPDATE tenant SET "planWithheld" = NULL WHERE id = $1`, north);
    expect((await desk.money.admin.get('ReturnedParcel/page')).status).toBe(200);
  });
});

describe('the orders of a plan', () => {
  it('are exactly as many as it has, however many are placed at once; what goes back can be placed again', async () => {
    const drafts: string[] = [];
    for (let at = 0; at < 7; at += 1) drafts.push(await desk.draft(0));
    const answers = await Promise.all(drafts.map(place));
    const placed = drafts.filter((_, at) => answers[at]?.body.success);
    const refusals = answers.filter(({ body }) => !body.success).flatMap(codes);
    expect([placed.length, refusals]).toEqual([3, Array.from({ length: 4 }, () => 'plans.ordersUsed')]);
    expect((await plan()).usage).toMatchObject({ ordersUsed: 3 });
    expect(state(await desk.harbor.post('Order/withdraw', { id: placed[0] }))).toBe('draft');
    expect((await plan()).usage).toMatchObject({ ordersUsed: 2 });
    const again = await Promise.all(drafts.filter((id) => !placed.slice(1).includes(id)).map(place));
    expect(again.filter(({ body }) => body.success)).toHaveLength(1);
  });

  it('go on with a package, and its unused orders are what it is worth', async () => {
    const order = bought(await buy('pack', '20.00', { quantity: 2, begins: 'now' }));
    const left: string[] = [];
    for (let at = 0; at < 6; at += 1) left.push(await desk.draft(0));
    const answers = await Promise.all(left.map(place));
    expect(answers.filter(({ body }) => body.success)).toHaveLength(4);
    expect((await plan()).usage).toMatchObject({ termAllowed: 4, termUsed: 4 });
    const quote = (await plan()).orders.find(({ id }) => id === order)?.refund;
    expect(quote).toMatchObject({ refused: null, amount: '0.00' });
    const [placed] = left.filter((_, at) => answers[at]?.body.success);
    expect(state(await desk.harbor.post('Order/withdraw', { id: placed }))).toBe('draft');
    expect((await plan()).orders.find(({ id }) => id === order)?.refund).toMatchObject({ amount: '5.00' });
    const changed = await finance.post('TenantShop/refund', { order, amount: '18.00' });
    expect(codes(changed)).toEqual(['plans.refundChanged']);
    const both = await Promise.all([0, 1].map(() => finance.post('TenantShop/refund', { order, amount: '5.00' })));
    expect(both.filter(({ body }) => body.success)).toHaveLength(1);
    expect(await desk.money.lines(order)).toEqual([
      'goodsPurchase tenantWallet>platformRevenue 20.00',
      'goodsRefund platformRevenue>tenantWallet 5.00',
    ]);
    expect(codes(await place(await desk.draft(0)))).toEqual(['plans.ordersUsed']);
  });
});

describe('the seats of a plan', () => {
  it('are taken by staff who are enabled, and are no more than were bought', async () => {
    const { usage } = await plan();
    const used = Number(usage['seatsUsed']);
    await sql(`UPDATE goods_order SET seats = $2 WHERE tenant = $1 AND kind = 'plan'`, north, used);
    const { org } = desk.world.person('north clerk');
    const person = (account: string) => ({
      account,
      name: account,
      password: 'correct-horse-9',
      org,
      adminType: '3',
      email: `${account}@north.example`,
    });
    const admin = desk.money.admin;
    expect(codes(await admin.post('sysUser/add', person('fourth')))).toEqual(['plans.seatsUsed']);
    const order = bought(await buy('seat', '5.00', { begins: 'now' }));
    const two = await Promise.all(['fourth', 'fifth'].map((account) => admin.post('sysUser/add', person(account))));
    expect(two.filter(({ body }) => body.success)).toHaveLength(1);
    expect((await plan()).usage).toMatchObject({ seatsUsed: used + 1, seatsAllowed: used + 1 });
    expect(codes(await finance.post('TenantShop/refund', { order, amount: '4.83' }))).toEqual(['plans.noRefund']);
  });
});

describe('the term of a plan', () => {
  it('is extended from its end, by each of two renewals', async () => {
    await recharge(60);
    const [before] = (await plan()).orders.filter(({ status }) => status === 'active').toReversed();
    const two = await Promise.all([buy('plan', '30.00'), buy('plan', '30.00')]);
    const ids = two.map(bought);
    const orders = (await plan()).orders.filter(({ id }) => ids.includes(id));
    const starts = orders.map(({ startsOn }) => startsOn).toSorted();
    const next = (day: string, days: number) =>
      new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
    expect(starts).toEqual([next(before?.endsOn ?? '', 1), next(before?.endsOn ?? '', 31)]);
    expect(orders.map(({ status, refund }) => [status, refund?.amount])).toEqual([
      ['paid', '30.00'],
      ['paid', '30.00'],
    ]);
    for (const { id } of orders)
      expect((await finance.post('TenantShop/refund', { order: id, amount: '30.00' })).body.success).toBe(true);
    await desk.verify();
  });

  it('is bought once where the wallet holds the money for one', async () => {
    const held = Number(await wallet());
    await recharge(Math.ceil((45 - held) * 100) / 100 > 0 ? 45 - held : 1);
    const enough = Math.floor(Number(await wallet()) / 30);
    const answers = await Promise.all(Array.from({ length: enough + 2 }, () => buy('plan', '30.00')));
    expect(answers.filter(({ body }) => body.success)).toHaveLength(enough);
    expect(answers.filter(({ body }) => !body.success).flatMap(codes)).toEqual([
      'ledger.notEnough',
      'ledger.notEnough',
    ]);
    const { orders } = await plan();
    for (const { id } of orders.filter(({ status }) => status === 'unpaid'))
      expect((await finance.post('TenantShop/cancel', { order: id })).body.success).toBe(true);
    for (const { id, refund } of orders.filter(({ status }) => status === 'paid'))
      expect((await finance.post('TenantShop/refund', { order: id, amount: refund?.amount })).body.success).toBe(true);
    await desk.verify();
  });

  it('is paid back by its unused days; a refund and its end have one effect', async () => {
    const [order] = (await plan()).orders.filter(({ status }) => status === 'active').toReversed();
    if (!order) throw new Error('a plan is active');
    // Of so many orders hardly any are used.
    await sql(`UPDATE goods_order SET orders = 1000 WHERE id = $1`, order.id);
    await age(order.id, 12);
    expect((await plan()).orders.find(({ id }) => id === order.id)?.refund).toMatchObject({
      amount: '17.00',
      unusedDays: 17,
    });
    await age(order.id, 18);
    const [refunded, moved] = await Promise.all([
      finance.post('TenantShop/refund', { order: order.id, amount: '0.00' }),
      timer(),
    ]);
    expect([codes(refunded), moved > 0]).toEqual([[expect.stringMatching(/plans\.ended|state/)], true]);
    expect((await plan()).orders.find(({ id }) => id === order.id)?.status).toBe('expired');
    expect(await desk.money.lines(order.id)).toHaveLength(1);
  });

  it('has days of grace, then new orders are refused with a message, and nothing else is lost; each is announced once', async () => {
    expect((await plan()).usage).toMatchObject({ state: 'grace' });
    await sql(`UPDATE goods_order SET orders = 100 WHERE tenant = $1 AND kind = 'plan'`, north);
    const late = await desk.draft(0);
    expect(state(await place(late))).toBe('placing');
    const [order] = (await plan()).orders.filter(({ status }) => status === 'expired');
    await age(order?.id ?? '', 7);
    expect((await plan()).usage).toMatchObject({ state: 'ended' });
    const refused = await place(await desk.draft(0));
    expect(codes(refused)).toEqual(['plans.planEnded']);
    // The company's plan is not its customers' business.
    const theirs = await desk.harbor.post('Order/submit', { id: await desk.draft(0) });
    expect(codes(theirs)).toEqual(['plans.closed']);
    expect(refused.body.issues?.[0]?.message).toMatch(/ended on \d{4}-\d{2}-\d{2}/);
    expect((await desk.harbor.get('Order/detail', { id: late })).body.data).toMatchObject({ status: 'placing' });
    await Promise.all([timer(), timer()]);
    await timer();
    const told = await sql<{ about: string; many: string }>(
      `SELECT (SELECT count(*) FROM notice n WHERE n.tenant_id = $1 AND n.title LIKE '%plan has ended%')::text AS many, about
         FROM tenant_shop.told WHERE tenant_id = $1 AND about LIKE 'over:%'`,
      north,
    );
    expect(told.map(({ many }) => many)).toEqual(['2']);
    await desk.verify();
  });

  it('is set by the platform for a free start too, whose end a plan follows', async () => {
    const south = desk.world.homes.south.tenant;
    await sql(
      `UPDATE tenant SET status = 'trial', "trialUntil" = (now() AT TIME ZONE "timeZone")::date + 5, "planRequired" = false WHERE id = $1`,
      south,
    );
    expect((await platform.post('sysTenant/planConfig', { id: south, planRequired: true })).body.success).toBe(true);
    const person = desk.world.person('south finance').person;
    expect((await plan(person)).usage).toMatchObject({ state: 'free', ordersAllowed: null });
    await sql(`UPDATE tenant SET "trialUntil" = "trialUntil" - 6 WHERE id = $1`, south);
    expect((await plan(person)).usage).toMatchObject({ state: 'grace' });
    await sql(`UPDATE tenant SET "trialUntil" = "trialUntil" - 7 WHERE id = $1`, south);
    expect((await plan(person)).usage).toMatchObject({ state: 'ended' });
    expect((await platform.post('sysTenant/planConfig', { id: south, planRequired: false })).body.success).toBe(true);
    expect((await plan(person)).usage).toMatchObject({ state: 'unlimited' });
  });

  it('is not called for where a plan follows the free start already', async () => {
    const south = desk.world.person('south finance').person;
    const home = desk.world.homes.south.tenant;
    await sql(
      `UPDATE tenant SET status = 'trial', "trialUntil" = (now() AT TIME ZONE "timeZone")::date + 2, "planRequired" = true WHERE id = $1`,
      home,
    );
    await recharge(30, south);
    const order = bought(await buy('plan', '30.00', {}, south));
    const { usage, orders } = await plan(south);
    expect(usage).toMatchObject({ state: 'free', until: orders.find(({ id }) => id === order)?.endsOn });
    const told = () => sql(`SELECT about FROM tenant_shop.told WHERE tenant_id = $1 AND about LIKE 'days%'`, home);
    await timer();
    expect(await told()).toEqual([]);
    expect((await south.post('TenantShop/refund', { order, amount: '30.00' })).body.success).toBe(true);
    await timer();
    expect(await told()).toHaveLength(1);
    await sql(`UPDATE tenant SET status = 'active', "trialUntil" = NULL WHERE id = $1`, home);
  });

  it('has a gap where the plan before the next one was paid back, and nothing is free in it', async () => {
    const south = desk.world.person('south finance').person;
    await recharge(60, south);
    const first = bought(await buy('plan', '30.00', { begins: 'now' }, south));
    const next = bought(await buy('plan', '30.00', {}, south));
    expect((await plan(south)).usage).toMatchObject({ state: 'active', ordersAllowed: 3 });
    const refund = (await plan(south)).orders.find(({ id }) => id === first)?.refund;
    expect((await south.post('TenantShop/refund', { order: first, amount: refund?.amount })).body.success).toBe(true);
    expect((await plan(south)).usage).toMatchObject({ state: 'ended' });
    await age(next, 30);
    expect((await plan(south)).usage).toMatchObject({ state: 'active', ordersAllowed: 3 });
    await desk.verify();
  });

  it('is paid back by the orders of its months, too, as far as nothing beside it would have covered them', async () => {
    await recharge(60);
    const order = bought(await buy('plan', '30.00', { begins: 'now' }));
    const of = async (id: string) => (await plan()).orders.find((each) => each.id === id);
    const { startsOn = '', endsOn = '', refund } = (await of(order)) ?? {};
    const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
    const months = monthOf(endsOn) - monthOf(startsOn) + 1;
    // What was placed this month before it began is none of its orders.
    expect(refund).toMatchObject({ amount: '29.00', orders: 3 * months, unusedOrders: 3 * months });
    const before = Number((await plan()).usage['ordersUsed']);
    await sql(`UPDATE goods_order SET orders = orders + $2 WHERE id = $1`, order, before);
    const given = (3 + before) * months;
    const drafts = [await desk.draft(0), await desk.draft(0), await desk.draft(0)];
    for (const id of drafts) expect(state(await place(id))).toBe('placing');
    // The moment of a payment is kept in whole seconds, and these were quicker.
    await sql(`UPDATE "order" SET "submittedAt" = now() + interval '1 minute' WHERE id = ANY ($1)`, drafts);
    expect((await of(order))?.refund).toMatchObject({ orders: given, unusedOrders: given - 3 });
    const more = bought(await buy('more', '6.00'));
    expect((await of(order))?.refund).toMatchObject({ unusedOrders: given - 1 });
    expect((await of(more))?.refund).toMatchObject({ orders: 2 * months, unusedOrders: 2 * months });
    await desk.verify();
  });
});
