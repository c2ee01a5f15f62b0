import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { added, state } from '../../support/money.ts';
import { openStoreDesk, type StoreDesk } from '../../support/store-desk.ts';
import { keepTrial } from '../../support/tried.ts';

/* From a shop's order to a parcel, and back with its number. */

let desk: StoreDesk;
beforeAll(async () => {
  desk = await openStoreDesk();
}, 120_000);
afterAll(() => desk?.close());

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const ny = { name: 'Nora Fields', line1: '350 5th Ave', city: 'New York', state: 'NY', zip: '10118' };
const seattle = { name: 'Ruth Meyer', line1: '400 Broad St', city: 'Seattle', state: 'WA', zip: '98109' };

const gauge = async (sku: string, more: object = {}) =>
  added(
    await desk.act('BoxGauge/add', {
      ...{ customer: desk.customer, sku, unitType: '0', length: 10, width: 8, height: 6, weight: 2.5, ...more },
    }),
  );
const fixed = () => ({
  ...{
    channelMode: 'fixed',
    channel: desk.sample('channel/ups-west'),
    service: desk.sample('channel-service/ups-west-ground'),
  },
});
const bySku = async (shop: string) => {
  const rows = await desk.rows(shop);
  return new Map(rows.map((row) => [String(row['platformNo']), row]));
};

describe('a shop', () => {
  it('is connected once the platform has granted every scope, and names the one that is missing', async () => {
    const there = desk.platforms.world.shop({
      platform: 'amazon',
      name: 'A2MISSING001',
      scopes: ['orders', 'restrictedData', 'confirmShipment'],
    });
    const id = added(
      await desk.act('Shop/add', {
        ...{
          customer: desk.customer,
          name: 'Missing',
          platform: 'amazon',
          sellerId: there.name,
          clientCode: there.clientId,
        },
        ...{ clientSecret: there.clientSecret, refreshToken: there.token },
      }),
    );
    // The API leaves addresses out without a word, so the older one is asked for its token as well.
    there.scopes.delete('restrictedData');
    const tested = await desk.act('Shop/testConnection', { id });
    expect(tested.body.success).toBe(false);
    expect(tested.body.message).toContain('restrictedData');
    expect(await desk.detail('Shop', id)).toMatchObject({ status: 'new', testResult: 'missing' });
    there.scopes.add('restrictedData');
    await desk.act('Shop/testConnection', { id });
    expect(await desk.detail('Shop', id)).toMatchObject({ status: 'connected', testResult: 'ok', missingScopes: null });
    const shown = JSON.stringify((await desk.harbor.get('Shop/detail', { id })).body);
    expect(shown).not.toContain(there.token);
    expect(shown).not.toContain(there.clientSecret);
    await desk.act('Shop/disable', { id });
  });

  it('is connected once, so that no order comes twice', async () => {
    const { id, there } = await desk.open({ platform: 'shopify', name: 'twice-there' });
    const second = added(
      await desk.act('Shop/add', {
        ...{ customer: desk.customer, name: 'The same again', platform: 'shopify' },
        ...{ sellerId: 'Twice-There.myshopify.com', clientSecret: there.clientSecret, refreshToken: there.token },
      }),
    );
    const tested = await desk.act('Shop/testConnection', { id: second });
    expect(tested.body.issues).toMatchObject([
      { code: 'stores.alreadyConnected', params: { shop: expect.stringMatching(/^twice-there/) } },
    ]);
    expect(await desk.detail('Shop', second)).toMatchObject({ status: 'new' });
    // The one that is connected may be tested at any time; once it is disabled the other may take its place.
    expect((await desk.act('Shop/testConnection', { id })).body.success).toBe(true);
    await desk.act('Shop/disable', { id });
    expect((await desk.act('Shop/testConnection', { id: second })).body.success).toBe(true);
    await desk.act('Shop/disable', { id: second });
  });

  it('pulls what changed, says what cannot be used, and never takes an order twice', async () => {
    const { id, there } = await desk.open({ platform: 'amazon', name: 'A2PULL00001' });
    const { world } = desk.platforms;
    const plain = world.order(there, { at: hoursAgo(30), to: ny, items: [{ sku: 'A', quantity: 2 }] });
    const easy = world.order(there, { at: hoursAgo(20), state: 'platformLabel' });
    const pending = world.order(there, { at: hoursAgo(10), state: 'pending' });
    const hidden = world.order(there, { at: hoursAgo(5), to: { name: '', line1: '' } });
    await desk.pull(id);
    const first = await bySku(id);
    expect(first.get(plain.no)).toMatchObject({
      status: 'pendingShipping',
      shipToName: 'Nora Fields',
      pieces: 2,
      hold: null,
    });
    expect(first.get(easy.no)).toMatchObject({ status: 'pendingShipping', hold: 'platformLabel' });
    expect(first.get(pending.no)).toMatchObject({ hold: 'notReady' });
    expect(first.get(hidden.no)).toMatchObject({ status: 'errorPulling', errorCode: 'noAddress' });
    // What the platform lets go comes again, as the same order.
    Object.assign(pending, { state: 'open', changedAt: Date.now() - 150_000 });
    await desk.pull(id);
    await desk.pull(id);
    expect((await bySku(id)).get(pending.no)).toMatchObject({ hold: null });
    expect((await desk.rows(id)).length).toBe(4);

    // One in error is retried by itself, once the address is there.
    const row = first.get(hidden.no)?.['id'];
    expect((await desk.act('StoreOrder/retry', { id: row })).body.message).toContain('released');
    Object.assign(hidden.to, ny);
    expect((await desk.act('StoreOrder/retry', { id: row })).body.success).toBe(true);
    expect(await desk.detail('StoreOrder', String(row))).toMatchObject({
      status: 'pendingShipping',
      shipToName: 'Nora Fields',
      errorCode: null,
    });
    await desk.act('Shop/disable', { id });
  });

  it('takes texts that are too long up to a whole character, and no other order waits for them', async () => {
    await gauge('VASE');
    const { id, there } = await desk.open({ platform: 'shopify', name: 'long-texts' }, fixed());
    const { world } = desk.platforms;
    const long = { sku: 'VASE', title: `${'t'.repeat(199)}🎁`, grams: 500 };
    const odd = world.order(there, {
      ...{ at: hoursAgo(3), to: { ...ny, name: `${'N'.repeat(34)}😀` }, items: [long] },
    });
    const usual = world.order(there, { at: hoursAgo(2), to: seattle, items: [{ sku: 'A' }] });
    await desk.pull(id);
    const rows = await bySku(id);
    expect([...rows.keys()].toSorted()).toEqual([odd.no, usual.no].toSorted());
    const row = await desk.detail('StoreOrder', String(rows.get(odd.no)?.['id']));
    expect(row['items']).toMatchObject([{ sku: 'VASE', title: 't'.repeat(199) }]);
    expect((await desk.act('StoreOrder/makeDraft', { id: row['id'] })).body.success).toBe(true);
    const order = String((await desk.detail('StoreOrder', String(row['id'])))['order']);
    expect(await desk.detail('Order', order)).toMatchObject({ status: 'draft', shipToName: 'N'.repeat(34) });
    await desk.act('Shop/disable', { id });
  });

  it('falls back to the older API of Amazon with restricted data', async () => {
    const { id, there } = await desk.open({ platform: 'amazon', name: 'A2OLD000001' });
    there.newer = false;
    const orders = Array.from({ length: 25 }, (_, at) =>
      desk.platforms.world.order(there, { at: hoursAgo(30 - at), to: ny }),
    );
    await desk.pull(id);
    const rows = await bySku(id);
    expect(rows.size).toBe(25);
    expect(rows.get(orders[24]?.no ?? '')).toMatchObject({
      status: 'pendingShipping',
      shipToName: 'Nora Fields',
      pieces: 1,
    });
    await desk.act('Shop/disable', { id });
  });
});

describe('a store order', () => {
  it('becomes a parcel by its gauge, merged by address, and the platform hears the number', async () => {
    await gauge('MUG', { unitsPerBox: 6, weight: 6 });
    await gauge('DESK', { boxesPerUnit: 2, weight: 20 });
    const { id, there } = await desk.open({ platform: 'amazon', name: 'A2PARCEL001' }, fixed());
    const { world } = desk.platforms;
    const one = world.order(there, { at: hoursAgo(9), to: ny, items: [{ sku: 'MUG', quantity: 8 }] });
    const two = world.order(there, { at: hoursAgo(8), to: ny, items: [{ sku: 'DESK' }] });
    const loose = world.order(there, { at: hoursAgo(7), to: seattle, items: [{ sku: 'NOTHING' }] });
    await desk.pull(id);
    const rows = await bySku(id);
    const refused = await desk.act('StoreOrder/makeDraft', { id: rows.get(loose.no)?.['id'] });
    expect(refused.body.message).toContain('no box');
    expect((await desk.act('StoreOrder/makeDraft', { id: rows.get(one.no)?.['id'] })).body).toMatchObject({
      success: true,
    });
    const now = await bySku(id);
    const order = String(now.get(one.no)?.['order']);
    expect(now.get(two.no)?.['order']).toBe(order);
    expect(now.get(loose.no)).toMatchObject({ status: 'pendingShipping', hold: 'box' });
    const draft = await desk.detail('Order', order);
    expect(draft).toMatchObject({
      status: 'draft',
      source: 'ecommerce',
      platform: 'amazon',
      ecommerceOrderNo: one.no,
      boxCount: 4,
    });
    expect((draft['boxes'] as { weight: number }[]).map(({ weight }) => weight)).toEqual([6, 2, 20, 20]);

    await keepTrial(desk.world.owner, [order], { sale: 10, cost: 8 });
    expect(state(await desk.harbor.post('Order/submit', { id: order }))).toBe('placing');
    await desk.run();
    expect(await desk.detail('Order', order)).toMatchObject({ status: 'ordered' });
    // The answer to one is lost: it is asked again and finds our own number there.
    desk.platforms.fault({ kind: 'lost', call: 'confirm' });
    await desk.task('store-follow');
    await desk.world.owner.query(`UPDATE "store_order__parcels" SET "nextAt" = now()`);
    await desk.task('store-follow');
    const told = await bySku(id);
    expect(told.get(one.no)).toMatchObject({ status: 'inTransit', push: 'confirmed' });
    expect(told.get(two.no)).toMatchObject({ status: 'inTransit', push: 'confirmed' });
    expect(one.packages.map((each) => each.items)).toEqual([
      [{ id: one.items[0]?.id, quantity: 6 }],
      [{ id: one.items[0]?.id, quantity: 2 }],
    ]);
    expect(two.packages).toHaveLength(1);
    await desk.act('Shop/disable', { id });
  });

  it('asks a person where the platform has another number', async () => {
    const { id, there } = await desk.open({ platform: 'shopify', name: 'other-number' }, fixed());
    const order = desk.platforms.world.order(there, { at: hoursAgo(5), to: seattle, items: [{ sku: 'MUG' }] });
    await desk.pull(id);
    const row = (await desk.rows(id))[0]?.['id'];
    await desk.act('StoreOrder/makeDraft', { id: row });
    const ours = String((await desk.rows(id))[0]?.['order']);
    await keepTrial(desk.world.owner, [ours], { sale: 10, cost: 8 });
    await desk.harbor.post('Order/submit', { id: ours });
    await desk.run();
    const item = { id: order.items[0]?.id ?? '', quantity: 1 };
    desk.platforms.world.fulfil(order, { key: 'x', number: 'OTHER-1', carrier: 'USPS', items: [item] }, Date.now());
    await desk.task('store-follow');
    const asked = await desk.detail('StoreOrder', String(row));
    expect(asked).toMatchObject({ status: 'processing', push: 'asks' });
    expect((asked['parcels'] as { text: string }[])[0]?.text).toBe('OTHER-1');
    await desk.act('StoreOrder/takeAsTold', { id: row });
    await desk.run();
    const told = await desk.detail('StoreOrder', String(row));
    expect(told).toMatchObject({ status: 'inTransit', push: 'confirmed' });
    expect(told['parcels']).toMatchObject([{ state: 'confirmed', text: 'OTHER-1' }]);
    await desk.act('Shop/disable', { id });
  });

  it('and those behind it are all confirmed in one round, within the limits of the platform', async () => {
    const { id, there } = await desk.open(
      { platform: 'amazon', name: 'A2MANY000001' },
      { ...fixed(), afterPull: 'draft', mergeSame: false },
    );
    for (let at = 0; at < 16; at += 1)
      desk.platforms.world.order(there, { at: hoursAgo(9 - at / 10), to: seattle, items: [{ sku: 'MUG' }] });
    await desk.pull(id);
    const orders = (await desk.rows(id)).map((row) => String(row['order']));
    await keepTrial(desk.world.owner, orders, { sale: 1, cost: 1 });
    for (const order of orders) expect(state(await desk.harbor.post('Order/submit', { id: order }))).toBe('placing');
    await desk.run();
    await desk.task('store-follow');
    expect((await desk.rows(id)).map(({ push }) => push)).toEqual(orders.map(() => 'confirmed'));
    await desk.act('Shop/disable', { id });
  });

  it('that is to be placed at once stays a draft where its customer has no price, and says so', async () => {
    const { id, there } = await desk.open(
      { platform: 'amazon', name: 'A2NOPRICE001' },
      { ...fixed(), afterPull: 'place' },
    );
    desk.platforms.world.order(there, { at: hoursAgo(2), to: seattle, items: [{ sku: 'MUG' }] });
    await desk.pull(id);
    const [row] = await desk.rows(id);
    expect(await desk.detail('Order', String(row?.['order']))).toMatchObject({ status: 'draft' });
    expect(row?.['holdText']).toMatch(/^No price/);
    await desk.act('Shop/disable', { id });
  });

  it('whose draft is deleted, or whose label is refunded, waits again until a person ships it', async () => {
    const { id, there } = await desk.open(
      { platform: 'amazon', name: 'A2LOOSE00001' },
      { ...fixed(), afterPull: 'draft', mergeSame: false },
    );
    const { world } = desk.platforms;
    for (const hours of [6, 5, 4])
      world.order(there, { at: hoursAgo(hours), to: seattle, items: [{ sku: 'MUG', quantity: 1 }] });
    await desk.pull(id);
    const [deleted, refunded, kept] = (await desk.rows(id)).map((row) => String(row['order']));
    await desk.act('Order/delete', { id: deleted });
    await keepTrial(desk.world.owner, [refunded ?? ''], { sale: 10, cost: 8 });
    await desk.act('Order/submit', { id: refunded });
    await desk.run();
    // Its number is not told yet, as while a platform does not answer.
    expect(state(await desk.act('Order/applyRefund', { id: refunded, refundReason: 'Wrong box' }))).toBe('refunding');
    await desk.run();
    await desk.task('store-follow');
    expect((await desk.rows(id))[1]).toMatchObject({ status: 'processing' });
    expect(state(await desk.money.admin.post('Order/refund', { id: refunded }))).toBe('refunded');
    await desk.task('store-follow');
    const [one, two, three] = await desk.rows(id);
    expect(one).toMatchObject({ status: 'pendingShipping', hold: 'refused', order: null });
    expect(one?.['holdText']).toMatch(/草稿已被删除|draft was deleted/);
    expect(two).toMatchObject({ status: 'pendingShipping', hold: 'refused', order: null });
    expect(three).toMatchObject({ status: 'processing', order: kept });
    // Nothing is shipped again by itself.
    await desk.pull(id);
    expect((await desk.rows(id))[1]).toMatchObject({ status: 'pendingShipping', order: null });
    for (const row of [one, two])
      expect((await desk.act('StoreOrder/makeDraft', { id: row?.['id'] })).body.success).toBe(true);
    await desk.task('store-follow');
    const again = (await desk.rows(id)).map((row) => [row['status'], row['hold']]);
    expect(again).toEqual([1, 2, 3].map(() => ['processing', null]));
    // Shipped elsewhere, the new draft goes as well, whatever became of the first.
    const order = there.orders.find(({ no }) => no === two?.['platformNo']);
    const items = [{ id: order?.items[0]?.id ?? '', quantity: 1 }];
    if (order) world.fulfil(order, { key: 'x', number: 'OTHER-3', carrier: 'USPS', items }, Date.now() - 130_000);
    await desk.pull(id);
    expect((await desk.rows(id))[1]).toMatchObject({ status: 'inTransit', order: null });
    await desk.act('Shop/disable', { id });
  });

  it('whose label is replaced before its number was told has the new one told alone', async () => {
    const { id, there } = await desk.open(
      { platform: 'amazon', name: 'A2REPLACED01' },
      { ...fixed(), afterPull: 'draft', mergeSame: false },
    );
    const order = desk.platforms.world.order(there, { at: hoursAgo(5), to: seattle, items: [{ sku: 'MUG' }] });
    await desk.pull(id);
    const place = async (): Promise<string> => {
      const own = String((await desk.rows(id))[0]?.['order']);
      await keepTrial(desk.world.owner, [own], { sale: 10, cost: 8 });
      expect(state(await desk.act('Order/submit', { id: own }))).toBe('placing');
      await desk.run();
      return own;
    };
    const first = await place();
    desk.platforms.fault({ kind: 'unavailable', call: 'confirm' });
    await desk.task('store-follow');
    const [row] = await desk.rows(id);
    expect(await desk.detail('StoreOrder', String(row?.['id']))).toMatchObject({ push: 'waiting' });
    const torn = { id: first, refundReason: 'The label was torn' };
    expect(state(await desk.money.admin.post('Order/replaceLabel', torn))).toBe('refunding');
    await desk.run();
    const second = await place();
    await desk.task('store-follow');
    const { leadTracking } = await desk.detail('Order', second);
    const told = await desk.detail('StoreOrder', String(row?.['id']));
    expect(told).toMatchObject({ status: 'inTransit', push: 'confirmed', order: second });
    expect(told['parcels']).toMatchObject([{ state: 'confirmed', trackingNo: leadTracking }]);
    expect(order.packages).toHaveLength(1);
    await desk.act('Shop/disable', { id });
  });

  it.each(['shopify', 'amazon'] as const)(
    'of %s has the number of a replaced label corrected, or asks a person',
    async (platform) => {
      const name = platform === 'amazon' ? 'A2CORRECT001' : 'correct-it';
      const { id, there } = await desk.open({ platform, name }, { ...fixed(), afterPull: 'draft', mergeSame: false });
      const items = [{ sku: 'MUG' }];
      const order = desk.platforms.world.order(there, { at: hoursAgo(5), to: seattle, items });
      await desk.pull(id);
      const storeOrder = String((await desk.rows(id))[0]?.['id']);
      const place = async (): Promise<{ own: string; number: unknown }> => {
        const own = String((await desk.rows(id))[0]?.['order']);
        await keepTrial(desk.world.owner, [own], { sale: 10, cost: 8 });
        expect(state(await desk.act('Order/submit', { id: own }))).toBe('placing');
        await desk.run();
        await desk.task('store-follow');
        return { own, number: (await desk.detail('Order', own))['leadTracking'] };
      };
      const first = await place();
      expect(await desk.detail('StoreOrder', storeOrder)).toMatchObject({ status: 'inTransit', push: 'confirmed' });
      const torn = { id: first.own, refundReason: 'The label was torn' };
      expect(state(await desk.money.admin.post('Order/replaceLabel', torn))).toBe('refunding');
      await desk.run();
      const second = await place();
      expect(second.number).not.toBe(first.number);
      const told = await desk.detail('StoreOrder', storeOrder);
      const numbers = order.packages.map(({ number }) => number);
      if (platform === 'shopify') {
        expect(numbers).toEqual([second.number]);
        expect(told).toMatchObject({ status: 'inTransit', push: 'confirmed' });
        expect(told['parcels']).toMatchObject([
          { state: 'replaced', trackingNo: first.number },
          { state: 'confirmed', trackingNo: second.number },
        ]);
      } else {
        expect(numbers).toEqual([first.number]);
        expect(told).toMatchObject({ status: 'inTransit', push: 'asks' });
        expect((await desk.act('StoreOrder/takeAsTold', { id: storeOrder })).body.success).toBe(true);
        await desk.run();
        expect(await desk.detail('StoreOrder', storeOrder)).toMatchObject({ status: 'inTransit', push: 'confirmed' });
      }
      await desk.act('Shop/disable', { id });
    },
  );

  it('that was shipped elsewhere loses its draft, so that nobody ships it twice', async () => {
    const { id, there } = await desk.open(
      { platform: 'amazon', name: 'A2ELSEWHERE1' },
      { ...fixed(), afterPull: 'draft' },
    );
    const { world } = desk.platforms;
    const order = world.order(there, { at: hoursAgo(5), to: seattle, items: [{ sku: 'MUG' }] });
    await desk.pull(id);
    const draft = String((await desk.rows(id))[0]?.['order']);
    expect(await desk.detail('Order', draft)).toMatchObject({ status: 'draft' });
    const items = [{ id: order.items[0]?.id ?? '', quantity: 1 }];
    world.fulfil(order, { key: 'x', number: 'OTHER-2', carrier: 'USPS', items }, Date.now() - 130_000);
    await desk.pull(id);
    expect((await desk.rows(id))[0]).toMatchObject({ status: 'inTransit' });
    expect((await desk.money.admin.get('Order/detail', { id: draft })).body.success).toBe(false);
    await desk.act('Shop/disable', { id });
  });

  it('that the platform cancels takes its draft away, and makes its label void with the money back', async () => {
    const { id, there } = await desk.open(
      { platform: 'shopify', name: 'cancelling' },
      { ...fixed(), afterPull: 'draft', mergeSame: false },
    );
    const { world } = desk.platforms;
    const [early, late] = [0, 1].map((at) =>
      world.order(there, { at: hoursAgo(5 - at), to: seattle, items: [{ sku: 'MUG' }] }),
    );
    await desk.pull(id);
    const rows = await bySku(id);
    expect([...rows.values()].map(({ status }) => status)).toEqual(['processing', 'processing']);
    const bought = String(rows.get(late?.no ?? '')?.['order']);
    await keepTrial(desk.world.owner, [bought], { sale: 10, cost: 8 });
    const before = await desk.money.balance('available', desk.customer);
    await desk.harbor.post('Order/submit', { id: bought });
    await desk.run();
    for (const each of [early, late])
      Object.assign(each ?? {}, { state: 'cancelled', changedAt: Date.now() - 130_000 });
    await desk.pull(id);
    for (let round = 0; round < 3; round += 1) {
      await desk.run();
      await desk.task('store-follow');
    }
    expect([...(await bySku(id)).values()].map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
    expect(await desk.detail('Order', bought)).toMatchObject({ status: 'refunded', voidResult: 'confirmed' });
    expect(await desk.money.balance('available', desk.customer)).toBe(before);
    const gone = await desk.money.admin.get('Order/detail', { id: String(rows.get(early?.no ?? '')?.['order']) });
    expect(gone.body.success).toBe(false);
    await desk.act('Shop/disable', { id });
  });
});

describe('a round of pulls', () => {
  it('answers the orders of all shops, also of those that are pulled side by side', async () => {
    await desk.world.owner.query(`UPDATE stores.cursor SET next_at = now() + interval '1 day'`);
    for (const name of ['A2SIDE000001', 'A2SIDE000002', 'A2SIDE000003']) {
      const { there } = await desk.open({ platform: 'amazon', name });
      for (const hours of [2, 3])
        desk.platforms.world.order(there, { at: hoursAgo(hours), to: ny, items: [{ sku: 'S' }] });
    }
    expect(await desk.task('store-pull')).toBe(6);
  });
});
