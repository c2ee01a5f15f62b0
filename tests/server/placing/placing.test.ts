import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { reasons, state } from '../../support/money.ts';
import { openPlacingDesk, type PlacingDesk } from '../../support/placing-desk.ts';

/* From a draft to a box with a label, against a carrier that speaks over the wire. */

let desk: PlacingDesk;
beforeAll(async () => {
  desk = await openPlacingDesk();
}, 120_000);
afterAll(() => desk?.close());
afterEach(async () => {
  desk.simulator.control.clearFaults();
  desk.simulator.control.clearCalls();
  await desk.verify();
});

const shipCalls = () => desk.simulator.control.calls().filter(({ call }) => call === 'ship').length;

/** Sizes of the label files; they are not read through the package itself. */
const labels = async (id: string) => {
  const { rows } = await desk.world.owner.query<{ size: string | null }>(
    `SELECT f.size FROM package p LEFT JOIN file f ON f.tenant_id = p.tenant_id AND f.id = p."labelFile" WHERE p."order" = $1 ORDER BY p.seq`,
    [id],
  );
  return rows.map(({ size }) => size);
};

describe('an order that is submitted', () => {
  it('is bought once, and has a shipment, a package with a label for each box, and its money captured', async () => {
    const before = await desk.purse();
    const id = await desk.draft(40.25);
    expect(await desk.submit(id)).toBe('placing');
    expect(await desk.purse()).toEqual({ available: before.available - 4_025, frozen: before.frozen + 4_025 });
    await desk.verify();
    await desk.run();
    const order = await desk.detail(id);
    expect(order).toMatchObject({ status: 'ordered', errorCode: null, leadTracking: expect.stringMatching(/^1Z/) });
    expect(await desk.purse()).toEqual({ available: before.available - 4_025, frozen: before.frozen });
    expect(await desk.money.lines(id)).toEqual([
      'hold available>frozen 40.25',
      'capture frozen>revenueShipping 40.25',
      'cost costShipping>costAccrual 32.20',
    ]);
    const packages = await desk.packages(id);
    expect(packages.map(({ seq, status }) => [seq, status])).toEqual([
      [1, 'labelled'],
      [2, 'labelled'],
    ]);
    expect(new Set(packages.map(({ trackingNo }) => trackingNo)).size).toBe(2);
    for (const { trackingNo, weight } of packages) {
      expect(trackingNo).toMatch(/^1Z[0-9A-Z]{16}$/);
      expect(weight).toBe(3);
    }
    expect((await labels(id)).map((size) => Number(size) > 100)).toEqual([true, true]);
    const shipments = (await desk.money.admin.get('Shipment/list', { order: id })).body.data as Record<
      string,
      unknown
    >[];
    expect(shipments).toMatchObject([{ status: 'active', leadTracking: order['leadTracking'], packageCount: 2 }]);
    expect(await desk.bought(id)).toBe(1);
    // Pounds of the order are pounds at the carrier.
    const sold = desk.simulator.control.shipments().find(({ lead }) => lead === order['leadTracking']);
    expect(sold?.pieces[0]).toMatchObject({ weight: 3, unit: 'LB' });
    // The customer sees the boxes, and neither the account nor what the carrier charged.
    const own = (await desk.harbor.get('OrderBox/list', { order: id })).body.data as Record<string, unknown>[];
    expect(own).toHaveLength(2);
    expect(own[0]).not.toHaveProperty('account');
    const shipment = (await desk.harbor.get('Shipment/list', { order: id })).body.data as Record<string, unknown>[];
    for (const secret of ['carrierCharge', 'reply', 'account', 'key']) expect(shipment[0]).not.toHaveProperty(secret);
  });

  it('has the reference lines of its customer’s template on its label where it has none of its own, cut to 35, and is found by them', async () => {
    const settings = (await desk.harbor.get('MemberConfig/page')).body.data as { rows: { id: string }[] };
    const { id: config = '' } = settings.rows[0] ?? {};
    const { body } = await desk.harbor.get('MemberConfig/detail', { id: config });
    const edit = (more: object) => desk.harbor.post('MemberConfig/edit', { ...(body.data as object), ...more });
    const templates = { reference1Template: '{refNo} {items}', reference2Template: 'Note: {note}' };
    expect(reasons(await edit({ ...templates, reference1Template: '{sku}' }))).toEqual([
      'reference1Template text.pattern',
    ]);
    const set = 'UPDATE customer_config SET "reference1Template" = $2, "reference2Template" = $3 WHERE id = $1';
    await desk.world.owner.query(set, [config, ...Object.values(templates)]);
    const items = [
      { description: 'Lamp shade', originCountry: 'US', unitPrice: 3, unitWeight: 1, quantity: 2, hsCode: '940599' },
      { description: 'Candle holder', originCountry: 'US', unitPrice: 4, unitWeight: 1, quantity: 3, hsCode: '940550' },
    ];
    const id = await desk.draft(12, { refNo: 'PO-7710', items, reference2: 'Dock 4' });
    await desk.submit(id);
    await desk.run();
    const line = 'PO-7710 Lamp shade x 2, Candle hold';
    expect(await desk.detail(id)).toMatchObject({ status: 'ordered', reference1: line, reference2: 'Dock 4' });
    for (const { references } of desk.simulator.control.shipments().at(-1)?.pieces ?? [])
      expect(references).toEqual(expect.arrayContaining([line, 'Dock 4']));
    expect(await desk.packages(id)).toMatchObject([{ reference1: line }, { reference1: line }]);
    const found = (await desk.harbor.get('OrderBox/page', { searchValue: 'PO-7710 Lamp' })).body.data as {
      rows: { order: string }[];
    };
    expect(found.rows.map(({ order }) => order)).toEqual([id, id]);
    await desk.world.owner.query(set, [config, null, null]);
  });

  it('fails with the carrier’s words where the carrier refuses, gets its money back, and is placed when it is tried again', async () => {
    const before = await desk.purse();
    const id = await desk.draft();
    desk.simulator.control.fault({ kind: 'refuse', call: 'ship', code: '120802', message: 'Address is unknown' });
    await desk.submit(id);
    await desk.run();
    expect(await desk.detail(id)).toMatchObject({ status: 'failed', errorCode: 'refused', nextTryAt: null });
    expect(await desk.detail(id)).toMatchObject({
      errorCause: 'shipToAddress',
      errorRepair: 'address',
      errorText: null,
    });
    expect((await desk.detail(id))['errorDetail']).toContain('Address is unknown');
    expect(await desk.purse()).toEqual(before);
    await desk.verify();
    expect(state(await desk.harbor.post('Order/retry', { id }))).toBe('placing');
    await desk.run();
    expect(await desk.detail(id)).toMatchObject({ status: 'ordered', errorCode: null, errorText: null });
    expect(await desk.bought(id)).toBe(1);
  });

  it.each(['dropped', 'half', 'cut'] as const)(
    'is bought once although the answer was lost: %s',
    async (kind) => {
      const id = await desk.draft();
      desk.simulator.control.fault({ kind, call: 'ship' });
      await desk.submit(id);
      await desk.run();
      for (let round = 0; round < 4 && (await desk.detail(id))['status'] === 'placing'; round++) await desk.sweep();
      expect(await desk.detail(id)).toMatchObject({ status: 'ordered' });
      expect(await desk.bought(id)).toBe(1);
      expect(await desk.packages(id)).toHaveLength(2);
    },
    60_000,
  );

  it('waits while a carrier is away, is named with the time of the next attempt, and fails when it stays away', async () => {
    const id = await desk.draft();
    desk.simulator.control.fault({ kind: 'unavailable', call: 'ship', times: null, retryAfter: 0 });
    await desk.submit(id);
    await desk.run();
    for (let round = 0; round < 6 && (await desk.detail(id))['status'] === 'placing'; round++) await desk.sweep();
    const failed = await desk.detail(id);
    expect(failed).toMatchObject({ status: 'failed', errorCode: 'unavailable', holdKey: null });
    expect(failed['nextTryAt']).toMatch(/^\d{4}-/);
    expect(await desk.bought(id)).toBe(0);
    // When it is back the order goes on by itself.
    desk.simulator.control.clearFaults();
    await desk.world.owner.query(`UPDATE "order" SET "nextTryAt" = now() - interval '1 second' WHERE id = $1`, [id]);
    for (let round = 0; round < 4 && (await desk.detail(id))['status'] !== 'ordered'; round++) await desk.sweep();
    expect(await desk.detail(id)).toMatchObject({ status: 'ordered' });
    expect(await desk.bought(id)).toBe(1);
  });

  it('stays as it was where no account can be asked: staff type the number, and it has its boxes', async () => {
    await desk.world.owner.query(`UPDATE express_account SET status = 'disabled' WHERE "carrierCode" = 'UPS'`);
    try {
      const id = await desk.draft();
      await desk.submit(id);
      await desk.run();
      expect(await desk.detail(id)).toMatchObject({ status: 'placing', errorCode: null });
      expect(state(await desk.money.clerk.post('Order/place', { id, leadTracking: '1Z99D3M00312345674' }))).toBe(
        'ordered',
      );
      expect((await desk.packages(id)).map(({ trackingNo }) => trackingNo)).toEqual(['1Z99D3M00312345674', null]);
      expect(await labels(id)).toEqual([null, null]);
      expect(shipCalls()).toBe(0);
    } finally {
      await desk.world.owner.query(`UPDATE express_account SET status = 'enabled' WHERE "carrierCode" = 'UPS'`);
    }
  });

  it('is not taken back while the carrier is asked, and is before', async () => {
    const id = await desk.draft();
    await desk.submit(id);
    await desk.world.owner.query(
      `UPDATE shipping.placing SET state = 'asking', asked_at = now(), leased_until = now() + interval '1 hour' WHERE "order" = $1`,
      [id],
    );
    expect(reasons(await desk.harbor.post('Order/withdraw', { id }))).toEqual([' shipping.underway']);
    expect(reasons(await desk.money.clerk.post('Order/place', { id, leadTracking: '1Z99D3M00312345674' }))).toEqual([
      ' shipping.underway',
    ]);
    await desk.world.owner.query(
      `UPDATE shipping.placing SET state = 'ready', leased_until = NULL WHERE "order" = $1`,
      [id],
    );
    expect(state(await desk.harbor.post('Order/withdraw', { id }))).toBe('draft');
    await desk.run();
    expect(await desk.bought(id)).toBe(0);
    expect(await desk.detail(id)).toMatchObject({ status: 'draft', holdKey: null });
  });

  it('ends in what is true wherever its worker was killed: before the call, after it, and with the answer in hand', async () => {
    const ids = [await desk.draft(), await desk.draft(), await desk.draft()];
    const [before = '', after = '', inHand = ''] = ids;
    for (const id of ids) await desk.submit(id);
    const lease = (id: string, set: string) =>
      desk.world.owner.query(
        `UPDATE shipping.placing SET leased_until = now() - interval '1 second', attempts = 1, ${set} WHERE shipping.placing."order" = $1`,
        [id],
      );
    // A worker that died before the call leaves a lease that expires; the carrier was not asked for these two.
    await lease(before, `state = 'ready'`);
    await lease(
      after,
      `state = 'asking', asked_at = now() - interval '1 hour', account = (SELECT min(a.id) FROM express_account a WHERE a."carrierCode" = 'UPS' AND a.environment = 'production' AND a.tenant_id = shipping.placing.tenant_id)`,
    );
    // The third died when the carrier had answered and the order had not heard of it.
    await desk.world.owner.query(
      `UPDATE shipping.placing SET next_at = now() + interval '1 hour' WHERE "order" = ANY ($1)`,
      [[before, after]],
    );
    await desk.world.owner.query(
      `CREATE OR REPLACE FUNCTION test.stop() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'killed'; END $$`,
    );
    await desk.world.owner.query(
      `CREATE TRIGGER stop BEFORE INSERT ON shipment FOR EACH ROW EXECUTE FUNCTION test.stop()`,
    );
    await desk.run();
    expect(await desk.detail(inHand)).toMatchObject({ status: 'placing' });
    expect(await desk.bought(inHand)).toBe(1);
    await desk.world.owner.query('DROP TRIGGER stop ON shipment');
    await desk.world.owner.query(
      `UPDATE shipping.placing SET next_at = now(), leased_until = NULL WHERE "order" = ANY ($1)`,
      [ids],
    );
    for (let round = 0; round < 4; round++) await desk.sweep();
    for (const id of ids) {
      expect(await desk.detail(id)).toMatchObject({ status: 'ordered' });
      expect(await desk.bought(id)).toBe(1);
      expect(await desk.packages(id)).toHaveLength(2);
    }
  });
});
