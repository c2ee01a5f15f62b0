import { readBadge } from './badge.ts';
import { added } from './money.ts';
import { hosts, password, type Person } from './test-app.ts';
import type { World } from './world.ts';

export interface StationAnswer {
  status: number;
  body: {
    success: boolean;
    code: number;
    message: string;
    data: unknown;
    issues?: { path: string; code: string }[];
  };
  cookie: string;
}

/** What a station's sign-in answers. */
export interface Entered {
  token: string;
  person: string;
  name: string;
  place: string;
  permissions: string[];
  idleMinutes: number;
}

export interface Worker {
  id: string;
  account: string;
  name: string;
  /** Their own signed-in browser. */
  own: Person;
}

export interface SharedStations {
  call(path: string, body: object, how?: { host?: string; cookie?: string; token?: string }): Promise<StationAnswer>;
  /** A station of the tenant in the north that is paired with the browser of this cookie. */
  openStation(place?: string): Promise<{ id: string; name: string; cookie: string }>;
  /** Someone with a delivered role, by default that of the warehouse. */
  worker(named?: string, role?: string): Promise<Worker>;
  badgeOf(id: string): Promise<string>;
  enter(cookie: string, proof: object, host?: string): Promise<StationAnswer>;
  /** The same where it must succeed. */
  entered(cookie: string, proof: object): Promise<Entered>;
}

/** Shared stations of the tenant in the north, and people who sign in there. */
export function sharedStations(world: World): SharedStations {
  const admin = world.person('north admin').person;
  const { app } = world.test;
  let made = 0;
  const rowsOf = async (path: string) =>
    ((await admin.get(path, { pageSize: '100' })).body.data as unknown as { rows: { id: string; code: string }[] })
      .rows;

  const call: SharedStations['call'] = async (path, body, { host = hosts.north, cookie, token } = {}) => {
    const headers = {
      ...{ host, 'x-wire': 'plain' },
      ...(cookie ? { cookie } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    };
    const url = `/api/${path}?culture=en-US`;
    const answer = await app.inject({ method: 'POST', url, headers, payload: body });
    return {
      status: answer.statusCode,
      body: answer.json(),
      cookie: String(answer.headers['set-cookie'] ?? ''),
    };
  };
  const enter: SharedStations['enter'] = (cookie, proof, host) =>
    call('stationSignIn/enter', proof, { cookie, ...(host ? { host } : {}) });

  return {
    call,
    enter,
    async openStation(place = world.homes.north.samples.get('printer/bench') ?? '') {
      const name = `Table ${(made += 1)}`;
      const id = added(await admin.post('SharedStation/add', { name, place }));
      await admin.post('SharedStation/pair', { id });
      const { pairingCode: code } = (await admin.get('SharedStation/detail', { id })).body.data as {
        pairingCode: string;
      };
      const paired = await call('stationSignIn/pair', { code });
      if (!paired.body.success) throw new Error(paired.body.message);
      return { id, name, cookie: paired.cookie.split(';')[0] ?? '' };
    },
    async worker(named, role = 'warehouse') {
      const account = `worker-${(made += 1)}`;
      const name = named ?? `Worker ${made}`;
      const [org] = await rowsOf('sysOrg/page');
      const roles = [(await rowsOf('sysRole/page')).find(({ code }) => code === role)?.id];
      const record = { account, name, password, adminType: '3', org: org?.id, roles };
      const id = added(await admin.post('sysUser/add', record));
      return { id, account, name, own: await world.test.signIn(hosts.north, account) };
    },
    async badgeOf(id) {
      const headers = { host: hosts.north, authorization: `Bearer ${admin.token}` };
      const printed = await app.inject({ method: 'POST', url: '/api/Badge/issue', headers, payload: { id } });
      if (printed.headers['content-type'] !== 'application/pdf') throw new Error(printed.body);
      return readBadge(printed.rawPayload);
    },
    async entered(cookie, proof) {
      const { body } = await enter(cookie, proof);
      if (!body.success) throw new Error(body.message);
      return body.data as Entered;
    },
  };
}
