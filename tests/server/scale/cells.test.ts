import { randomUUID } from 'node:crypto';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moveTenant } from '../../../server/cells/move-tenant.ts';
import { provisionTenant } from '../../../server/provisioning/provision.ts';
import { findings, openOtherCell, type OtherCell } from '../../support/cells.ts';
import { send, type Reply } from '../../support/send.ts';
import { hosts, password, root, secretKey } from '../../support/test-app.ts';
import { openWorld, type World } from '../../support/world.ts';

/** Milliseconds after which a client sends again what was answered 503. */
const retryAfter = 100;

/**
 * What stands in front of cells: sends each host name to its cell. A cell that answers 421 no longer has the tenant, so
 * the request goes to the other one, and so does whatever comes after it.
 */
function openFront(cells: readonly number[], map: Map<string, number>): Server {
  return createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { url: path = '/', method = 'GET', headers } = incoming;
      const host = headers.host ?? '';
      const pass = (port: number, mayTurn: boolean) => {
        const sent = request({ port, host: '127.0.0.1', path, method, headers }, (answer) => {
          const other = cells.find((cell) => cell !== port);
          if (answer.statusCode === 421 && mayTurn && other !== undefined) {
            answer.resume();
            map.set(host, other);
            return pass(other, false);
          }
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        });
        sent.on('error', () => outgoing.writeHead(502).end());
        sent.end(Buffer.concat(chunks));
      };
      pass(map.get(host) ?? 0, true);
    });
  });
}

describe('two cells behind one address', () => {
  const east = 'east.localhost';
  let world: World;
  let other: OtherCell;
  let front: Server;
  let port = 0;
  const map = new Map<string, number>();
  beforeAll(async () => {
    world = await openWorld();
    other = await openOtherCell();
    // Left by the template; it belongs to no tenant.
    await world.owner.query('DROP SCHEMA test CASCADE');
    const { rows } = await other.owner.query<{ id: string }>(
      `SELECT id::text AS id FROM tenant WHERE kind = 'platform'`,
    );
    const facts = { adminName: 'Eve', timeZone: 'Asia/Shanghai', locale: 'en-US' as const, email: 'e@example.com' };
    const admin = { account: 'admin', password };
    await provisionTenant(
      { ...other.test.node, root },
      { ...facts, name: 'East', code: 'east', host: east, kind: 'tenant', admin },
      rows[0]?.id ?? null,
    );
    const cells: number[] = [];
    for (const { app } of [world.test, other.test]) {
      await app.listen({ port: 0, host: '127.0.0.1' });
      cells.push((app.server.address() as AddressInfo).port);
    }
    map
      .set(hosts.north, cells[0] ?? 0)
      .set(hosts.south, cells[0] ?? 0)
      .set(east, cells[1] ?? 0);
    front = openFront(cells, map);
    await new Promise<void>((done) => front.listen(0, '127.0.0.1', done));
    ({ port } = front.address() as AddressInfo);
  }, 120_000);
  afterAll(async () => {
    await new Promise<void>((done) => (front ? front.close(() => done()) : done()));
    await world?.close();
    await other?.close();
  });

  const tokenOf = async (host: string): Promise<string> => {
    const entered = await send(port, '/api/login', { host, body: { account: 'admin', password } });
    return String(entered?.json.data);
  };
  const names = (reply: Reply | null): string[] =>
    ((reply?.json.data as { rows?: { name: string }[] } | undefined)?.rows ?? []).map(({ name }) => name);

  it('serve each tenant by its host name, and know nobody of the other', async () => {
    const [north, easterly] = [world.person('north admin').person.token, await tokenOf(east)];
    for (const [host, token, name] of [
      [hosts.north, north, 'of the first cell'],
      [east, easterly, 'of the second cell'],
    ] as const) {
      const added = await send(port, '/api/Level/add', { host, token, body: { name } });
      expect(added).toMatchObject({ status: 200, json: { success: true } });
      const page = names(await send(port, '/api/Level/page', { host, token }));
      expect(page).toContain(name);
      expect(page).not.toContain(name === 'of the first cell' ? 'of the second cell' : 'of the first cell');
    }
    expect(await send(port, '/api/Level/page', { host: east, token: north })).toMatchObject({ status: 401 });
    expect(await send(port, '/api/Level/page', { host: hosts.north, token: easterly })).toMatchObject({ status: 401 });
  });

  it('pass a tenant on while it is used: nothing fails, nothing is lost or written twice', async () => {
    const { token } = world.person('north admin').person;
    const found = await findings(world.owner);
    const failed: string[] = [];
    const written: string[] = [];
    const over = new AbortController();
    let away = 0;
    /** A tenant that is being moved answers 503: clients send the same request again under its key. */
    const ask = async (path: string, body?: object): Promise<Reply> => {
      const call = { host: hosts.north, token, ...(body ? { body, key: randomUUID() } : {}) };
      const started = performance.now();
      for (;;) {
        const reply = await send(port, path, call);
        if (!reply || reply.status === 503) {
          await pause(retryAfter);
          continue;
        }
        away = Math.max(away, performance.now() - started);
        return reply;
      }
    };
    const user = async (at: number) => {
      for (let turn = 0; !over.signal.aborted; turn += 1) {
        const name = `user ${at} level ${turn}`;
        const write = turn % 2 === 0;
        const reply = await (write ? ask('/api/Level/add', { name }) : ask('/api/Level/page?pageSize=20'));
        if (reply.status !== 200 || reply.json.success !== true)
          failed.push(`${reply.status} ${JSON.stringify(reply.json)}`);
        else if (write) written.push(name);
      }
    };
    const users = Array.from({ length: 4 }, (_, at) => user(at));
    const before = () => written.length;
    await expect.poll(before, { timeout: 30_000 }).toBeGreaterThan(20);
    await moveTenant({
      ...{ code: 'north', address: `http://${hosts.north}` },
      from: { databaseUrl: world.test.databaseUrl, files: world.test.files, secretKeys: [secretKey] },
      to: { databaseUrl: other.test.databaseUrl, files: other.test.files, secretKeys: [secretKey] },
    });
    const moved = written.length;
    await expect.poll(before, { timeout: 10_000 }).toBeGreaterThan(moved + 20);
    over.abort();
    await Promise.all(users);
    expect(failed).toEqual([]);
    expect(map.get(hosts.north)).toBe(map.get(east));
    const { rows } = await other.owner.query<{ name: string }>(
      `SELECT name FROM level WHERE name LIKE 'user % level %'`,
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual(written.toSorted());
    for (const at of [world, other])
      expect((await findings(at.owner)).filter((each) => !found.includes(each))).toEqual([]);
    process.stdout.write(`move under load: ${written.length} writes, longest answer ${Math.round(away)} ms\n`);
  }, 120_000);

  it('are sick alone: without the first, the tenants of the second go on', async () => {
    const token = await tokenOf(east);
    await world.test.app.close();
    expect(await send(port, '/api/Level/page', { host: east, token })).toMatchObject({ status: 200 });
    expect(await send(port, '/api/login', { host: hosts.south, body: {} })).toMatchObject({ status: 502 });
  });
});
