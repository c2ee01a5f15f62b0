import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reasons } from '../../support/money.ts';
import { picture } from '../../support/pictures.ts';
import { sharedStations, type Entered, type SharedStations } from '../../support/shared-stations.ts';
import { hosts, personOf, type Answer, type Person } from '../../support/test-app.ts';
import { openWorld, type World } from '../../support/world.ts';

/* Returns at a shared station: what their scan page sends, and nothing besides. */

const stationOnly = 1013011;
const forbidden = 1013002;
const noRoute = 1013001;

let world: World;
let admin: Person;
let stations: SharedStations;
beforeAll(async () => {
  world = await openWorld();
  admin = world.person('north admin').person;
  stations = sharedStations(world);
}, 120_000);
afterAll(() => world?.close());

interface AtStation extends Entered {
  here: Person;
}

/** Someone who has just scanned their badge at a station of their own. */
async function signedIn(role?: string): Promise<AtStation> {
  const { cookie } = await stations.openStation();
  const { id } = await stations.worker(undefined, role);
  const session = await stations.entered(cookie, { badge: await stations.badgeOf(id) });
  return { ...session, here: personOf(world.test.app, hosts.north, session.token) };
}

const codeOf = ({ body }: Answer) => body.code;
const dataOf = <T>({ body }: Answer): T => {
  expect(body.success ? [] : [body.message, body.issues]).toEqual([]);
  return body.data as T;
};
const photoBy = async (who: Person) =>
  dataOf<string>(await who.send('sysFileInfo/upload', 'a.png', await picture('png')));
const taken = (trackingNo: string, photos: string[]) => ({ trackingNo, grade: 'opened', photos, unitType: '0' });
const idOf = (answer: Answer) => dataOf<{ id: string }>(answer).id;
const parcelOf = async (id: string) =>
  dataOf<Record<string, unknown>>(await admin.get('ReturnedParcel/detail', { id }));
/** A parcel that waits to be disposed of. */
async function toDispose(trackingNo: string, by = admin): Promise<string> {
  const id = idOf(await by.post('ReturnedParcel/add', taken(trackingNo, [await photoBy(by)])));
  dataOf(await by.post('ReturnedParcel/setAside', { id }));
  return id;
}

describe('returns at a shared station', () => {
  it('are scanned, photographed, taken in and disposed of; every act names the person', async () => {
    const { here, person, permissions } = await signedIn();
    expect(permissions).toEqual(
      expect.arrayContaining([
        'OrderBox:print',
        'ReturnedParcel:add',
        'ReturnedParcel:dispose',
        'ReturnedParcel:process',
      ]),
    );
    const number = '1Z999AA10123456793';
    expect(dataOf(await here.post('Returns/scan', { text: number }))).toMatchObject({ number, parcel: null });
    const id = idOf(await here.post('ReturnedParcel/add', taken(number, [await photoBy(here)])));
    expect(await parcelOf(id)).toMatchObject({ status: 'unidentified', createdBy: person });
    dataOf(await admin.post('ReturnedParcel/setAside', { id }));
    const { parcel } = dataOf<{ parcel: Record<string, unknown> }>(await here.post('Returns/scan', { text: number }));
    expect(parcel).toMatchObject({ id, status: 'toDispose' });
    expect(Object.keys(parcel)).not.toContain('staffNote');
    dataOf(await here.post('ReturnedParcel/dispose', { id, version: parcel['version'] }));
    expect(await parcelOf(id)).toMatchObject({ status: 'disposed', updatedBy: person });
  });

  it('name a parcel of a customer of other colleagues, and do not take it in again', async () => {
    const { here } = await signedIn();
    const theirs = '1Z999AA10123456784';
    expect(reasons(await here.post('Returns/scan', { text: theirs }))).toEqual(['text returns.alreadyHere']);
    const again = await here.post('ReturnedParcel/add', taken(theirs, [await photoBy(here)]));
    expect(reasons(again)).toEqual(['trackingNo returns.alreadyHere']);
  });

  it('keep the session open by each act, an upload as well', async () => {
    const { here, token } = await signedIn();
    const hash = createHash('sha256').update(token).digest();
    const left = async () => {
      const { rows } = await world.owner.query<{ left: number }>(
        `SELECT extract(epoch FROM expires_at - now())::float8 AS left FROM lading.session_token WHERE token_hash = $1`,
        [hash],
      );
      return rows[0]?.left ?? 0;
    };
    const shorten = () =>
      world.owner.query(
        `UPDATE lading.session_token SET expires_at = now() + interval '60 seconds' WHERE token_hash = $1`,
        [hash],
      );
    await shorten();
    dataOf(await here.post('stationSignIn/check', {}));
    expect(await left()).toBeLessThan(61);
    await photoBy(here);
    expect(await left()).toBeGreaterThan(200);
    await shorten();
    // No act: the person has no such right, or the call is closed.
    await here.post('ReturnedParcel/assign', { id: '1' });
    expect(await left()).toBeLessThan(61);
  });

  it('open no other call of parcels and files, whatever the address looks like', async () => {
    const { here } = await signedIn();
    const id = await toDispose('STATION-CLOSED-1');
    const file = await photoBy(admin);
    const reads = [
      ...['page', 'list', 'detail', 'history', 'aggregate', 'dropDown', 'export'].map(
        (verb) => `ReturnedParcel/${verb}`,
      ),
      ...['page', 'detail', 'download', 'preview'].map((verb) => `sysFileInfo/${verb}`),
      ...['Order/page', 'Customer/list', 'sysUser/page', 'getLoginUser'],
    ];
    for (const path of reads) expect([path, codeOf(await here.get(path, { id }))]).toEqual([path, stationOnly]);
    const writes = [
      ...['edit', 'delete', 'assign', 'claim', 'revoke', 'extend', 'setAside'].map((verb) => `ReturnedParcel/${verb}`),
      ...['Returns/likely', 'Returns/offers', 'Returns/mine', 'Returns/resend', 'Order/add'],
      ...[
        'sysFileInfo/delete',
        'ReturnedParcel/add/',
        '/ReturnedParcel/add',
        'ReturnedParcel/%61dd',
        'ReturnedParcel/add;x',
      ],
    ];
    for (const path of writes) {
      // Some of these are no routes at all.
      expect([path, [stationOnly, noRoute].includes(codeOf(await here.post(path, { id })))]).toEqual([path, true]);
    }
    expect(codeOf(await here.send('sysFileInfo/uploadAvatar', 'a.png', await picture('png')))).toBe(stationOnly);
    expect(await parcelOf(id)).toMatchObject({ status: 'toDispose' });
    expect((await admin.raw('sysFileInfo/download', { id: file })).statusCode).toBe(200);
  });

  it('take one record with the fields of their page: no list, and no field besides', async () => {
    const { here } = await signedIn();
    const [one, two] = [await toDispose('STATION-LIST-1'), await toDispose('STATION-LIST-2')];
    const photos = [await photoBy(here)];
    const customer = world.homes.north.samples.get('customer/acme') ?? '';
    expect(customer).not.toBe('');
    for (const [path, body] of [
      ['ReturnedParcel/dispose', { ids: [one, two] }],
      ['ReturnedParcel/dispose', [{ id: one }, { id: two }]],
      ['ReturnedParcel/dispose', { id: one, endedAt: '2020-01-01' }],
      ['ReturnedParcel/add', { ...taken('STATION-LIST-3', photos), customer }],
      ['ReturnedParcel/add', { ...taken('STATION-LIST-3', photos), staffNote: 'x' }],
      ['ReturnedParcel/add', [taken('STATION-LIST-3', photos)]],
    ] as const)
      expect(codeOf(await here.post(path, body))).toBe(stationOnly);
    expect([(await parcelOf(one))['status'], (await parcelOf(two))['status']]).toEqual(['toDispose', 'toDispose']);
    const { rows } = await world.owner.query(`SELECT 1 FROM returned_parcel WHERE "trackingNo" = 'STATION-LIST-3'`);
    expect(rows).toEqual([]);
  });

  it('reach no record and no file of another tenant, and no file of another person', async () => {
    const { here } = await signedIn();
    const south = world.person('south admin').person;
    const foreign = await toDispose('STATION-SOUTH-1', south);
    expect((await here.post('ReturnedParcel/dispose', { id: foreign })).body.success).toBe(false);
    expect((await here.post('ReturnedParcel/process', { id: foreign })).body.success).toBe(false);
    expect(dataOf(await here.post('Returns/scan', { text: 'STATION-SOUTH-1' }))).toMatchObject({ parcel: null });
    expect(dataOf<{ status: string }>(await south.get('ReturnedParcel/detail', { id: foreign })).status).toBe(
      'toDispose',
    );
    const theirs = await photoBy(south);
    const colleague = await stations.worker();
    const others = await photoBy(colleague.own);
    const member = world.people.find(({ home, member: of }) => home === 'north' && of !== null)?.person ?? admin;
    const members = await photoBy(member);
    for (const photo of [theirs, others, members])
      expect(reasons(await here.post('ReturnedParcel/add', taken('STATION-FILE-1', [photo])))).toEqual([
        expect.stringContaining('photos'),
      ]);
  });

  it('take pictures and no other files', async () => {
    const { here } = await signedIn();
    for (const [name, bytes] of [
      ['a.png', '<script>alert(1)</script>'],
      ['a.pdf', '%PDF-1.4 x'],
      ['a.csv', 'a,b\n1,2'],
    ] as const)
      expect(reasons(await here.send('sysFileInfo/upload', name, bytes))).toEqual(['file file.notAPicture']);
  });

  it('ask for the right of each act', async () => {
    const { here, permissions } = await signedIn('service');
    // This role works on returns and prints no labels.
    expect(permissions).toContain('ReturnedParcel:add');
    expect(permissions).not.toContain('OrderBox:print');
    const printer = world.homes.north.samples.get('printer/bench') ?? '';
    expect(codeOf(await here.post('Station/scan', { station: printer, text: 'X' }))).toBe(forbidden);
    const grants = [
      { entity: 'package', codes: 'read,print', rows: 'all' },
      ...['order', 'printer'].map((entity) => ({ entity, codes: 'read', rows: 'all' })),
    ];
    const role = { name: 'Printing only', code: 'printing-only', roleType: '1', template: 'none', dataScopeType: '1' };
    idOf(await admin.post('sysRole/add', { ...role, grants }));
    const packing = await signedIn('printing-only');
    expect(packing.permissions).toEqual(['OrderBox:print']);
    expect(codeOf(await packing.here.post('Returns/scan', { text: '1Z999AA10123456784' }))).toBe(forbidden);
    expect(codeOf(await packing.here.post('ReturnedParcel/add', taken('STATION-RIGHT-1', [])))).toBe(forbidden);
    expect(codeOf(await packing.here.send('sysFileInfo/upload', 'a.png', await picture('png')))).toBe(forbidden);
    const { cookie } = await stations.openStation();
    const badge = await stations.badgeOf((await stations.worker(undefined, 'pricing')).id);
    expect((await stations.enter(cookie, { badge })).body.issues?.[0]?.code).toBe('station.noRight');
  });

  it('end with the visit: expired, signed out, or replaced by the next badge', async () => {
    const { cookie } = await stations.openStation();
    const enter = async () => {
      const { id } = await stations.worker();
      const { token } = await stations.entered(cookie, { badge: await stations.badgeOf(id) });
      return personOf(world.test.app, hosts.north, token);
    };
    const id = await toDispose('STATION-ENDED-1');
    const png = await picture('png');
    const closed = async (who: Person) => {
      for (const answer of [
        await who.post('Returns/scan', { text: 'STATION-ENDED-1' }),
        await who.post('ReturnedParcel/dispose', { id }),
        await who.send('sysFileInfo/upload', 'a.png', png),
        await who.post('stationSignIn/check', {}),
      ])
        expect(answer.status).toBe(401);
    };
    const [first, second] = [await enter(), await enter()];
    await closed(first);
    await second.get('logout');
    await closed(second);
    const third = await enter();
    const ended = `UPDATE lading.session_token SET expires_at = now() WHERE token_hash = $1`;
    await world.owner.query(ended, [createHash('sha256').update(third.token).digest()]);
    await closed(third);
    expect(await parcelOf(id)).toMatchObject({ status: 'toDispose' });
  });
});
