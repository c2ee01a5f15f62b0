import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { registerRoutes } from '../../server/http/register-routes.ts';
import { hosts, openTestApp, type Person, type TestApp } from '../support/test-app.ts';

/* Real sockets against a server with short limits: idle clients are cut off, working ones are not. */

const limits = { head: 300, body: 400, upload: 1500, idle: 600, every: 50, connections: 12 };
let test: TestApp;
let app: FastifyInstance;
let admin: Person;
let release: () => void = () => undefined;
const sockets: Socket[] = [];
beforeAll(async () => {
  test = await openTestApp();
  admin = await test.signIn(hosts.north, 'admin');
  const slow = (to: FastifyInstance) => {
    to.get('/api/test-slow', () => new Promise((resolve) => (release = () => resolve({ slow: true }))));
    to.get('/api/test-large', async () => Buffer.alloc(50_000_000));
  };
  const more = [...registerRoutes({ ...test.node, files: test.files, recorded: false }), slow];
  app = await buildApp({ ...test.node, webDir: null, logLevel: 'silent', more, limits });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  await app?.close();
  await test?.close();
});

/** A connection that says `text`, and how it went: what came back, and after how long it was over. */
function open(text: string) {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  const started = performance.now();
  let said = '';
  socket.on('error', () => undefined);
  const over = new Promise<{ said: string; ms: number }>((resolve) =>
    socket.once('close', () => resolve({ said, ms: performance.now() - started })),
  );
  socket.on('data', (chunk: Buffer) => (said += chunk.toString('latin1')));
  socket.write(text);
  return { socket, over, said: () => said };
}

const upload = (length: number) =>
  [
    'POST /api/sysFileInfo/upload HTTP/1.1',
    `Host: ${hosts.north}`,
    `Authorization: Bearer ${admin.token}`,
    'Connection: close',
    'Content-Type: multipart/form-data; boundary=x',
    `Content-Length: ${length}`,
    '',
    '',
  ].join('\r\n');
const form = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--x--\r\n';

describe('a connection', () => {
  it.each([
    ['says nothing', ''],
    ['stops in the middle of a head', `GET /api/health HTTP/1.1\r\nHost: ${hosts.north}\r\nX-Half:`],
    [
      'stops in the middle of a body',
      `POST /api/login HTTP/1.1\r\nHost: ${hosts.north}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"acc`,
    ],
    [
      'stops in the middle of a body in pieces',
      `POST /api/login HTTP/1.1\r\nHost: ${hosts.north}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"acc\r\n`,
    ],
    [
      'sends a file without a session, and not all of it',
      `POST /api/sysFileInfo/upload HTTP/1.1\r\nHost: ${hosts.north}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000\r\n\r\n--x`,
    ],
    ['has had its answer and asks no more', `GET /api/health HTTP/1.1\r\nHost: ${hosts.north}\r\n\r\n`],
  ])('that %s is ended', async (_, text) => {
    const { ms } = await open(text).over;
    // Between two requests Node adds a second of its own.
    expect(ms).toBeLessThan(3 * limits.upload);
  });

  it('that sends a byte of its body now and then is still ended', async () => {
    const { socket, over } = open(
      `POST /api/login HTTP/1.1\r\nHost: ${hosts.north}\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{`,
    );
    const drip = setInterval(() => socket.write(' '), 50);
    const { said } = await over;
    clearInterval(drip);
    expect(said).toMatch(/^HTTP\/1\.1 408/);
  });

  it('with a file has longer, and not forever', async () => {
    const { socket, over, said } = open(upload(form.length) + form.slice(0, 70));
    const plain = open(
      `POST /api/login HTTP/1.1\r\nHost: ${hosts.north}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
    );
    await plain.over;
    expect(said()).toBe('');
    socket.write(form.slice(70));
    expect((await over).said).toMatch(/^HTTP\/1\.1 200[^]*"success":true/);
    const halted = open(upload(form.length) + form.slice(0, 70));
    expect((await halted.over).ms).toBeLessThan(3 * limits.upload);
  });

  it('waits for an answer that takes its time', async () => {
    const { over } = open(`GET /api/test-slow HTTP/1.1\r\nHost: ${hosts.north}\r\nConnection: close\r\n\r\n`);
    await once(app.server, 'timeout');
    release();
    expect((await over).said).toMatch(/"slow":true/);
  });

  it('that does not take its answer is ended', async () => {
    const { socket } = open(`GET /api/test-large HTTP/1.1\r\nHost: ${hosts.north}\r\n\r\n`);
    socket.pause();
    await once(app.server, 'timeout');
    const left = () => new Promise<number>((resolve) => app.server.getConnections((_e, n) => resolve(n)));
    await expect.poll(left, { timeout: 5_000 }).toBe(0);
  });

  it('is refused where there are as many as the server keeps', async () => {
    const dropped = once(app.server, 'drop');
    const all = Array.from({ length: limits.connections + 1 }, () => open(''));
    await dropped;
    await Promise.all(all.map(({ over }) => over));
    const again = open(`GET /api/health HTTP/1.1\r\nHost: ${hosts.north}\r\nConnection: close\r\n\r\n`);
    expect((await again.over).said).toMatch(/^HTTP\/1\.1 200/);
  });

  it('may ask a list for 3,000 numbers in its address, and for no megabyte', async () => {
    const numbers = Array.from({ length: 3_000 }, (_, at) => `1Z${String(at).padStart(16, '0')}`);
    const ask = (list: string) =>
      open(
        [
          `GET /api/OrderBox/page?trackingNo.in=${encodeURIComponent(list)} HTTP/1.1`,
          `Host: ${hosts.north}`,
          `Authorization: Bearer ${admin.token}`,
          'Connection: close',
          '',
          '',
        ].join('\r\n'),
      ).over;
    expect((await ask(numbers.join(','))).said).toContain('"totalRows":0');
    expect((await ask('1'.repeat(1_000_000))).said).toMatch(/^(HTTP\/1\.1 431|$)/);
  });
});
