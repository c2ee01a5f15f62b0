import { describe, expect, it } from 'vitest';
import type { ShopParcel, StoreResult } from '../../../server/domain/stores/store.ts';
import { recordPlatforms } from '../../support/stores/recorded-platforms.ts';

/* What platforms do that an ordinary day does not show: limits of one query, several locations, interrupted pages, hidden addresses. */

const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);
const window = () => ({ from: hoursAgo(24).toISOString(), to: hoursAgo(0.05).toISOString() });
const valueOf = <T>(result: StoreResult<T>): T => {
  expect(result).toMatchObject({ ok: true });
  return (result as { value: T }).value;
};

describe('Amazon', () => {
  it('connects a shop that has the older API alone, and retries its orders there', async () => {
    const { open, world } = await recordPlatforms();
    const { there, account, api } = open({ platform: 'amazon', name: 'A2OLDONLY001', newer: false });
    const order = world.order(there, { at: hoursAgo(3), items: [{ sku: 'A', quantity: 3, price: '19.99' }] });
    const scopes = valueOf(await api.check(account));
    expect(scopes.map(({ scope, state }) => `${scope} ${state}`)).toEqual([
      ...['orders ok', 'restrictedData ok', 'confirmShipment ok'],
    ]);
    const found = valueOf(await api.one(account, { no: order.no, id: order.no }));
    // The older API names the price of all pieces together.
    expect(found).toMatchObject({
      problem: null,
      to: { name: order.to.name },
      items: [{ quantity: 3, price: '19.99' }],
    });
  });

  it('continues a page of the older API that a rate limit interrupted', async () => {
    const { open, world, fault, clearFaults, exchanges, clock } = await recordPlatforms();
    const { there, account, api } = open({ platform: 'amazon', name: 'A2LIMITED001', newer: false });
    for (let at = 0; at < 20; at += 1) world.order(there, { at: hoursAgo(20 - at / 2) });
    let tries = 0;
    // Each attempt gets through seven orders.
    for (let done = false; !done && tries < 5; tries += 1) {
      fault({ kind: 'limit', call: 'itemsV0', after: 7 });
      const page = await api.pull(account, window(), null);
      done = page.ok;
      if (page.ok) expect(page.value.orders).toHaveLength(20);
      else expect(page).toMatchObject({ kind: 'limited' });
      clearFaults();
      clock.now += 120_000;
    }
    expect(tries).toBe(3);
    const asked = exchanges.filter(({ path, status }) => path.endsWith('/orderItems') && status === 200);
    expect(asked).toHaveLength(20);
  });

  it('asks for a restricted token where the newer API leaves addresses out without one', async () => {
    const { open, world, exchanges } = await recordPlatforms();
    const { there, account, api } = open({ platform: 'amazon', name: 'A2GUARDED001' });
    there.guarded = true;
    const order = world.order(there, { at: hoursAgo(2) });
    const page = valueOf(await api.pull(account, window(), null));
    expect(page.orders).toMatchObject([{ problem: null, to: { name: order.to.name } }]);
    expect(valueOf(await api.one(account, { no: order.no, id: order.no }))).toMatchObject({
      to: { name: order.to.name },
    });
    // An address that the platform hides from everybody costs one more search a day.
    there.guarded = false;
    const other = open({ platform: 'amazon', name: 'A2HIDDEN0001' });
    world.order(other.there, { at: hoursAgo(2), to: { name: '', line1: '' } });
    const before = exchanges.length;
    for (let round = 0; round < 3; round += 1)
      expect(valueOf(await api.pull(other.account, window(), null)).orders).toMatchObject([{ problem: 'noAddress' }]);
    expect(exchanges.slice(before).filter(({ path }) => path === '/orders/2026-01-01/orders')).toHaveLength(4);
  });
});

describe('Shopify', () => {
  it('asks for smaller pages where a query would cost more than the platform allows', async () => {
    const { open, world, exchanges, clock } = await recordPlatforms();
    const { there, account, api } = open({ platform: 'shopify', name: 'frugal' });
    there.maxCost = 1_000;
    for (let at = 0; at < 30; at += 1) world.order(there, { at: hoursAgo(20 - at / 2) });
    const long = world.order(there, {
      at: hoursAgo(2),
      items: Array.from({ length: 130 }, (_, at) => ({ sku: `L${at}` })),
    });
    const numbers: string[] = [];
    let page: string | null = null;
    do {
      const pulled: { orders: readonly { no: string; items: readonly unknown[] }[]; next: string | null } = valueOf(
        await api.pull(account, window(), page),
      );
      numbers.push(...pulled.orders.map(({ no, items }) => `${no} ${items.length}`));
      page = pulled.next;
      clock.now += 10_000;
    } while (page !== null);
    expect(numbers.toSorted()).toEqual(there.orders.map(({ no, items }) => `${no} ${items.length}`).toSorted());
    expect(numbers).toContain(`${long.no} 130`);
    // The size that passed is remembered: refusals come from the first queries alone.
    const tooDear = exchanges.filter(({ answer }) => JSON.stringify(answer).includes('MAX_COST_EXCEEDED'));
    expect(tooDear.length).toBeLessThanOrEqual(4);
  });

  it('fulfils a parcel at each location, and after a lost answer only what is missing', async () => {
    const { open, world, fault, clearFaults, clock } = await recordPlatforms();
    const { there, account, api } = open({ platform: 'shopify', name: 'two-places' });
    there.locations = 2;
    const order = world.order(there, {
      at: hoursAgo(2),
      items: [
        { sku: 'A', quantity: 2 },
        { sku: 'B', quantity: 2 },
      ],
    });
    const gid = (kind: string, id: string | number) => `gid://shopify/${kind}/${id}`;
    const parcel = (trackingNo: string, replaced: readonly string[] = []): ShopParcel => ({
      ...{ key: trackingNo, order: { no: order.no, id: gid('Order', order.seq) }, carrier: 'UPS', service: null },
      ...{ trackingNo, replaced, shippedAt: new Date().toISOString() },
      items: order.items.map(({ id }) => ({ id: gid('LineItem', id), quantity: 1 })),
    });
    // The second location's answer is lost after it was fulfilled; one piece of each item is left for another parcel.
    fault({ kind: 'lost', call: 'Fulfil', after: 1 });
    expect(await api.confirm(account, parcel('T-1'))).toMatchObject({ ok: false, kind: 'unavailable' });
    clearFaults();
    expect(valueOf(await api.confirm(account, parcel('T-1')))).toMatchObject({
      kind: 'already',
      trackingNos: ['T-1', 'T-1'],
    });
    expect(order.items.map(({ fulfilled }) => fulfilled)).toEqual([1, 1]);
    // Cut before the second: the first is not fulfilled again.
    fault({ kind: 'cut', call: 'Fulfil', after: 1 });
    expect(await api.confirm(account, parcel('T-2'))).toMatchObject({ ok: false });
    clearFaults();
    expect(order.items.map(({ fulfilled }) => fulfilled)).toEqual([2, 1]);
    expect(valueOf(await api.confirm(account, parcel('T-2')))).toEqual({ kind: 'done' });
    expect(order.items.map(({ fulfilled }) => fulfilled)).toEqual([2, 2]);
    // A replaced label: both fulfilments get its number, also where an answer is lost, and nothing is fulfilled again.
    const numbers = () => order.packages.map(({ number }) => number);
    fault({ kind: 'cut', call: 'Correct', after: 1 });
    clock.now += 60_000;
    expect(await api.confirm(account, parcel('T-3', ['T-1']))).toMatchObject({ ok: false });
    expect(numbers()).toEqual(['T-3', 'T-1', 'T-2', 'T-2']);
    clearFaults();
    clock.now += 60_000;
    fault({ kind: 'lost', call: 'Correct' });
    expect(await api.confirm(account, parcel('T-3', ['T-1']))).toMatchObject({ ok: false, kind: 'unavailable' });
    clearFaults();
    clock.now += 60_000;
    expect(valueOf(await api.confirm(account, parcel('T-3', ['T-1'])))).toMatchObject({
      trackingNos: ['T-3', 'T-3', 'T-2', 'T-2'],
    });
    expect(numbers()).toEqual(['T-3', 'T-3', 'T-2', 'T-2']);
    expect(order.items.map(({ fulfilled }) => fulfilled)).toEqual([2, 2]);
  });

  it('takes an order whose address is not released, instead of giving up the shop', async () => {
    const { open, world } = await recordPlatforms();
    const { there, account, api } = open({ platform: 'shopify', name: 'unreleased' });
    there.scopes.delete('protected customer data');
    world.order(there, { at: hoursAgo(2) });
    expect(valueOf(await api.pull(account, window(), null)).orders).toMatchObject([{ problem: 'noAddress', to: null }]);
    const checked = valueOf(await api.check(account));
    expect(checked.filter(({ state }) => state === 'missing').map(({ scope }) => scope)).toEqual([
      'protected customer data',
    ]);
  });
});
