import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedStations, type SharedStations } from '../../support/shared-stations.ts';
import { hosts, password, type Person } from '../../support/test-app.ts';
import { openWorld, type World } from '../../support/world.ts';

/* Who signed in at a shared station, and who tried to: the visit log. */

let world: World;
let admin: Person;
let stations: SharedStations;
beforeAll(async () => {
  world = await openWorld(undefined, true);
  admin = world.person('north admin').person;
  stations = sharedStations(world);
}, 120_000);
afterAll(() => world?.close());
afterEach(async () => {
  await world.owner.query('DELETE FROM lading.failed_sign_in');
  await world.owner.query('DELETE FROM lading.rate');
});

type Row = Record<string, unknown>;
/** The visits at a station, oldest first. */
async function visits(station: string, who = admin): Promise<Row[]> {
  await world.test.node.logs.flush();
  const { body } = await who.get('sysVisLog/list', { search: station, sort: 'visTime' });
  return (body.data as Row[]).filter((row) => row['station'] === station);
}
const unknown = `LDB${'A'.repeat(16)}`;

describe('visits at shared stations', () => {
  it('are logged: who, where, when and why not', async () => {
    const { name, cookie } = await stations.openStation();
    const worker = await stations.worker();
    await worker.own.post('account/setPin', { pin: '482051', password });
    await stations.enter(cookie, { badge: unknown });
    await stations.enter(cookie, { person: worker.id, pin: '593816' });
    await stations.enter(cookie, { person: '99', pin: '593816' });
    await stations.entered(cookie, { person: worker.id, pin: '482051' });
    await stations.entered(cookie, { badge: await stations.badgeOf(worker.id) });
    const rows = await visits(name);
    const of = (row: Row) => [row['account'], row['name'], row['success'], row['message'], row['createdBy']];
    expect(rows.map(of)).toEqual([
      ['–', null, 'N', 'This badge is not known here, or was taken back.', null],
      [worker.account, null, 'N', expect.stringContaining('This PIN is wrong'), null],
      ['–', null, 'N', expect.stringContaining('This PIN is wrong'), null],
      [worker.account, worker.name, 'Y', 'OK', worker.id],
      [worker.account, worker.name, 'Y', 'OK', worker.id],
    ]);
    for (const row of rows)
      expect(row).toMatchObject({ visType: '1', ip: '127.0.0.1', visTime: expect.stringMatching(/^\d{4}-\d\d-\d\d/) });
  });

  it('name whose badge it was, where it opens nothing any more', async () => {
    const { name, cookie } = await stations.openStation();
    const leaver = await stations.worker();
    const badge = await stations.badgeOf(leaver.id);
    await admin.post('sysUser/changeStatus', { id: leaver.id, status: '1' });
    await stations.enter(cookie, { badge });
    const pricing = await stations.worker(undefined, 'pricing');
    await stations.enter(cookie, { badge: await stations.badgeOf(pricing.id) });
    expect((await visits(name)).map(({ account, success, message }) => [account, success, message])).toEqual([
      [leaver.account, 'N', 'This badge is not known here, or was taken back.'],
      [pricing.account, 'N', 'Your roles do not open the pages of a station.'],
    ]);
  });

  it('hold no PIN, no badge and no credential', async () => {
    const { name, cookie } = await stations.openStation();
    const worker = await stations.worker();
    const badge = await stations.badgeOf(worker.id);
    await stations.enter(cookie, { badge: 'typed-into-the-wrong-field' });
    await stations.enter(cookie, { person: worker.id, pin: '715293' });
    await stations.enter(cookie, { person: 'no-number-715293', pin: '715293' });
    await stations.entered(cookie, { badge });
    expect(await visits(name)).toHaveLength(4);
    const { rows } = await world.owner.query<{ row: string }>(
      `SELECT to_jsonb(l)::text AS row FROM operation_log l UNION ALL SELECT to_jsonb(v)::text FROM visit_log v
       UNION ALL SELECT to_jsonb(e)::text FROM exception_log e`,
    );
    const all = rows.map(({ row }) => row).join('\n');
    for (const secret of ['715293', 'typed-into', badge, cookie.split('=')[1] ?? 'none'])
      expect(all).not.toContain(secret);
  });

  it('fill the log with thirty failures of a station in ten minutes at most, and still with successes', async () => {
    const [one, two] = [await stations.openStation(), await stations.openStation()];
    const worker = await stations.worker();
    const badge = await stations.badgeOf(worker.id);
    await Promise.all(Array.from({ length: 40 }, () => stations.enter(one.cookie, { badge: unknown })));
    await stations.entered(one.cookie, { badge });
    await stations.enter(two.cookie, { badge: unknown });
    const rows = await visits(one.name);
    expect(rows.filter(({ success }) => success === 'N')).toHaveLength(30);
    expect(rows.filter(({ success }) => success === 'Y')).toHaveLength(1);
    expect(rows.filter(({ message }) => String(message).includes('left out of this log'))).toHaveLength(1);
    expect(await visits(two.name)).toHaveLength(1);
  }, 60_000);

  it('are not logged for a browser that is no station, and read by administrators of the tenant only', async () => {
    const count = async () => {
      await world.test.node.logs.flush();
      const { rows } = await world.owner.query<{ count: number }>('SELECT count(*)::int AS count FROM visit_log');
      return rows[0]?.count;
    };
    const { name, cookie } = await stations.openStation();
    const before = await count();
    const forged = `lading_station=${'x'.repeat(43)}`;
    expect((await stations.enter(forged, { badge: unknown })).body.issues?.[0]?.code).toBe('station.notOpen');
    expect((await stations.enter(cookie, { badge: unknown }, hosts.south)).body.issues?.[0]?.code).toBe(
      'station.notOpen',
    );
    expect(await count()).toBe(before);
    await stations.enter(cookie, { badge: unknown });
    expect(await visits(name)).toHaveLength(1);
    expect(await visits(name, world.person('south admin').person)).toEqual([]);
    const worker = await stations.worker();
    expect((await worker.own.get('sysVisLog/list')).status).toBe(403);
  });
});
