import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventOf, openHub } from '../../support/hub-client.ts';
import { hosts, type Person } from '../../support/test-app.ts';
import { openTwoNodes, type TwoNodes } from '../../support/two-nodes.ts';

let nodes: TwoNodes;
let admin: Person;
beforeAll(async () => {
  nodes = await openTwoNodes();
  admin = nodes.world.person('north admin').person;
});
afterAll(() => nodes?.close());

const person = (name: string) => nodes.world.person(name).person;

/** What came of an attempt: the status or code that ended it, and every record that was sent before. */
async function attempt(query: Record<string, string>, host: string = hosts.north, handshake?: unknown) {
  const client = openHub(nodes.hubs[0], query, { host, handshake });
  return { ended: await client.closed, records: client.records };
}

describe('a connection without a right to it', () => {
  it('is refused before it is one: no token, a wrong one, one of another house', async () => {
    const forged = 'A'.repeat(43);
    const south = person('south admin').token;
    for (const query of [
      {},
      { access_token: '' },
      { access_token: forged },
      { access_token: `${admin.token}x` },
      { access_token: "' OR 1=1 --" },
      { access_token: south },
      { ticket: forged },
      { ticket: admin.token },
    ] as Record<string, string>[]) {
      expect([query, await attempt(query)]).toEqual([query, { ended: 401, records: [] }]);
    }
  });

  it('is refused when the session has ended or expired', async () => {
    const [left, late] = [
      await nodes.world.test.signIn(hosts.north, 'clerk'),
      await nodes.world.test.signIn(hosts.north, 'finance'),
    ];
    const ticket = await nodes.ticket(left);
    await left.get('logout');
    await nodes.world.owner.query(
      `UPDATE lading.session_token SET expires_at = now() - interval '1 second'
        WHERE token_hash = sha256(convert_to($1, 'UTF8'))`,
      [late.token],
    );
    const tries: Record<string, string>[] = [{ access_token: left.token }, { ticket }, { access_token: late.token }];
    for (const query of tries) expect(await attempt(query)).toEqual({ ended: 401, records: [] });
  });

  it('is refused to a ticket that was used before, or waited too long', async () => {
    const ticket = await nodes.ticket(admin);
    const first = openHub(nodes.hubs[0], { ticket });
    await first.next(() => true);
    expect(await attempt({ ticket })).toEqual({ ended: 401, records: [] });
    first.close();
    const old = await nodes.ticket(admin);
    await nodes.world.owner.query(`UPDATE lading.hub_ticket SET expires_at = now() - interval '1 second'`);
    expect(await attempt({ ticket: old })).toEqual({ ended: 401, records: [] });
  });

  it('gets no ticket', async () => {
    const payload = '{}';
    const headers = {
      host: hosts.north,
      'content-type': 'application/json',
      authorization: `Bearer ${'A'.repeat(43)}`,
    };
    const answer = await nodes.apps[0].inject({ method: 'POST', url: '/api/hub/ticket', headers, payload });
    expect(answer.statusCode).toBe(401);
  });

  it('gets no call served and no frame once its account is locked, however busy it is', async () => {
    const busy = await nodes.world.test.signIn(hosts.north, 'clerk');
    const socket = await nodes.own(busy, { node: 1, watch: ['level'] });
    const { account } = nodes.world.person('north clerk');
    let locked = false;
    const late: number[] = [];
    const calls = Array.from({ length: 4 }, async () => {
      for (let call = 0; call < 60; call++) {
        const after = locked;
        const { status } = await busy.get('Level/page');
        if (after && status !== 401) late.push(status);
      }
    });
    const writes = (async () => {
      for (let write = 0; write < 20; write++) await admin.post('Level/add', { name: `Busy ${write}` });
    })();
    await nodes.world.owner.query(`UPDATE account SET status = '1' WHERE id = $1`, [account]);
    locked = true;
    const heard = socket.records.length;
    await Promise.all([...calls, writes]);
    expect(await socket.closed).toBe(4401);
    expect(late).toEqual([]);
    // What was on its way may arrive; then the farewell, and after it nothing.
    const kinds = socket.records.map((record) => String(eventOf(record)['kind']));
    expect(kinds.indexOf('forceExit')).toBe(kinds.length - 1);
    expect(kinds.length - heard).toBeLessThan(20);
    await nodes.world.owner.query(`UPDATE account SET status = '0' WHERE id = $1`, [account]);
  });
});

describe('a connection that misbehaves', () => {
  it('is closed when it speaks another protocol, or nonsense', async () => {
    for (const handshake of [{ protocol: 'messagepack', version: 1 }, { protocol: 'json', version: 2 }, [], 'x']) {
      const { ended, records } = await attempt({ access_token: admin.token }, hosts.north, handshake);
      expect([ended, records]).toEqual([4400, []]);
    }
  });

  it('is closed when it sends more than a client ever would', async () => {
    const client = openHub(nodes.hubs[0], { access_token: admin.token });
    await client.next(() => true);
    client.send({ type: 1, target: 'Watch', arguments: ['x'.repeat(20_000)] });
    expect(await client.closed).toBe(1009);
  });

  it('watches nothing that it may not read, and calls nothing that is not there', async () => {
    const member = await nodes.own(person('north member'), { watch: ['account', 'session', 'level'] });
    member.send({ type: 1, target: 'ClientsSendMessageToAll', invocationId: '7', arguments: [{ message: 'x' }] });
    expect(await member.next(({ type }) => type === 3)).toEqual({ type: 3, invocationId: '7', error: 'unknown' });
    await admin.post('Level/add', { name: 'Unseen' });
    await nodes.world.test.signIn(hosts.north, 'finance');
    await nodes.world.owner.query(
      `INSERT INTO lading.event (tenant_id, kind, payload) SELECT id, 'message', '{"title":"Hello","message":"All"}' FROM tenant WHERE code = 'north'`,
    );
    expect(await member.next(({ target }) => target === 'ReceiveMessage')).toMatchObject({
      arguments: ['All', { title: 'Hello', message: 'All', messagetype: 0 }],
    });
    const seen = member.records.map(eventOf).filter(({ kind }) => kind === 'record');
    expect(seen.filter(({ entity }) => entity !== 'level')).toEqual([]);
    member.close();
  });

  it('has at most twenty windows', async () => {
    const clients = await nodes.world.test.signIn(hosts.south, 'admin');
    const tickets = Array.from({ length: 20 }, () =>
      openHub(nodes.hubs[0], { access_token: clients.token }, { host: hosts.south }),
    );
    await Promise.all(tickets.map((client) => client.next(() => true)));
    expect(await attempt({ access_token: clients.token }, hosts.south)).toEqual({ ended: 429, records: [] });
    for (const client of tickets) client.close();
  });
});

describe('what is kept', () => {
  it('never holds a token or a ticket in the clear', async () => {
    const ticket = await nodes.ticket(admin);
    for (const query of [{ access_token: admin.token }, { ticket }] as Record<string, string>[]) {
      const client = openHub(nodes.hubs[0], query);
      await client.next(() => true);
      client.close();
      await client.closed;
    }
    const { owner } = nodes.world;
    const { rows: tables } = await owner.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('lading', 'public')`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const text = `SELECT count(*)::integer AS hits FROM ${name} t WHERE t::text LIKE ANY($1)`;
      const { rows } = await owner.query<{ hits: number }>(text, [[`%${admin.token}%`, `%${ticket}%`]]);
      if (rows[0]?.hits !== 0) found.push(name);
    }
    expect(tables.length).toBeGreaterThan(20);
    expect(found).toEqual([]);
  });
});
