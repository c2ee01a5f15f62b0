import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TrackEvent } from '../../../server/domain/carriers/carrier.ts';
import { tellNewAlerts } from '../../../server/domain/tracking/alerts/digest.ts';
import { watch } from '../../../server/domain/tracking/alerts/raise.ts';
import { lookAgain, takeEvents } from '../../../server/domain/tracking/take-events.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let of: { tenant: string; id: string };
const sql = async (text: string, values: unknown[] = []) => (await world.owner.query(text, values)).rows;
const services = () => {
  const { services } = world.test.node.context;
  if (!services) throw new Error('no house');
  return services;
};
beforeAll(async () => {
  world = await openWorld();
  await sql('DELETE FROM alert_rule');
  await sql('DELETE FROM track_case');
}, 120_000);
afterAll(() => world?.close());
beforeEach(async () => {
  const { tenant, samples } = world.homes.north;
  of = { tenant, id: samples.get('package/refunding') ?? '' };
  await sql('DELETE FROM track_event WHERE package = $1', [of.id]);
  await sql('DELETE FROM track_alert');
  await sql('UPDATE tracking.work SET promised_at = NULL WHERE package = $1', [of.id]);
  await sql(
    `UPDATE package SET status = 'labelled', "firstScanAt" = NULL, "lastEventAt" = NULL, "estimatedAt" = NULL,
            "createdAt" = now() WHERE id = $1`,
    [of.id],
  );
});

const event = (
  hoursAgo: number,
  type: string,
  code: string,
  text: string,
  more: Partial<TrackEvent> = {},
): TrackEvent => ({
  ...{ at: new Date(Date.now() - hoursAgo * 3_600_000).toISOString().slice(0, 19), offset: '+00:00', type, code, text },
  ...{ city: 'Ontario', state: 'CA', postalCode: null, country: 'US', ...more },
});
const take = (...events: TrackEvent[]) => takeEvents(services(), of, { events, estimatedAt: null, source: 'poll' });
const alerts = () =>
  sql(`SELECT kind, status FROM track_alert WHERE package = $1 AND kind <> 'crossRegion' ORDER BY "raisedAt", kind`, [
    of.id,
  ]);
const person = (name: string) => world.person(name).person;

describe('an alert', () => {
  it('is raised once, and closed by what ends it', async () => {
    await take(
      event(9, 'I', '005', 'Origin Scan'),
      event(5, 'X', '013', 'Severe weather conditions have delayed delivery.'),
    );
    await take();
    expect(await alerts()).toEqual([{ kind: 'delay', status: 'open' }]);
    await take(event(3, 'I', '005', 'Arrived'));
    expect(await alerts()).toEqual([{ kind: 'delay', status: 'closed' }]);
    await take(event(1, 'X', '013', 'The address is incorrect.'));
    expect(await alerts()).toEqual([
      { kind: 'delay', status: 'closed' },
      { kind: 'abnormalAddress', status: 'open' },
      { kind: 'delay', status: 'open' },
    ]);
  });

  const scan = (hoursAgo: number, more: Partial<TrackEvent> = {}) => event(hoursAgo, 'I', '005', 'Origin Scan', more);
  const promised = (days: number, ...events: TrackEvent[]) =>
    takeEvents(services(), of, {
      ...{ events, source: 'poll' as const },
      estimatedAt: new Date(Date.now() + days * 86_400_000).toISOString(),
    });
  const delivered = () => take(event(0, 'D', '011', 'Delivered'));
  it.each([
    {
      kind: 'expired',
      async raise() {
        await sql(`UPDATE package SET "createdAt" = now() - interval '3 days' WHERE id = $1`, [of.id]);
        await take();
      },
      end: () => take(scan(1)),
    },
    { kind: 'crossRegion', raise: () => take(scan(5, { state: 'ME' })), end: delivered },
    { kind: 'brokenUpdate', raise: () => take(scan(80)), end: () => take(event(1, 'I', '005', 'Arrived')) },
    {
      kind: 'delay',
      raise: () => take(scan(9), event(5, 'X', '013', 'Severe weather conditions have delayed delivery.')),
      end: () => take(event(1, 'I', '005', 'Arrived')),
    },
    {
      kind: 'expectedChange',
      async raise() {
        await promised(1, scan(2));
        await promised(5);
      },
      end: () => promised(1),
    },
    {
      kind: 'abnormalAddress',
      raise: () => take(scan(9), event(3, 'X', '013', 'The address is incorrect.')),
      end: () => take(event(1, 'I', '005', 'Arrived')),
    },
    {
      kind: 'orderReturn',
      raise: () => take(scan(9), event(3, 'X', '034', 'Returning to Sender')),
      // It stays a return; a person says that this is settled.
      async end() {
        const [row] = await sql(`SELECT id::text FROM track_alert WHERE kind = 'orderReturn' AND status = 'open'`);
        await person('north admin').post('TrackAlert/close', { id: row?.['id'], note: 'It is back' });
      },
    },
  ])('of $kind is raised once, however often it is looked at, and ends', async ({ kind, raise, end }) => {
    const ofKind = async () =>
      (await sql('SELECT status FROM track_alert WHERE package = $1 AND kind = $2', [of.id, kind])).map(
        ({ status }) => status as string,
      );
    await raise();
    await take();
    expect(await ofKind()).toEqual(['open']);
    await end();
    await take();
    expect(await ofKind()).toEqual(['closed']);
  });

  it('that a person closed is not raised again for the same cause', async () => {
    await take(event(5, 'X', '034', 'Returning to Sender'));
    const [{ id } = { id: '' }] = await sql(`SELECT id FROM track_alert WHERE package = $1 AND kind = 'orderReturn'`, [
      of.id,
    ]);
    const { body } = await person('north admin').post('TrackAlert/close', { id, note: 'The customer wanted it back' });
    expect(body.success ? null : body.message).toBeNull();
    await take(event(1, 'I', '005', 'Arrived'));
    expect((await alerts()).filter(({ kind }) => kind === 'orderReturn')).toEqual([
      { kind: 'orderReturn', status: 'closed' },
    ]);
  });

  it('is raised by the clock where nothing comes, and one that slept is awake again', async () => {
    await sql(`UPDATE package SET "createdAt" = now() - interval '3 days' WHERE id = $1`, [of.id]);
    const task = watch(lookAgain);
    const run = () => task.run({ query: services().query, services: services() });
    await run();
    expect(await alerts()).toEqual([{ kind: 'expired', status: 'open' }]);
    const [{ id } = { id: '' }] = await sql('SELECT id FROM track_alert WHERE package = $1', [of.id]);
    const until = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    const { body } = await person('north admin').post('TrackAlert/snooze', { id, snoozeUntil: until });
    expect(body.success ? null : body.message).toBeNull();
    await run();
    expect(await alerts()).toEqual([{ kind: 'expired', status: 'snoozed' }]);
    await sql(`UPDATE track_alert SET "snoozeUntil" = now() - interval '1 minute' WHERE id = $1`, [id]);
    await run();
    expect(await alerts()).toEqual([{ kind: 'expired', status: 'open' }]);
    await take(event(1, 'I', '005', 'Origin Scan'));
    expect(await alerts()).toEqual([{ kind: 'expired', status: 'closed' }]);
  });

  it('is looked for by the clock with the carriers of its rule alone', async () => {
    await sql(`UPDATE package SET "createdAt" = now() - interval '3 days' WHERE id = $1`, [of.id]);
    await sql(
      `INSERT INTO alert_rule (tenant_id, id, status, kind, hours, carriers)
         SELECT t.id, lading.new_id(), 'enabled', k, 48, 'DHL' FROM tenant t, unnest('{expired,brokenUpdate}'::text[]) k`,
    );
    const run = () => watch(lookAgain).run({ query: services().query, services: services() });
    expect(await run()).toBe(0);
    await sql('DELETE FROM alert_rule');
    expect(await run()).toBeGreaterThan(0);
  });

  it('is for the customer to see and for the staff to take', async () => {
    await take(event(5, 'X', '034', 'Returning to Sender'));
    const list = async (who: string) =>
      (
        (await person(who).get('TrackAlert/page', { package: of.id, kind: 'orderReturn' })).body.data as {
          rows: Record<string, unknown>[];
        }
      ).rows;
    expect((await list('north member'))[0]).toMatchObject({ kind: 'orderReturn', status: 'open' });
    expect(Object.keys((await list('north member'))[0] ?? {})).not.toContain('note');
    expect(await list('north sibling')).toEqual([]);
    const [{ id } = { id: '' }] = await list('north admin');
    expect((await person('north member').post('TrackAlert/close', { id, note: 'no' })).status).toBe(403);
    expect((await person('north admin').post('TrackAlert/take', { id })).body.success).toBe(true);
    expect((await list('north admin'))[0]?.['assignee']).toBe(world.person('north admin').account);
  });

  it('is found by the number of its package, as the package and its case are', async () => {
    await take(event(5, 'X', '034', 'Returning to Sender'));
    const [{ number } = { number: '' }] = await sql(`SELECT "trackingNo" AS number FROM package WHERE id = $1`, [
      of.id,
    ]);
    const opened = await person('north admin').post('Tracking/openCase', {
      ...{ package: of.id, kind: 'trace', description: 'Where is it?' },
    });
    expect(opened.body.success).toBe(true);
    const { body } = await person('north admin').get('search', { searchValue: String(number) });
    const kinds = (body.data as { entity: string }[]).map(({ entity }) => entity);
    expect(kinds).toEqual(expect.arrayContaining(['package', 'track-alert', 'track-case']));
  });

  it('is told in a digest to staff and to its customer, by the bell and to whom wants it by mail, once', async () => {
    await sql('DELETE FROM received_notice');
    const admin = world.person('north admin').account;
    await sql(`UPDATE account SET email = 'dispatch@example.com' WHERE id = $1`, [admin]);
    await sql(
      `INSERT INTO lading.bound_address (tenant_id, account_id, way, address) VALUES ($1, $2, 'email', 'dispatch@example.com')`,
      [of.tenant, admin],
    );
    await sql(
      `INSERT INTO lading.preference (tenant_id, account_id, key, value) VALUES ($1, $2, 'notifications', '{"notices": {"mail": true}}')`,
      [of.tenant, admin],
    );
    const at = async (hour: number) =>
      (
        await sql(
          `SELECT (date_trunc('day', now() AT TIME ZONE "timeZone") + make_interval(hours => $2)) AT TIME ZONE "timeZone" AS at
             FROM tenant WHERE id = $1`,
          [of.tenant, hour],
        )
      )[0]?.['at'] as Date;
    const told = async (who: string) =>
      (
        await sql(
          `SELECT n.title, n.content FROM received_notice n WHERE n.account = $1 AND n.title ~ '(tracking alert|轨迹预警)'`,
          [world.person(who).account],
        )
      ).map(({ title, content }) => `${String(title)} ${JSON.stringify(content)}`);

    await take(event(5, 'X', '034', 'Returning to Sender'));
    expect(await tellNewAlerts(services(), await at(9))).toBe(0);
    await tellNewAlerts(services(), await at(8));
    await tellNewAlerts(services(), await at(8));
    await tellNewAlerts(services(), await at(14));
    for (const who of ['north admin', 'north member']) {
      const [notice, ...more] = await told(who);
      expect(more).toEqual([]);
      expect(notice).toMatch(/Returned|订单退回/);
    }
    // Neither a colleague of the same customer without the right, nor another customer, nor another tenant.
    for (const who of ['north sibling', 'south admin', 'south member']) expect(await told(who)).toEqual([]);
    const mails = await sql(`SELECT "to" FROM mail WHERE template LIKE 'trackAlerts:%'`);
    expect(mails).toEqual([{ to: 'dispatch@example.com' }]);
    // What ended before anyone was notified is not mentioned.
    await sql('DELETE FROM received_notice');
    await take(event(3, 'X', '013', 'The address is incorrect.'));
    await sql(`UPDATE track_alert SET status = 'closed'`);
    expect(await tellNewAlerts(services(), await at(14))).toBe(0);
    expect(await told('north admin')).toEqual([]);
  });
});
