import { spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type pg from 'pg';
import { recognise } from '../../server/domain/tracking/numbers/recognise.ts';
import { ask, drive, type Door, type Pace } from './support/client.ts';
import { asOwner } from './support/cluster.ts';
import { openBench, root, startProduct } from './support/open-bench.ts';
import {
  accountSecrets,
  addAccount,
  addPackages,
  pushedEvents,
  pushSecret,
  upsPush,
  waitingPushes,
} from './support/pushes.ts';
import { hostOf, password } from './support/tenants.ts';

const goals = { lists: 1.5, pushes: 1_000, recognise: 200, map: 1_000 };
const orders = 20_000;
const pushedPackages = 5_000;

/**
 * `npm run bench:tracking -- [--packages 200000] [--seconds 60]`: so many open packages of one account, all due at once, asked
 * about for so long while lists are read (a sample: the rate tells how long all of them take); events pushed over HTTP with
 * one worker behind, beside the floor of the same server's smallest call; 3,000 numbers recognised; the map's figures of a year.
 * Answers 1 where a goal is missed.
 */
export default async function benchTracking(args: readonly string[]): Promise<number> {
  const of = (name: string, otherwise: number) => {
    const at = args.indexOf(`--${name}`);
    return at < 0 ? otherwise : Number(args[at + 1]);
  };
  const [packages, seconds] = [of('packages', 200_000), of('seconds', 60)];
  const built = spawnSync(process.execPath, [join(root, 'server/scripts/build.mjs'), 'server'], { stdio: 'inherit' });
  if (built.status !== 0) return 1;
  const cluster = await openBench(orders);
  const carrier = await startCarrier();
  const base = `http://127.0.0.1:${(carrier.address() as AddressInfo).port}`;
  const server = await startProduct(cluster, { UPS_API_BASE: base, FEDEX_API_BASE: base });
  const say = (line: string) => process.stdout.write(`${line}\n`);
  let missed = 0;
  const judge = (good: boolean, line: string) => {
    if (!good) missed += 1;
    say(`${line}${good ? '' : '  ^ under its goal'}`);
  };
  try {
    const host = hostOf(1);
    const login = { method: 'POST', path: '/api/login', body: { account: 'admin', password } } as const;
    const token = String(await ask({ port: server.port, host, token: '' }, login));
    const door: Door = { port: server.port, host, token };
    await asOwner(cluster.product, clear);
    const account = await asOwner(cluster.product, (client) => addAccount(client, hostOf(1)));
    await ask(door, { method: 'POST', path: '/api/ExpressAccount/edit', body: { ...account, ...accountSecrets } });
    await asOwner(cluster.product, (client) => loadPackages(client, packages));

    const year = { period: 'year', day: '2026-12-31' };
    const places = () => ask(door, { method: 'POST', path: '/api/Map/places', body: year });
    await places();
    const asking = performance.now();
    const { states } = (await places()) as { states: { packages: number }[] };
    const mapped = performance.now() - asking;
    const counted = states.reduce((sum, { packages: some }) => sum + some, 0);
    judge(mapped < goals.map, `the map of a year, ${counted} packages: ${mapped.toFixed(0)} ms, goal ${goals.map}`);

    const text = Array.from({ length: 3_000 }, (_, at) => validNumber(at)).join('\n');
    recognise(text);
    const started = performance.now();
    const { numbers } = recognise(text);
    const took = performance.now() - started;
    judge(
      took < goals.recognise && numbers.length === 3_000,
      `3,000 numbers recognised in ${took.toFixed(0)} ms, goal ${goals.recognise}`,
    );

    const list = (time: number): Promise<Pace> =>
      drive(door, 4, time, {
        next: () => ({ method: 'GET', path: '/api/Order/page?pageNo=1&pageSize=20&sort=-createdAt' }),
      });
    await list(2);
    const floor = await drive(door, 16, 5, { next: () => ({ method: 'GET', path: '/api/sysTenant/GetDoMain' }) });
    const waits = () => asOwner(cluster.product, waitingPushes);
    const { pace: pushed, different } = await pushes(door, 10);
    const waiting = await waits();
    say(`smallest call of the same server ${floor.rate.toFixed(0)}/s (floor)`);
    judge(
      pushed.rate >= goals.pushes && pushed.failed === 0,
      `pushed events ${pushed.rate.toFixed(0)}/s, p95 ${pushed.p95.toFixed(0)} ms, p99 ${pushed.p99.toFixed(0)} ms, ${pushed.failed} failed ${pushed.firstFailure ?? ''}, ${waiting} wait for the worker, goal ${goals.pushes}/s`,
    );
    const [left, since] = [await waits(), performance.now()];
    while ((await waits()) > 0 && performance.now() - since < 300_000) await list(1);
    const read = performance.now() - since;
    judge(
      (await waits()) === 0,
      `the worker reads ${((left / read) * 1000).toFixed(0)} messages a second beside lists`,
    );
    const stored = await asOwner(cluster.product, pushedEvents);
    judge(
      stored.different === different && stored.again === 0,
      `${different} different events were sent, ${stored.different} are stored, ${stored.again} of them twice`,
    );

    const idle = await list(10);
    await asOwner(cluster.product, (client) =>
      client.query(`UPDATE tracking.work SET next_at = now() WHERE account = $1`, [account.id]),
    );
    const asked = () =>
      asOwner(cluster.product, (client) =>
        count(client, `SELECT count(*) FROM tracking.work WHERE asked_at IS NOT NULL`),
      );
    // The task runs with the next minute.
    for (let looks = 0; looks < 90 && (await asked()) === 0; looks += 1) await list(1);
    const [before, from] = [await asked(), performance.now()];
    const busy = await list(seconds);
    const rate = ((await asked()) - before) / ((performance.now() - from) / 1000);
    const slower = busy.p50 / idle.p50;
    say(`packages asked about ${rate.toFixed(0)}/s: ${packages} in ${(packages / rate / 60).toFixed(0)} minutes`);
    judge(
      slower <= goals.lists && rate > 0,
      `lists ${idle.p50.toFixed(1)} ms idle, ${busy.p50.toFixed(1)} ms meanwhile: ${slower.toFixed(2)}, goal ${goals.lists}`,
    );
    say(missed === 0 ? 'every goal is met' : `${missed} missed`);
    return missed === 0 ? 0 : 1;
  } finally {
    await asOwner(cluster.product, clear);
    await server.stop();
    await cluster.embedded.stop();
    carrier.close();
  }
}

const validNumber = (at: number): string => {
  const body = `5R8939${String(at).padStart(9, '0')}`;
  const sum = [...body].reduce((total, letter, place) => {
    const value = /\d/.test(letter) ? Number(letter) : (letter.charCodeAt(0) - 63) % 10;
    return total + value * (place % 2 === 0 ? 1 : 2);
  }, 0);
  return `1Z${body}${(10 - (sum % 10)) % 10}`;
};
const count = async (client: pg.Client, text: string): Promise<number> =>
  Number((await client.query<{ count: string }>(text)).rows[0]?.count ?? 0);

/** A carrier that answers at once: what is measured is what we do with it. */
function startCarrier(): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      if (request.url?.includes('oauth')) {
        response.end(
          JSON.stringify({
            access_token: 'bench',
            token_type: 'Bearer',
            expires_in: '14399',
            issued_at: String(Date.now()),
          }),
        );
        return;
      }
      const trackingNumber = /details\/([^?/]+)/.exec(request.url ?? '')?.[1] ?? '';
      const activity = {
        ...{ date: '20260303', time: '091500', gmtDate: '20260303', gmtTime: '14:15:00', gmtOffset: '-05:00' },
        location: { address: { city: 'LOUISVILLE', stateProvince: 'KY', countryCode: 'US', country: 'US' } },
        status: { type: 'I', code: 'AR', statusCode: '005', description: 'Arrived at Facility' },
      };
      const shipment = [{ inquiryNumber: trackingNumber, package: [{ trackingNumber, activity: [activity] }] }];
      response.end(JSON.stringify({ trackResponse: { shipment } }));
    });
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

/** Sends for so many seconds; every tenth message is the one before again. */
async function pushes(door: Door, seconds: number): Promise<{ pace: Pace; different: number }> {
  let turn = 0;
  const pace = await drive(door, 32, seconds, {
    next: () => {
      const at = turn % 10 === 9 ? turn - 1 : turn;
      turn += 1;
      const body = upsPush(at, pushedPackages);
      return { method: 'POST', path: '/api/tracking/ups', body, headers: { credential: pushSecret } };
    },
  });
  return { pace, different: turn - Math.floor(turn / 10) };
}

/** Packages of the first tenant's orders, each with its place in the table of what is asked about. */
async function loadPackages(client: pg.Client, many: number): Promise<void> {
  await addPackages(client, many, hostOf(1));
  await client.query(
    `INSERT INTO tracking.work (tenant_id, package, account, next_at)
       SELECT tenant_id, id, account, now() + interval '1 day' FROM package WHERE "trackingNo" LIKE '1ZBENCH%'`,
  );
  for (const table of ['package', 'tracking.work']) await client.query(`VACUUM ANALYZE ${table}`);
}

async function clear(client: pg.Client): Promise<void> {
  await client.query(`SET session_replication_role = replica`);
  await client.query(`TRUNCATE tracking.work, tracking.pushed`);
  for (const table of ['track_event', 'track_alert']) await client.query(`DELETE FROM ${table}`);
  await client.query(`DELETE FROM package WHERE "trackingNo" LIKE '1ZBENCH%'`);
  await client.query(`DELETE FROM shipment WHERE "leadTracking" LIKE '1ZBENCH%'`);
  await client.query(`DELETE FROM express_account WHERE name = 'Bench'`);
  await client.query(`SET session_replication_role = origin`);
}
