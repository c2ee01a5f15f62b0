import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ask, drive, type Door, type Pace } from './support/client.ts';
import { asOwner, type Cluster } from './support/cluster.ts';
import { openBench, root, startProduct } from './support/open-bench.ts';
import { median } from './support/report.ts';
import { hostOf, password } from './support/tenants.ts';

/** The least pace of an own entity beside the delivered one with as many rows. */
const goal = 0.7;

const note = {
  ...{ entity: 'bench-note', path: 'BenchNote', title: 'orderNo' },
  fields: Object.fromEntries(
    ['orderNo', 'refNo', 'shipToName', 'state'].map((name) => [name, { type: 'text', maxLength: 200 }]),
  ),
  list: {
    ...{ columns: ['orderNo', 'refNo', 'shipToName', 'state'], filters: ['state'] },
    ...{ search: ['orderNo', 'refNo', 'shipToName'], sort: '-createdAt' },
  },
  access: {},
};

/** What is asked of both: of the entity of one's own, and of the orders that it was filled from. */
const questions: readonly { name: string; own: Record<string, string>; delivered: Record<string, string> }[] = [
  { name: 'first page', own: {}, delivered: {} },
  { name: 'page, few match', own: { state: 'refunding' }, delivered: { status: 'refunding' } },
  { name: 'page 50', own: { pageNo: '50' }, delivered: { pageNo: '50' } },
  { name: 'search a number', own: { searchValue: '2611-0000777' }, delivered: { searchValue: '2611-0000777' } },
  { name: 'search without a hit', own: { searchValue: 'no such word' }, delivered: { searchValue: 'no such word' } },
];

/**
 * `npm run bench:own -- [--rows 20000] [--seconds 1] [--rounds 3]`: lists of an entity that a tenant made itself, beside
 * those of the delivered orders, with the same rows. Answers 1 where one is under its goal.
 */
export default async function benchOwn(args: readonly string[]): Promise<number> {
  const of = (name: string, otherwise: string) => {
    const at = args.indexOf(`--${name}`);
    return Number(at < 0 ? otherwise : (args[at + 1] ?? otherwise));
  };
  const built = spawnSync(process.execPath, [join(root, 'server/scripts/build.mjs'), 'server'], { stdio: 'inherit' });
  if (built.status !== 0) return 1;
  const cluster = await openBench(of('rows', '20000'));
  const server = await startProduct(cluster);
  try {
    const host = hostOf(1);
    const body = { account: 'admin', password };
    const token = String(
      await ask({ port: server.port, host, token: '' }, { method: 'POST', path: '/api/login', body }),
    );
    const door: Door = { port: server.port, host, token };
    const filled = await fillOwn(cluster, door);
    process.stdout.write(`${filled} rows each\n`);
    return await measure(door, of('seconds', '1'), of('rounds', '3'));
  } finally {
    await server.stop();
    await cluster.embedded.stop();
  }
}

/** Makes the entity on the first run and gives it the rows of the tenant's orders; answers how many. */
async function fillOwn(cluster: Cluster, door: Door): Promise<number> {
  const table = (): Promise<string | undefined> =>
    asOwner(cluster.product, async (client) => {
      const text = `SELECT own_table AS name FROM lading.live_schema WHERE entity = 'bench-note'`;
      return (await client.query<{ name: string }>(text)).rows[0]?.name;
    });
  if (!(await table())) {
    const texts = { 'en-US': { name: 'Note', plural: 'Notes' }, 'zh-CN': { name: '便签', plural: '便签' } };
    await ask(door, { method: 'POST', path: '/api/schema/create', body: { document: { meta: note, texts } } });
    const reason = { stamp: 1, reason: 'to measure', acceptProblems: true };
    await ask(door, { method: 'POST', path: '/api/schema/bench-note/publish', body: reason });
  }
  const own = (await table()) ?? '';
  return asOwner(cluster.product, async (client) => {
    await client.query(`TRUNCATE ${own}`);
    const { rowCount } = await client.query(
      `INSERT INTO ${own} (tenant_id, id, "createdAt", "orderNo", "refNo", "shipToName", state)
         SELECT o.tenant_id, o.id, o."createdAt", o."orderNo", o."refNo", o."shipToName", o.status
           FROM "order" o JOIN tenant t ON t.id = o.tenant_id WHERE t.host = $1`,
      [door.host],
    );
    for (const each of [own, '"order"']) await client.query(`VACUUM ANALYZE ${each}`);
    return rowCount ?? 0;
  });
}

async function measure(door: Door, seconds: number, rounds: number): Promise<number> {
  let missed = 0;
  const once = (path: string, query: Record<string, string>, time: number): Promise<Pace> => {
    const asked = new URLSearchParams({ pageNo: '1', pageSize: '20', sort: '-createdAt', ...query });
    return drive(door, 16, time, { next: () => ({ method: 'GET', path: `/api/${path}/page?${asked.toString()}` }) });
  };
  for (const { name, own, delivered } of questions) {
    await once('BenchNote', own, 0.3);
    await once('Order', delivered, 0.3);
    const found: [Pace, Pace][] = [];
    for (let round = 0; round < rounds; round += 1)
      found.push([await once('BenchNote', own, seconds), await once('Order', delivered, seconds)]);
    const ratio = median(found.map(([mine, theirs]) => mine.rate / theirs.rate));
    const ms = (at: 0 | 1) => median(found.map((each) => each[at].p50)).toFixed(1);
    const failure = found.flat().find(({ failed }) => failed > 0)?.firstFailure ?? '';
    if (ratio < goal || failure !== '') missed += 1;
    process.stdout.write(
      `${name.padEnd(24)} own ${ms(0)} ms, delivered ${ms(1)} ms, ratio ${ratio.toFixed(2)} ${failure}\n`,
    );
  }
  process.stdout.write(missed === 0 ? 'every goal is met\n' : `${missed} missed\n`);
  return missed === 0 ? 0 : 1;
}
