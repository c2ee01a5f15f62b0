import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulator, type Simulator } from '../../server/domain/carriers/simulator/start.ts';
import { knownClient } from '../../server/domain/carriers/simulator/world.ts';
import { modules } from '../../server/domain/index.ts';
import { startDemo } from '../../server/demo/start-demo.ts';
import { openNode } from '../../server/node.ts';
import { openDatabase } from '../../server/open-database.ts';
import { ask, type Door } from './support/client.ts';
import { asOwner } from './support/cluster.ts';
import { sampleUntil, statusReached } from './support/ended.ts';
import { root } from './support/open-bench.ts';
import { cpuOf, memoryOf, startServer } from './support/process.ts';
import { median } from './support/report.ts';
import { newOrder } from './support/tenants.ts';

const goals = { wall: 1.3, lists: 1.5, merge: 3_000, memory: 250 };
/** What the carrier takes for a label, and how many requests one account has under way. */
const slow = 300;
const atOnce = 16;
const host = 'south.localhost';
const demoPassword = 'bench-of-placing';
const secretKey = 'the-key-of-a-bench-that-nobody-keeps-a-day';

/**
 * `npm run bench:placing -- [--orders 500]`: orders placed in bulk at a simulator that takes 300 ms, from the command to the
 * last label, beside the very same requests sent bare at the same concurrency; what lists take meanwhile beside idle; and the
 * labels merged. Answers 1 where a goal is missed.
 */
export default async function benchPlacing(args: readonly string[]): Promise<number> {
  const at = args.indexOf('--orders');
  const count = Number(at < 0 ? '500' : args[at + 1]);
  const built = spawnSync(process.execPath, [join(root, 'server/scripts/build.mjs'), 'server'], { stdio: 'inherit' });
  if (built.status !== 0) return 1;
  const folder = mkdtempSync(join(tmpdir(), 'lading-bench-placing-'));
  const fileStore = join(folder, 'files');
  const settings = { port: 0, host: '127.0.0.1', dataDir: folder, databaseUrl: null, demoPassword, secretKey };
  const database = await openDatabase({ ...settings, logLevel: 'silent' });
  const closing: (() => Promise<unknown>)[] = [() => database.stop()];
  try {
    const opened = await openNode({ databaseUrl: database.url, root, secretKey, modules });
    if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
    await startDemo(opened.value, root, { demoPassword, fileStore, login: knownClient }, { orders: 200 });
    await opened.value.close();
    const simulator = await startSimulator();
    closing.unshift(() => simulator.stop());
    const { ups, fedex } = simulator;
    const server = await startServer(
      join(root, 'dist/server/main.js'),
      [],
      {
        ...{ PORT: '0', DATABASE_URL: database.url, SECRET_KEY: secretKey, LOG_LEVEL: 'warn', FILE_STORE: fileStore },
        ...{ UPS_API_BASE: ups, FEDEX_API_BASE: fedex, NODE_FLAGS: process.env['BENCH_NODE_FLAGS'] ?? '' },
      },
      /ready at http:\/\/localhost:(\d+)/,
    );
    closing.unshift(() => server.stop());
    const body = { account: 'admin', password: demoPassword };
    const token = String(
      await ask({ port: server.port, host, token: '' }, { method: 'POST', path: '/api/login', body }),
    );
    const door: Door = { port: server.port, host, token };
    // Nobody is asked for money: what is measured is the way to the label.
    await asOwner(database.url, (client) =>
      client.query(`UPDATE customer_config SET "riskAction" = 'allow', "labelFormat" = 'pdf'`),
    );
    const ids = await draft(door, count);
    return await measure({ door, pid: server.pid, simulator }, ids);
  } finally {
    for (const close of closing) await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Bench {
  readonly door: Door;
  readonly pid: number;
  readonly simulator: Simulator;
}

async function measure({ door, pid, simulator }: Bench, ids: readonly string[]): Promise<number> {
  const lists = ['/api/Order/page?pageSize=20', '/api/OrderBox/page?pageSize=20', '/api/Customer/page?pageSize=20'];
  const look = async (times: number[]): Promise<void> => {
    for (const path of lists) {
      const from = performance.now();
      await ask(door, { method: 'GET', path });
      times.push(performance.now() - from);
    }
  };
  const [idle, busy]: [number[], number[]] = [[], []];
  for (let round = 0; round < 10; round++) await look([]);
  for (let round = 0; round < 30; round++) {
    await look(idle);
    await pause(50);
  }
  simulator.control.fault({ kind: 'slow', call: 'ship', ms: slow, times: null });
  const cpu = cpuOf(pid);
  const started = performance.now();
  const { batch } = (await ask(door, { method: 'POST', path: '/api/Order/placeMany', body: { ids } })) as {
    batch: string;
  };
  const of = { entity: 'order-batch', path: 'OrderBatch', id: batch, status: 'finished' };
  const counts = await sampleUntil(statusReached<Counts>(door, of), 100, () => look(busy));
  if (counts.placed !== ids.length) throw new Error(JSON.stringify(counts));
  const placed = performance.now() - started;
  const used = cpuOf(pid) - cpu;
  const asked = simulator.control.calls().filter(({ call }) => call === 'ship');
  const bare = await sendBare(simulator, asked);
  simulator.control.clearFaults();

  const [wall, ratio] = [placed / bare, median(busy) / median(idle)];
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  say(`${ids.length} orders placed          ${seconds(placed)} s, ${(used / ids.length).toFixed(1)} ms CPU each`);
  say(`the same requests, bare     ${seconds(bare)} s, ratio ${wall.toFixed(2)} (goal ${goals.wall})`);
  const list = (times: number[]) => `${median(times).toFixed(1)} ms`;
  say(`lists idle, and meanwhile   ${list(idle)}, ${list(busy)}, ratio ${ratio.toFixed(2)} (goal ${goals.lists})`);

  const before = memoryOf(pid);
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, memoryOf(pid))), 20);
  const from = performance.now();
  const bytes = await merge(door, ids).finally(() => clearInterval(watch));
  const merged = performance.now() - from;

  const more = Math.round(peak - before);
  say(`labels merged               ${seconds(merged)} s, ${Math.round(bytes / 1024)} KB, ${more} MB more`);
  const missed = [wall > goals.wall, ratio > goals.lists, merged > goals.merge, more > goals.memory].filter(Boolean);
  say(missed.length === 0 ? 'every goal is met' : `${missed.length} missed`);
  return missed.length === 0 ? 0 : 1;
}

interface Counts {
  readonly status: string;
  readonly placed: number;
}

/** Drafts of the demo's first customer by UPS, with their prices tried. */
async function draft(door: Door, count: number): Promise<string[]> {
  const first = async (path: string): Promise<string> => {
    const { rows } = (await ask(door, { method: 'GET', path: `/api/${path}` })) as { rows: { id: string }[] };
    return rows[0]?.id ?? '';
  };
  const channel = await first('Channel/page?code=UPS-W');
  const facts = {
    ...{ ...newOrder, channel, customer: await first('Customer/page?code=C1001') },
    service: await first(`ChannelService/page?channel=${channel}&code=GND`),
    shipFrom: await first(`ChannelShipFrom/page?channel=${channel}`),
  };
  const ids: string[] = [];
  const lane = async () => {
    while (ids.length < count) {
      const place = ids.push('') - 1;
      const body = { ...facts, refNo: `PLACE-${place}`, shipToName: `Hugo Lindqvist ${place}` };
      const added = (await ask(door, { method: 'POST', path: '/api/Order/add', body })) as { id: string };
      ids[place] = added.id;
    }
  };
  await Promise.all(Array.from({ length: 4 }, lane));
  for (let at = 0; at < count; at += 40)
    await ask(door, { method: 'POST', path: '/api/Order/trial', body: { ids: ids.slice(at, at + 40) } });
  return ids;
}

/** Sends requests for labels again as they were sent, so many at once. Milliseconds for all of them. */
async function sendBare(simulator: Simulator, calls: readonly { path: string; body: unknown }[]): Promise<number> {
  const headers = await signIn(simulator);
  const left = [...calls];
  const from = performance.now();
  const lane = async () => {
    for (let call = left.shift(); call; call = left.shift()) {
      const answer = await fetch(`${simulator.ups}${call.path}`, {
        ...{ method: 'POST', headers, body: JSON.stringify(call.body) },
      });
      if (!answer.ok) throw new Error(await answer.text());
      await answer.json();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return performance.now() - from;
}

async function signIn({ ups }: Simulator): Promise<Record<string, string>> {
  const { clientId, clientSecret } = knownClient;
  const answer = await fetch(`${ups}/security/v1/oauth/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const own = { transId: 'bench', transactionSrc: 'bench' };
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...own };
}

/** All labels in one file; how long it is. `fetch` lets nobody name the host. */
async function merge({ port, token }: Door, orders: readonly string[]): Promise<number> {
  const headers = { host, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const sent = request({ port, headers, host: '127.0.0.1', method: 'POST', path: '/api/Label/merge' });
  sent.end(JSON.stringify({ orders, format: 'pdf' }));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let bytes = 0;
  for await (const chunk of answer) bytes += (chunk as Buffer).length;
  if (answer.statusCode !== 200 || bytes < 10_000) throw new Error(`not merged: ${answer.statusCode} ${bytes}`);
  return bytes;
}
