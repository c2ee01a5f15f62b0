import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openPlacingDesk, type PlacingDesk } from '../../support/placing-desk.ts';

/* Answers of a carrier that are incomplete, doubled or about another parcel: each order has one valid shipment with labels, or none. */

let desk: PlacingDesk;
beforeAll(async () => {
  desk = await openPlacingDesk();
}, 120_000);
afterAll(() => desk?.close());
afterEach(async () => {
  desk.simulator.control.clearFaults();
  await desk.verify();
});

const sample = (name: string) => desk.world.homes.north.samples.get(name) ?? '';
const query = async (text: string, values: unknown[]) => (await desk.world.owner.query(text, values)).rows;
const fedex = () => ({
  ...{ channel: sample('channel/fedex-west'), service: sample('channel-service/fedex-west-home') },
  shipFrom: sample('channel-ship-from/fedex-west'),
});

/** Its packages as they stand, and its files; what the carrier has of it is looked at apart. */
async function outcome(id: string) {
  const { status, leadTracking } = await desk.detail(id);
  const packages = await query(
    `SELECT p."trackingNo" AS number, p."labelFile" IS NOT NULL AS labelled FROM package p WHERE p."order" = $1 ORDER BY p.seq`,
    [id],
  );
  return { status, leadTracking, packages };
}
/** Its status, what it has, and what the carrier has of it. */
async function expectOneShipment(id: string): Promise<void> {
  const { status, leadTracking, packages } = await outcome(id);
  expect(status).toBe('ordered');
  expect(await desk.bought(id)).toBe(1);
  const made = desk.simulator.control.shipments().find(({ lead }) => lead === leadTracking);
  expect(packages).toEqual(made?.packages.map(({ number }) => ({ number, labelled: true })));
}
const settle = async () => {
  for (let round = 0; round < 4; round++) {
    await desk.run();
    await desk.sweep();
  }
};

describe('a purchase whose labels do not arrive', () => {
  it('at UPS gets them by label recovery', async () => {
    const id = await desk.draft();
    desk.simulator.control.fault({ kind: 'shape', shape: 'noLabels', call: 'ship' });
    await desk.submit(id);
    await settle();
    expect((await outcome(id)).status).toBe('ordered');
    await expectOneShipment(id);
  });

  it.each(['dropped', 'half'] as const)('at FedEx because the answer was %s is void and bought again', async (kind) => {
    const before = await desk.purse();
    const id = await desk.draft(40.25, fedex());
    desk.simulator.control.fault({ kind, call: 'ship' });
    await desk.submit(id);
    await settle();
    await expectOneShipment(id);
    expect(await desk.purse()).toEqual({ ...before, available: before.available - 4_025 });
  });

  it('at FedEx ends though the carrier drops each answer, with one shipment at most', async () => {
    const id = await desk.draft(40.25, fedex());
    desk.simulator.control.fault({ kind: 'dropped', call: 'ship', times: null });
    await desk.submit(id);
    await settle();
    expect((await outcome(id)).status).toBe('ordered');
    expect(await desk.bought(id)).toBe(1);
    expect(desk.simulator.control.shipments().filter(({ voidedAt }) => voidedAt !== null).length).toBeGreaterThan(2);
  });

  it('at FedEx stays as it is where it cannot be voided', async () => {
    const id = await desk.draft(40.25, fedex());
    desk.simulator.control.fault({ kind: 'dropped', call: 'ship' });
    desk.simulator.control.fault({ kind: 'refuse', call: 'void', times: null });
    await desk.submit(id);
    await settle();
    const { status, packages } = await outcome(id);
    expect([status, packages.map(({ labelled }) => labelled)]).toEqual(['ordered', [false, false]]);
    expect(await desk.bought(id)).toBe(1);
  });
});

describe('a shipment that the carrier made twice under one key', () => {
  it.each(['UPS', 'FedEx'])('at %s keeps one of them, the other is void', async (carrier) => {
    const id = await desk.draft(40.25, carrier === 'UPS' ? {} : fedex());
    await desk.submit(id);
    // The answer is lost: what is found counts.
    desk.simulator.control.fault({ kind: 'duplicate', call: 'ship' });
    await desk.runAndLose();
    expect(await desk.bought(id)).toBe(2);
    await query(`UPDATE shipping.placing SET next_at = now(), leased_until = NULL WHERE "order" = $1`, [id]);
    await settle();
    await expectOneShipment(id);
  });

  it('though it answered once is looked for after a while: the other is void', async () => {
    const id = await desk.draft();
    desk.simulator.control.fault({ kind: 'duplicate', call: 'ship' });
    await desk.submit(id);
    await desk.run();
    expect(await desk.bought(id)).toBe(2);
    const { leadTracking } = await outcome(id);
    await query(`UPDATE shipping.placing SET doubt_at = doubt_at - interval '1 hour' WHERE "order" = $1`, [id]);
    await desk.sweep();
    expect((await outcome(id)).leadTracking).toBe(leadTracking);
    await expectOneShipment(id);
  });

  it('is looked for less and less often where the carrier cannot be queried, and no more after a week', async () => {
    const id = await desk.draft();
    await desk.submit(id);
    await desk.run();
    desk.simulator.control.fault({ kind: 'unavailable', carrier: 'ups', times: null });
    const lookAgain = async (age: string) => {
      await query(
        `UPDATE shipping.placing SET created_at = now() - $2::interval, doubt_at = now() - interval '1 hour' WHERE "order" = $1`,
        [id, age],
      );
      await desk.sweep();
      const [row] = await query(
        `SELECT round(extract(epoch FROM doubt_at - now()) / 3600)::integer AS hours FROM shipping.placing WHERE "order" = $1`,
        [id],
      );
      return row?.['hours'];
    };
    expect([await lookAgain('3 hours'), await lookAgain('2 days'), await lookAgain('8 days')]).toEqual([3, 6, null]);
  });
});

it('an answer with the number of another order is no answer: nothing is kept of it, and the order is bought', async () => {
  const [first, second] = [await desk.draft(), await desk.draft()];
  await desk.submit(first);
  await desk.run();
  desk.simulator.control.fault({ kind: 'replayed', call: 'ship' });
  await desk.submit(second);
  await settle();
  await expectOneShipment(first);
  await expectOneShipment(second);
  expect((await outcome(second)).leadTracking).not.toBe((await outcome(first)).leadTracking);
});

it('a number in a form that is not known is the carrier’s to choose, and a person still types none', async () => {
  const id = await desk.draft();
  await desk.submit(id);
  await query(`UPDATE shipping.placing SET next_at = 'infinity' WHERE "order" = $1`, [id]);
  const typed = await desk.money.admin.post('Order/place', { id, leadTracking: 'MI123456' });
  expect(typed.body.issues?.map(({ code }) => code)).toEqual(['trackingNumber']);
  const packages = [1, 2].map((seq) => ({ seq, trackingNo: `MI12345${seq}`, labelFormat: null }));
  const made = { leadTracking: 'MI123451', charge: null, reply: null, packages };
  await query(`UPDATE shipping.placing SET state = 'made', result = $2, next_at = now() WHERE "order" = $1`, [
    ...[id, JSON.stringify(made)],
  ]);
  await desk.sweep();
  expect(await outcome(id)).toMatchObject({ status: 'ordered', leadTracking: 'MI123451' });
});

it('the lease of a process that is gone is free at once, that of a living one is not', async () => {
  const [dead, living] = [await desk.draft(), await desk.draft()];
  const ids = [dead, living];
  for (const id of ids) await desk.submit(id);
  const own = desk.world.test.node.context.services?.worker() ?? '';
  for (const [id, holder] of [
    [dead, '1022:another'],
    [living, own],
  ] as const)
    await query(
      `UPDATE shipping.placing SET leased_until = now() + interval '1 hour', leased_by = $2 WHERE "order" = $1`,
      [id, holder],
    );
  await desk.sweep();
  expect(await Promise.all(ids.map(async (id) => (await outcome(id)).status))).toEqual(['ordered', 'placing']);
  // The same number after a restart is another process.
  await query(`UPDATE shipping.placing SET leased_by = $2 WHERE "order" = $1`, [living, `${own.split(':')[0]}:before`]);
  await desk.sweep();
  expect((await outcome(living)).status).toBe('ordered');
});
