import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeEvents } from '../../../server/domain/tracking/take-events.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let of: { tenant: string; id: string };
const sql = async (text: string, values: unknown[] = []) => (await world.owner.query(text, values)).rows;
beforeAll(async () => {
  world = await openWorld();
  const { tenant, samples } = world.homes.north;
  of = { tenant, id: samples.get('package/ordered') ?? '' };
}, 120_000);
afterAll(() => world?.close());

const admin = () => world.person('north admin').person;
const now = Date.now();
const take = async (code: string, text: string, hoursAgo: number) => {
  const { services } = world.test.node.context;
  if (!services) throw new Error('no house');
  const at = new Date(now - hoursAgo * 3_600_000).toISOString().slice(0, 19);
  const place = { city: 'Newark', state: 'NJ', postalCode: null, country: 'US' };
  const events = code === '' ? [] : [{ at, offset: '+00:00', type: code, code, text, ...place }];
  await takeEvents(services, of, { events, estimatedAt: null, source: 'poll' });
};
const stands = async () =>
  (await sql(`SELECT "trackingStatus" AS state, "handStatus" AS hand FROM package WHERE id = $1`, [of.id]))[0];

describe('what a person says of a package', () => {
  it('holds until the next event, an old one too, and stands in the history with its note', async () => {
    await take('AR', 'Arrived at hub', 20);
    const said = await admin().post('OrderBox/setTracking', {
      id: of.id,
      handStatus: 'delivered',
      handNote: 'Called: it is there',
    });
    expect(said.body.success ? null : said.body.message).toBeNull();
    await world.test.runJobs();
    // Told again what is known, and looked at again, it stays.
    await take('AR', 'Arrived at hub', 20);
    await take('', '', 0);
    expect(await stands()).toEqual({ state: 'delivered', hand: 'delivered' });
    await take('DP', 'Departed', 25);
    expect(await stands()).toEqual({ state: expect.not.stringMatching('delivered') as string, hand: null });
    const { body } = await admin().get('OrderBox/history', { id: of.id });
    expect(JSON.stringify(body.data)).toContain('Called: it is there');
    // The order moves by what carriers say and by nothing else.
    expect(
      await sql(`SELECT o.status FROM "order" o JOIN package p ON p."order" = o.id WHERE p.id = $1`, [of.id]),
    ).not.toEqual([{ status: 'delivered' }]);
  });

  it('names another carrier, which is asked by an account of its own', async () => {
    const named = (carrierCode: string) =>
      admin().post('OrderBox/setCarrier', { id: of.id, carrierCode, handNote: 'Handed over' });
    expect((await named('ups!')).body.success).toBe(false);
    const [ups] = await sql(
      `SELECT id::text AS id FROM express_account WHERE tenant_id = $1 AND "carrierCode" = 'UPS' AND status = 'enabled' ORDER BY id`,
      [of.tenant],
    );
    await sql(
      `INSERT INTO tracking.work (tenant_id, package) VALUES ($1, $2) ON CONFLICT (tenant_id, package) DO UPDATE SET retired_at = now()`,
      [of.tenant, of.id],
    );
    const before = await stands();
    expect((await named('UPS')).body.success).toBe(true);
    await world.test.runJobs();
    const work = () =>
      sql(`SELECT account::text AS account, retired_at FROM tracking.work WHERE package = $1`, [of.id]);
    expect(await work()).toEqual([{ account: ups?.id, retired_at: null }]);
    // What the carrier before it has told keeps its meaning.
    expect(await stands()).toEqual(before);
    expect((await named('NOBODY')).body.success).toBe(true);
    await world.test.runJobs();
    expect((await work())[0]).toMatchObject({ account: null });
    expect((await world.person('north member').person.post('OrderBox/setCarrier', { id: of.id })).status).toBe(403);
  });
});
