import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { admit } from '../../../server/realtime/authenticate.ts';
import { added } from '../../support/money.ts';
import {
  sharedStations,
  type Entered,
  type SharedStations,
  type StationAnswer,
} from '../../support/shared-stations.ts';
import { hosts, password, type Person } from '../../support/test-app.ts';
import { openWorld, type World } from '../../support/world.ts';

/* A browser that several people use: badge or PIN, the scan pages, and nothing else. */

let world: World;
let admin: Person;
let printer: string;
let stations: SharedStations;
beforeAll(async () => {
  world = await openWorld();
  admin = world.person('north admin').person;
  stations = sharedStations(world);
  printer = world.homes.north.samples.get('printer/bench') ?? '';
}, 120_000);
afterAll(() => world?.close());
afterEach(async () => {
  await world.owner.query('DELETE FROM lading.failed_sign_in');
  await world.owner.query('DELETE FROM lading.rate');
});

const call: SharedStations['call'] = (...asked) => stations.call(...asked);
const enter: SharedStations['enter'] = (...asked) => stations.enter(...asked);
const entered: SharedStations['entered'] = (...asked) => stations.entered(...asked);
const openStation = () => stations.openStation();
const packer = () => stations.worker();
const badgeOf = (id: string) => stations.badgeOf(id);
const scan = (token: string, text = 'NO-SUCH-NUMBER', station = printer) =>
  call('Station/scan', { station, text }, { token });
const issuesOf = ({ body }: StationAnswer) => body.issues?.map(({ code }) => code);

describe('a shared station', () => {
  it('is paired once by a code that staff make; its cookie is for its sign-in only', async () => {
    const id = added(await admin.post('SharedStation/add', { name: 'Once', place: printer }));
    await admin.post('SharedStation/pair', { id });
    const { pairingCode: code } = (await admin.get('SharedStation/detail', { id })).body.data as {
      pairingCode: string;
    };
    expect(issuesOf(await call('stationSignIn/pair', { code }, { host: hosts.south }))).toEqual(['station.wrongCode']);
    const paired = await call('stationSignIn/pair', { code: ` ${code.toLowerCase()} ` });
    expect(paired.cookie).toMatch(/^lading_station=[\w-]{43}; Path=\/api\/stationSignIn; .*HttpOnly; SameSite=Strict/);
    expect(issuesOf(await call('stationSignIn/pair', { code }))).toEqual(['station.wrongCode']);
    expect((await admin.get('SharedStation/detail', { id })).body.data).toMatchObject({
      status: 'open',
      pairingCode: null,
    });
  });

  it('lets a person in by badge: every act names them, and the next badge takes their place', async () => {
    const { id, cookie } = await openStation();
    const [first, second] = [await packer(), await packer()];
    const [one, two] = [await badgeOf(first.id), await badgeOf(second.id)];
    const session = await entered(cookie, { badge: one });
    expect(session).toMatchObject({ name: first.name, place: printer, idleMinutes: 5 });
    expect((await scan(session.token, 'ACT-OF-FIRST')).body.data).toMatchObject({ last: { fault: 'unknown' } });
    const next = await entered(cookie, { badge: two.toLowerCase() });
    expect((await scan(session.token)).body).toMatchObject({ code: 1011009 });
    expect((await scan(next.token, 'ACT-OF-SECOND')).body.success).toBe(true);
    const { rows } = (await admin.get('StationScan/page', { pageSize: '50' })).body.data as unknown as {
      rows: { text: string; createdBy: string }[];
    };
    const by = (text: string) => rows.find((row) => row.text === text)?.createdBy;
    expect([by('ACT-OF-FIRST'), by('ACT-OF-SECOND')]).toEqual([first.id, second.id]);
    const sessions = (await admin.get('sysOnlineUser/page', { station: id })).body.data as unknown as {
      rows: object[];
    };
    expect(sessions.rows).toHaveLength(2);
    const history = (await admin.get('sysUser/history', { id: first.id })).body.data as unknown as { verb: string }[];
    expect(JSON.stringify(history)).toContain('giveBadge');
  });

  it('lets a person in by name and PIN, which they set with their password', async () => {
    const { cookie } = await openStation();
    const person = await packer();
    const pinned = (body: object) => person.own.post('account/setPin', body);
    expect((await pinned({ pin: '48205', password })).body.issues?.[0]?.code).toBe('station.pinForm');
    expect((await pinned({ pin: '123456', password })).body.issues?.[0]?.code).toBe('station.pinEasy');
    expect((await pinned({ pin: '777777', password })).body.issues?.[0]?.code).toBe('station.pinEasy');
    expect((await pinned({ pin: '482051', password: 'wrong-guess' })).body.issues?.[0]?.code).toBe('password.wrong');
    expect((await pinned({ pin: '482051', password })).body.success).toBe(true);
    expect((await person.own.get('account/pin')).body.data).toEqual({ on: true, blocked: false });
    const { body } = await call('stationSignIn/view', {}, { cookie });
    expect((body.data as { people: object[] }).people).toContainEqual({ id: person.id, name: person.name });
    expect(issuesOf(await enter(cookie, { person: person.id, pin: '482052' }))).toEqual(['station.wrongPin']);
    const { token } = await entered(cookie, { person: person.id, pin: '482051' });
    expect((await scan(token)).body.success).toBe(true);
    const { rows } = await world.owner.query<{ kept: string }>(
      'SELECT k::text AS kept FROM lading.station_key k WHERE account_id = $1',
      [person.id],
    );
    expect(rows[0]?.kept).toContain('argon2id');
    expect(rows[0]?.kept).not.toContain('482051');
  });

  it('locks after five wrong PINs, and blocks the PIN after ten at all stations together', async () => {
    const [one, two] = [await openStation(), await openStation()];
    const person = await packer();
    await person.own.post('account/setPin', { pin: '482051', password });
    const wrong = (cookie: string) => enter(cookie, { person: person.id, pin: '000111' });
    for (let round = 0; round < 5; round += 1) expect(issuesOf(await wrong(one.cookie))).toEqual(['station.wrongPin']);
    expect((await enter(one.cookie, { person: person.id, pin: '482051' })).body.code).toBe(10110011);
    for (let round = 0; round < 5; round += 1) expect(issuesOf(await wrong(two.cookie))).toEqual(['station.wrongPin']);
    await world.owner.query('DELETE FROM lading.failed_sign_in');
    expect(issuesOf(await enter(two.cookie, { person: person.id, pin: '482051' }))).toEqual(['station.wrongPin']);
    expect((await person.own.get('account/pin')).body.data).toEqual({ on: true, blocked: true });
    await person.own.post('account/setPin', { pin: '594817', password });
    await entered(two.cookie, { person: person.id, pin: '594817' });
  });

  it('takes no PIN for a while after thirty wrong ones of all people, and still takes badges', async () => {
    const { cookie } = await openStation();
    const person = await packer();
    await person.own.post('account/setPin', { pin: '482051', password });
    const guesses = Array.from({ length: 30 }, (_, at) => enter(cookie, { person: String(at + 1), pin: '482051' }));
    for (const guess of await Promise.all(guesses)) expect(issuesOf(guess)).toEqual(['station.wrongPin']);
    expect((await enter(cookie, { person: person.id, pin: '482051' })).status).toBe(429);
    await entered(cookie, { badge: await badgeOf(person.id) });
    expect(issuesOf(await enter(cookie, { badge: 'LDBAAAAAAAAAAAAAAAA' }))).toEqual(['station.unknownBadge']);
  }, 60_000);

  it('knows no badge of another tenant, no member, and nobody without rights to its pages', async () => {
    const { cookie } = await openStation();
    const badge = await badgeOf((await packer()).id);
    expect(issuesOf(await enter(cookie, { badge }, hosts.south))).toEqual(['station.notOpen']);
    const south = world.person('south admin');
    const southBadge = `LDB${'S'.repeat(16)}`;
    const keep = `INSERT INTO lading.station_key (tenant_id, account_id, badge_hash) VALUES ($1, $2, $3)`;
    const hash = (text: string) => createHash('sha256').update(text).digest();
    await world.owner.query(keep, [south.tenant, south.account, hash(southBadge)]);
    expect(issuesOf(await enter(cookie, { badge: southBadge }))).toEqual(['station.unknownBadge']);
    const member = world.people.find(({ home, member }) => home === 'north' && member !== null);
    const memberBadge = `LDB${'M'.repeat(16)}`;
    await world.owner.query(keep, [member?.tenant, member?.account, hash(memberBadge)]);
    expect(issuesOf(await enter(cookie, { badge: memberBadge }))).toEqual(['station.unknownBadge']);
    expect((await member?.person.post('account/setPin', { pin: '482051', password }))?.body.issues?.[0]?.code).toBe(
      'station.staffOnly',
    );
    const finance = world.person('north finance');
    const rights = await enter(cookie, { badge: await badgeOf(finance.account) });
    if (!rights.body.success) expect(issuesOf(rights)).toEqual(['station.noRight']);
    else expect((await scan((rights.body.data as Entered).token)).status).toBe(403);
  });

  it('stops at once for who leaves, whose badge is taken back, and when it is closed', async () => {
    const { id, cookie } = await openStation();
    const [leaver, loser] = [await packer(), await packer()];
    const gone = await badgeOf(leaver.id);
    const session = await entered(cookie, { badge: gone });
    await admin.post('sysUser/changeStatus', { id: leaver.id, status: '1' });
    expect((await scan(session.token)).status).toBe(401);
    expect(issuesOf(await enter(cookie, { badge: gone }))).toEqual(['station.unknownBadge']);
    const lost = await badgeOf(loser.id);
    const open = await entered(cookie, { badge: lost });
    expect((await admin.post('sysUser/takeBadge', { id: loser.id })).body.success).toBe(true);
    expect((await scan(open.token)).status).toBe(401);
    expect(issuesOf(await enter(cookie, { badge: lost }))).toEqual(['station.unknownBadge']);
    expect((await loser.own.get('getLoginUser')).status).toBe(200);
    const again = await entered(cookie, { badge: await badgeOf(loser.id) });
    expect((await admin.post('SharedStation/close', { id })).body.success).toBe(true);
    expect((await scan(again.token)).status).toBe(401);
    expect(issuesOf(await enter(cookie, { badge: lost }))).toEqual(['station.notOpen']);
    expect((await call('stationSignIn/view', {}, { cookie })).body.data).toBeNull();
  });

  it('replaces a badge by the next, and gives none for people above the giver', async () => {
    const { cookie } = await openStation();
    const person = await packer();
    const first = await badgeOf(person.id);
    await badgeOf(person.id);
    expect(issuesOf(await enter(cookie, { badge: first }))).toEqual(['station.unknownBadge']);
    expect((await person.own.post('Badge/issue', { id: person.id })).status).toBe(403);
    const member = world.people.find(({ home, member }) => home === 'north' && member !== null);
    const none = await admin.post('Badge/issue', { id: String(member?.account) });
    expect(none.body.issues?.map(({ code }) => code)).toEqual(['printing.noBadgeFor']);
  });

  it('ends after idle minutes: a scan is an act, and looking is none', async () => {
    const { cookie } = await openStation();
    const { token } = await entered(cookie, { badge: await badgeOf((await packer()).id) });
    const hash = createHash('sha256').update(token).digest();
    const set = (seconds: number) =>
      world.owner.query(
        `UPDATE lading.session_token SET expires_at = now() + make_interval(secs => $2) WHERE token_hash = $1`,
        [hash, seconds],
      );
    const left = async () => {
      const { rows } = await world.owner.query<{ left: number }>(
        `SELECT extract(epoch FROM expires_at - now())::float8 AS left FROM lading.session_token WHERE token_hash = $1`,
        [hash],
      );
      return rows[0]?.left ?? 0;
    };
    await set(60);
    expect((await call('Station/state', { station: printer }, { token })).status).toBe(200);
    expect((await call('Station/today', { station: printer }, { token })).status).toBe(200);
    expect(await left()).toBeLessThan(61);
    await scan(token);
    expect(await left()).toBeGreaterThan(200);
    await world.owner.query(
      `UPDATE lading.session_token SET ends_at = now() + interval '30 seconds' WHERE token_hash = $1`,
      [hash],
    );
    await scan(token);
    expect(await left()).toBeLessThan(31);
    await set(-1);
    expect((await scan(token)).body).toMatchObject({ success: false, code: 1011008 });
    expect((await call('Station/state', { station: printer }, { token })).body.code).toBe(1011008);
  });

  it('keeps to its own printer, and keeps badges out of the history', async () => {
    const { cookie } = await openStation();
    const badge = await badgeOf((await packer()).id);
    const { token } = await entered(cookie, { badge });
    const other = world.homes.north.samples.get('printer/office') ?? '';
    expect((await scan(token, 'X', other)).status).toBe(403);
    expect(issuesOf(await scan(token, badge))).toEqual(['printing.badgeHere']);
    const { rows } = await world.owner.query('SELECT 1 FROM station_scan WHERE text = $1', [badge]);
    expect(rows).toEqual([]);
  });

  it('opens none of the other calls, no connection, and its credential is no session', async () => {
    const { cookie } = await openStation();
    const { token } = await entered(cookie, { badge: await badgeOf((await packer()).id) });
    const credential = cookie.split('=')[1] ?? '';
    expect((await scan(credential)).status).toBe(401);
    expect((await call('Station/scan', { station: printer, text: 'X' }, { cookie })).status).toBe(401);
    const request = { url: `/hubs/message?access_token=${token}`, headers: { host: hosts.north } };
    expect(await admit(world.test.node.system, world.test.node.actors, request)).toBeNull();
    const document = (await world.test.app.inject('/api/openapi.json')).json() as {
      paths: Record<string, Record<string, { security?: unknown[]; requestBody?: { content: object } }>>;
    };
    const opened: string[] = [];
    const odd: string[] = [];
    let calls = 0;
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { security, requestBody }] of Object.entries(methods)) {
        if (security) continue;
        calls += 1;
        const isForm = Object.keys(requestBody?.content ?? {})[0] === 'multipart/form-data';
        const answer = await world.test.app.inject({
          method: method.toUpperCase() as 'GET' | 'POST',
          url: `/api${path.replaceAll(/\{\w+\}/g, '1')}`,
          headers: {
            host: hosts.north,
            authorization: `Bearer ${token}`,
            ...(isForm ? { 'content-type': 'multipart/form-data; boundary=x' } : {}),
          },
          ...(method === 'post'
            ? {
                payload: isForm
                  ? '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\na\r\n--x--\r\n'
                  : {},
              }
            : {}),
        });
        const said = `${method.toUpperCase()} ${path}`;
        const { code } = answer.json<{ code: number }>();
        if (answer.statusCode !== 403) (answer.statusCode === 200 ? opened : odd).push(`${said} ${answer.statusCode}`);
        else if (code !== 1013011) odd.push(`${said} ${code}`);
      }
    }
    expect(calls).toBeGreaterThan(500);
    expect(odd).toEqual([]);
    // Refused for what they lack, and not for the session.
    expect(opened.toSorted()).toEqual([
      'POST /ReturnedParcel/add 200',
      'POST /ReturnedParcel/dispose 200',
      'POST /ReturnedParcel/process 200',
      'POST /Returns/scan 200',
      'POST /Station/scan 200',
      'POST /Station/state 200',
      'POST /Station/today 200',
      'POST /stationSignIn/check 200',
      'POST /sysFileInfo/upload 200',
    ]);
  }, 120_000);
});
