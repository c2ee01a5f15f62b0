import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ask, type Door } from './support/client.ts';
import { asOwner, openCluster, type Cluster } from './support/cluster.ts';
import { root, startProduct } from './support/open-bench.ts';
import { median } from './support/report.ts';
import { hostOf, makeTenants, openProduct, password } from './support/tenants.ts';

/** Milliseconds for a warm answer. */
const goal = 400;
/** Raise it when loading changes, so that older data is made again. */
const loader = 2;
const periods = ['today', 'week', 'month', 'year'] as const;
const day = '2026-10-31';

/**
 * `npm run bench:boards -- [--rows 1000000] [--rounds 15]`: the income dashboard over the figures of so many orders of two
 * years, 200 customers, 6 channels, 4 levels and 9 zones; its sums beside those of a plain query. Answers 1 when the goal is missed.
 */
export default async function benchBoards(args: readonly string[]): Promise<number> {
  const of = (name: string, otherwise: number) => {
    const at = args.indexOf(`--${name}`);
    return at < 0 ? otherwise : Number(args[at + 1]);
  };
  const rows = of('rows', 1_000_000);
  const built = spawnSync(process.execPath, [join(root, 'server/scripts/build.mjs'), 'server'], { stdio: 'inherit' });
  if (built.status !== 0) return 1;
  const dir = join(process.env['BENCH_DIR'] ?? join(root, '.data/bench'), 'boards');
  const cluster = await openCluster(dir, `boards ${rows} ${loader}`);
  const node = await openProduct(cluster.product, root);
  if (!cluster.loaded) {
    await makeTenants(node, root);
    await load(cluster, rows);
    cluster.keep();
  }
  await node.close();
  const server = await startProduct(cluster);
  try {
    const host = hostOf(1);
    const body = { account: 'admin', password };
    const token = String(
      await ask({ port: server.port, host, token: '' }, { method: 'POST', path: '/api/login', body }),
    );
    return await measure(cluster, { port: server.port, host, token }, of('rounds', 15));
  } finally {
    await server.stop();
    await cluster.embedded.stop();
  }
}

/** The figures as an order leaves them, of orders that stand nowhere else: the dashboard reads nothing but these. */
async function load(cluster: Cluster, rows: number): Promise<void> {
  const started = Date.now();
  await asOwner(cluster.product, async (client) => {
    await client.query('SET ROLE lading_system');
    for (let from = 0; from < rows; from += 100_000)
      await client.query(
        `INSERT INTO boards.income (tenant_id, order_id, org_id, at, day, currency, channel, customer, level, zone, boxes, grams, sale, cost)
           SELECT t.id, g, 1 + c.customer % 3, a.at, (a.at AT TIME ZONE t."timeZone")::date, 'USD', 1 + g % 6, c.customer, 1 + g % 4,
                  (2 + g % 9)::text, 1 + g % 3, 500 + g % 9000, (g * 7919 % 10000) / 100.0, (g * 104729 % 9000) / 100.0
             FROM tenant t, generate_series($2::bigint, $3::bigint) g,
                  LATERAL (SELECT timestamptz '2026-11-01 03:00Z' - interval '730 days' * (g::float8 / $4::float8) AS at) a,
                  LATERAL (SELECT 1 + (hashint8(g) & 2147483647) % 200 AS customer) c
            WHERE t.host = $1`,
        [hostOf(1), from + 1, from + 100_000, rows],
      );
    await client.query('RESET ROLE');
    for (const table of ['income', 'income_day']) await client.query(`VACUUM ANALYZE boards.${table}`);
  });
  process.stdout.write(`${rows} orders loaded in ${Math.round((Date.now() - started) / 1000)} s\n`);
}

interface Answer {
  readonly span: { readonly from: string; readonly to: string };
  readonly total: { readonly now: { readonly orders: number; readonly sale: string; readonly cost: string } };
}

async function measure(cluster: Cluster, door: Door, rounds: number): Promise<number> {
  let missed = 0;
  for (const period of periods) {
    const call = { method: 'POST', path: '/api/Income/figures', body: { period, day } } as const;
    let said = (await ask(door, call)) as Answer;
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now();
      said = (await ask(door, call)) as Answer;
      times.push(performance.now() - began);
    }
    const { from, to } = said.span;
    const { truth, plain } = await asOwner(cluster.product, async (client) => {
      const began = performance.now();
      const found = await client.query<{ orders: number; sale: string; cost: string }>(
        `SELECT count(*)::integer AS orders, coalesce(sum(sale), 0)::numeric(18, 2)::text AS sale, coalesce(sum(cost), 0)::numeric(18, 2)::text AS cost
           FROM boards.income WHERE day BETWEEN $1 AND $2`,
        [from, to],
      );
      return { truth: found.rows[0], plain: performance.now() - began };
    });
    const { orders, sale, cost } = said.total.now;
    const exact = truth?.orders === orders && truth.sale === sale && truth.cost === cost;
    const slowest = Math.max(...times);
    if (median(times) > goal || !exact) missed += 1;
    process.stdout.write(
      `${period.padEnd(6)} ${orders} orders: ${median(times).toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms, goal ${goal} ms, ` +
        `${exact ? 'exact' : `WRONG: ${JSON.stringify(truth)}`}; one plain sum ${plain.toFixed(0)} ms\n`,
    );
  }
  process.stdout.write(missed === 0 ? 'every goal of the boards is met\n' : `${missed} missed\n`);
  return missed === 0 ? 0 : 1;
}
