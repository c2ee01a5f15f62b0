import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TrackEvent } from '../../../server/domain/carriers/carrier.ts';
import { takeEvents } from '../../../server/domain/tracking/take-events.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let of: { tenant: string; id: string };
beforeAll(async () => {
  world = await openWorld();
}, 120_000);
afterAll(() => world?.close());

const services = () => {
  const { services } = world.test.node.context;
  if (!services) throw new Error('no house');
  return services;
};
const sql = async (text: string, values: unknown[] = []) => (await world.owner.query(text, values)).rows;
const take = (events: TrackEvent[], source: 'poll' | 'push' = 'poll') =>
  takeEvents(services(), of, { events, estimatedAt: null, source });
const event = (day: number, type: string, code: string, more: Partial<TrackEvent> = {}): TrackEvent => ({
  ...{ at: `2026-03-0${day}T10:00:00`, offset: '-05:00', type, code, text: `${type} ${code}` },
  ...{ city: 'Louisville', state: 'KY', postalCode: '40213', country: 'US', ...more },
});
const kept = async () =>
  (
    await sql(
      `SELECT p."trackingStatus", p.logistics, p."lastEvent", p."firstScanAt", p."deliveredAt", o.status AS "order"
         FROM package p JOIN "order" o ON o.tenant_id = p.tenant_id AND o.id = p."order" WHERE p.id = $1`,
      [of.id],
    )
  )[0];

/** A package of acme by UPS whose order is placed, without any events. */
beforeEach(async () => {
  const { tenant, samples } = world.homes.north;
  of = { tenant, id: samples.get('package/refunding') ?? '' };
  await sql('DELETE FROM track_event WHERE package = $1', [of.id]);
  await sql(
    `UPDATE package SET status = 'labelled', "trackingStatus" = 'pending', logistics = 'notIssued', "firstScanAt" = NULL,
            "deliveredAt" = NULL WHERE id = $1`,
    [of.id],
  );
  await sql(`UPDATE "order" SET status = 'ordered' WHERE id = (SELECT "order" FROM package WHERE id = $1)`, [of.id]);
});

describe('events of a package', () => {
  it('are kept once, by whichever way and in whatever order they come, and move the package', async () => {
    expect(await take([event(2, 'M', 'MP'), event(4, 'I', 'AR')])).toBe(2);
    expect(await kept()).toMatchObject({ trackingStatus: 'in_transit', logistics: 'onTheWay', lastEvent: 'I AR' });
    expect(
      await take([event(4, 'I', 'AR'), event(3, 'I', 'OR'), event(3, 'I', 'OR', { city: 'LOUISVILLE' })], 'push'),
    ).toBe(1);
    expect((await kept())?.['firstScanAt']).toEqual(new Date('2026-03-03T15:00:00Z'));
    expect(await take([event(4, 'I', 'AR')])).toBe(0);
    expect(await sql('SELECT 1 FROM track_event WHERE package = $1', [of.id])).toHaveLength(3);
  });

  it('of an earlier shipment under the same number are left out', async () => {
    await sql(`UPDATE package SET "shipDate" = '2026-03-01' WHERE id = $1`, [of.id]);
    const earlier = event(1, 'D', 'F4', { at: '2026-01-29T10:00:00' });
    expect(await take([earlier, event(1, 'I', 'OR', { at: '2025-03-03T10:00:00' })], 'push')).toBe(0);
    expect(await kept()).toMatchObject({ trackingStatus: 'pending', deliveredAt: null, order: 'ordered' });
    // A label may be dated ahead of its first scan.
    expect(await take([earlier, event(1, 'I', 'OR', { at: '2026-02-27T10:00:00' })])).toBe(1);
    expect(await kept()).toMatchObject({ trackingStatus: 'picked_up', deliveredAt: null, order: 'shipped' });
  });

  it('dated further ahead than any clock are kept and marked, and count once they can have happened', async () => {
    const hours = (ahead: number) => ({ at: new Date(Date.now() + ahead * 3_600_000).toISOString().slice(0, 19) });
    const delivered = event(1, 'D', 'F4', { ...hours(48), offset: '+00:00' });
    for (const source of ['poll', 'push'] as const) expect(await take([delivered, delivered], source)).toBeLessThan(2);
    expect(await kept()).toMatchObject({
      trackingStatus: 'pending',
      lastEvent: null,
      deliveredAt: null,
      order: 'ordered',
    });
    // A scan now in Tokyo, whose offset is missing.
    expect(await take([event(1, 'I', 'OR', { ...hours(9), offset: null, state: null, country: 'JP' })])).toBe(1);
    expect(await kept()).toMatchObject({ trackingStatus: 'picked_up', lastEvent: 'I OR', order: 'shipped' });
    expect(await sql('SELECT code, ahead FROM track_event WHERE package = $1 ORDER BY code', [of.id])).toEqual([
      { code: 'F4', ahead: true },
      { code: 'OR', ahead: false },
    ]);
    const { body } = await world.person('north admin').person.post('Tracking/timeline', { package: of.id });
    expect((body.data as { packages: { events: object[] }[] }).packages[0]?.events).toMatchObject([
      { code: 'F4', ahead: true },
      { code: 'OR', ahead: false },
    ]);
    const later = { ...services(), clock: () => new Date(Date.now() + 2 * 86_400_000) };
    expect(await takeEvents(later, of, { events: [delivered], estimatedAt: null, source: 'poll' })).toBe(1);
    expect(await kept()).toMatchObject({ trackingStatus: 'delivered', lastEvent: 'D F4', order: 'delivered' });
    expect(await takeEvents(later, of, { events: [delivered], estimatedAt: null, source: 'poll' })).toBe(0);
  });

  it('ship the order with the first scan and deliver it with the last box', async () => {
    await take([event(2, 'M', 'MP')]);
    expect((await kept())?.['order']).toBe('ordered');
    await take([event(3, 'I', 'OR')]);
    expect((await kept())?.['order']).toBe('shipped');
    await take([event(6, 'D', 'F4')]);
    expect(await kept()).toMatchObject({ trackingStatus: 'delivered', logistics: 'signed', order: 'delivered' });
    await take([event(7, 'I', 'AR')]);
    expect(await kept()).toMatchObject({ trackingStatus: 'delivered', lastEvent: 'I AR' });
  });

  it('that come at once leave the state of all of them', async () => {
    const all = [
      event(2, 'M', 'MP'),
      event(3, 'I', 'OR'),
      event(4, 'I', 'AR'),
      event(5, 'I', 'OT'),
      event(6, 'D', 'F4'),
    ];
    await Promise.all(all.map((each) => take([each])));
    expect(await kept()).toMatchObject({ trackingStatus: 'delivered', order: 'delivered' });
  });

  it('with an unmapped code go by their kind, and the code is listed with its count', async () => {
    await take([event(3, 'I', 'Q9'), event(4, 'I', 'Q9', { text: 'Something new' })]);
    expect(await kept()).toMatchObject({ trackingStatus: 'in_transit', lastEvent: 'Something new' });
    const { body } = await world
      .person('north clerk')
      .person.get('TrackingStatusCode/page', { view: 'unmapped', code: 'Q9' });
    expect((body.data as { rows: object[] }).rows).toMatchObject([
      { carrier: 'UPS', section: 'activity', code: 'Q9', seen: 2 },
    ]);
    // Once a person has mapped it, the next read of the package uses the mapping.
    await sql(`UPDATE tracking_status_code SET category = 'delivery_failed' WHERE tenant_id = $1 AND code = 'Q9'`, [
      of.tenant,
    ]);
    await take([]);
    expect(await kept()).toMatchObject({ trackingStatus: 'delivery_failed' });
    await sql(`DELETE FROM tracking_status_code WHERE tenant_id = $1 AND code = 'Q9'`, [of.tenant]);
  });

  it('are for the staff and the customer of the package alone', async () => {
    await take([event(3, 'I', 'OR')]);
    const count = async (who: string) => {
      const { body } = await world.person(who).person.get('TrackEvent/page', { package: of.id });
      return (body.data as { rows: unknown[] } | null)?.rows.length;
    };
    expect(await Promise.all(['north admin', 'north member', 'north sibling', 'south admin'].map(count))).toEqual([
      1, 1, 0, 0,
    ]);
  });
});
