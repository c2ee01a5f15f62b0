import { rowQuery } from '../../server/modules/row-query.ts';
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { postEach, type Leg } from '../../server/domain/ledger/posting.ts';
import type { Node } from '../../server/node.ts';
import { ask, drive, type Call, type Door } from './support/client.ts';
import { asOwner, openCluster, type Cluster } from './support/cluster.ts';
import { ageLedger, makeMoneyHouse, readMoneyHouse, supplyDrafts, type MoneyHouse } from './support/money-data.ts';
import { openFloor } from './support/money-floor.ts';
import { root, startProduct } from './support/open-bench.ts';
import { cpuOf, cpuOfChildren, type Server } from './support/process.ts';
import { median } from './support/report.ts';
import { hostOf, openProduct, password } from './support/tenants.ts';

/** Connections of each side: as many as the product keeps for writes. */
const connections = 12;
/** Raise it when loading changes, so that older data is made again. */
const loader = 3;
const few = 100_000;
const more = 1_000_000;
/** Seconds that are not measured, on both sides: what was just brought in is planned again. */
const warm = 0.3;

interface Options {
  readonly seconds: number;
  readonly rounds: number;
  readonly lines: number;
}

/** What was posted in a while, and what it cost. */
interface Rate {
  readonly perSecond: number;
  /** Processor milliseconds per posting: of the server where one stands between, and of Postgres. */
  readonly server: number;
  readonly stored: number;
}

/**
 * `npm run bench:money -- [--seconds 2] [--rounds 3] [--lines 1000000] [--only posting|age]`: postings beside the least SQL for the same promise,
 * and what is asked of an old ledger beside a young one; ten million lines take minutes to load, and so are asked for. Prints ratios; answers 1 when a goal is missed.
 */
export default async function benchMoney(args: readonly string[]): Promise<number> {
  const of = (name: string, otherwise: number) => {
    const at = args.indexOf(`--${name}`);
    return at < 0 ? otherwise : Number(args[at + 1]);
  };
  const options = { seconds: of('seconds', 2), rounds: of('rounds', 3), lines: of('lines', more) };
  const only = args[args.indexOf('--only') + 1] ?? '';
  const asked = (what: string) => !args.includes('--only') || only === what;
  const built = spawnSync(process.execPath, [join(root, 'server/scripts/build.mjs'), 'server'], { stdio: 'inherit' });
  if (built.status !== 0) return 1;
  const dir = join(process.env['BENCH_DIR'] ?? join(root, '.data/bench'), 'money');
  const cluster = await openCluster(dir, `money ${loader}`);
  const node = await openProduct(cluster.product, root);
  const servers: Server[] = [];
  try {
    if (!cluster.loaded) {
      await makeMoneyHouse(node, cluster, root);
      cluster.keep();
    }
    const services = await readMoneyHouse(cluster);
    const product = await startProduct(cluster);
    servers.push(product);
    const missed =
      (asked('posting') ? await measurePosting({ cluster, node, house: services, product, ...options }) : 0) +
      (asked('age') ? await measureAge({ cluster, house: services, product, ...options }) : 0);
    process.stdout.write(missed === 0 ? 'every goal of money is met\n' : `${missed} goals of money missed\n`);
    return missed === 0 ? 0 : 1;
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await node.close();
    await cluster.embedded.stop();
  }
}

interface Run extends Options {
  readonly cluster: Cluster;
  readonly house: MoneyHouse;
  readonly product: Server;
}

/** One line of the table of postings: how the product posts, and what stands beside it. */
interface Cell {
  readonly name: string;
  readonly goal: number;
  /** Lines in one transaction of the floor. */
  readonly together: number;
  readonly customers: readonly string[];
  /** Whether each line is the confirmation of a record, on both sides. */
  readonly records: boolean;
  /** What it needs at hand; not measured. */
  ready?(): Promise<void>;
  /** Posts for so many seconds. */
  run(seconds: number): Promise<void>;
}

async function measurePosting(run: Run & { node: Node }): Promise<number> {
  const { house: services, cluster, product, seconds, rounds } = run;
  const door = await enter(product.port, 'admin', '/api/login');
  const spread = services.customers;
  const hot = spread.slice(0, 1);
  const http = (name: string, customers: readonly string[], bulk: number): Cell => {
    let drafts: string[] = [];
    const next = (): Call => {
      const ids = drafts.splice(0, bulk);
      if (ids.length === 0) throw new Error('every draft is posted');
      const body = bulk > 1 ? { ids } : { id: ids[0] };
      return { method: 'POST', path: '/api/Deduction/confirm', body, key: randomUUID() };
    };
    return {
      ...{ name: `${name}, over HTTP`, goal: 0.35, together: bulk, customers, records: true },
      async ready() {
        drafts = await supplyDrafts(cluster, services, customers, seconds * (bulk > 1 ? 10_000 : 3_000));
      },
      async run(seconds) {
        const { failed, firstFailure } = await drive(door, connections, seconds, { next });
        if (failed > 0) throw new Error(firstFailure ?? 'failed');
      },
    };
  };
  const batches = (name: string, customers: readonly string[]): Cell => ({
    ...{ name: `${name}, in batches of 50`, goal: 0.8, together: 50, customers, records: false },
    run: (seconds) => postBatches(run.node, services, customers, seconds),
  });
  const cells = [
    http('10,000 customers', spread, 1),
    http('one customer', hot, 1),
    http('10,000 customers, bulk of 50', spread, 50),
    batches('10,000 customers', spread),
    batches('one customer', hot),
  ];

  const countLines = async () => {
    const [row] = await asOwner(cluster.product, async (client) => {
      return (
        await client.query<{ count: string }>('SELECT count(*) FROM ledger_transfer WHERE tenant_id = $1', [
          services.tenant,
        ])
      ).rows;
    });
    return Number(row?.count);
  };
  const measured = async (work: () => Promise<number | void>): Promise<Rate> => {
    const before = await countLines();
    const [server, stored] = [cpuOf(product.pid), cpuOfChildren(cluster.embedded.pid)];
    const started = performance.now();
    const told = await work();
    const took = (performance.now() - started) / 1000;
    const [serverAfter, storedAfter] = [cpuOf(product.pid), cpuOfChildren(cluster.embedded.pid)];
    const posted = told ?? (await countLines()) - before;
    return {
      perSecond: posted / took,
      server: (serverAfter - server) / posted,
      stored: (storedAfter - stored) / posted,
    };
  };

  const floorLines = await openFloor(cluster.floor, connections);
  let missed = 0;
  try {
    process.stdout.write(
      line(['postings', 'floor/s', 'lading/s', 'ratio', 'by cpu', 'goal', 'db ms f/l', 'server ms']),
    );
    for (const cell of cells) {
      const found: { floor: Rate; lading: Rate }[] = [];
      const floorWork = async () => ({
        ...cell,
        records: cell.records ? await floorLines.supply(Math.ceil(seconds) * 40_000) : undefined,
      });
      for (let round = 0; round < rounds; round += 1) {
        const work = await floorWork();
        await floorLines.post(work, warm);
        const floor = await measured(() => floorLines.post(work, seconds));
        await cell.ready?.();
        await cell.run(warm);
        found.push({ floor, lading: await measured(() => cell.run(seconds)) });
      }
      const over = (value: (each: (typeof found)[number]) => number) => median(found.map(value));
      const ratio = over(({ floor, lading }) => lading.perSecond / floor.perSecond);
      const byCpu = over(({ floor, lading }) => floor.stored / (lading.stored + (cell.records ? lading.server : 0)));
      const good = ratio >= cell.goal;
      if (!good) missed += 1;
      process.stdout.write(
        line([
          cell.name,
          over(({ floor }) => floor.perSecond).toFixed(0),
          over(({ lading }) => lading.perSecond).toFixed(0),
          ratio.toFixed(2),
          byCpu.toFixed(2),
          String(cell.goal),
          `${over(({ floor }) => floor.stored).toFixed(3)}/${over(({ lading }) => lading.stored).toFixed(3)}`,
          cell.records ? over(({ lading }) => lading.server).toFixed(3) : '',
        ]) + (good ? '' : '^ under its goal\n'),
      );
    }
  } finally {
    // Left open, they would hide what went wrong behind the end of their server.
    await floorLines.close();
  }
  return missed;
}

/** The ledger's own door, as a run of bills uses it: fifty operations, one call, one transaction. */
async function postBatches(
  node: Node,
  services: MoneyHouse,
  customers: readonly string[],
  seconds: number,
): Promise<void> {
  const until = performance.now() + seconds * 1000;
  const entrance = { tenant: services.tenant, member: null, account: services.account, timeZone: 'UTC' };
  let at = 0;
  const leg = (): Leg => ({
    ...{
      key: `bench:${randomUUID()}`,
      kind: 'deduction',
      amount: '0.01',
      currency: 'USD',
      ref: { entity: 'bench', id: '1' },
    },
    debit: { kind: 'available', customer: customers[(at = (at + 7919) % customers.length)] ?? '' },
    credit: { kind: 'revenueFee' },
  });
  const lane = async () => {
    while (performance.now() < until) {
      const operations = Array.from({ length: 50 }, () => [leg()]);
      const answers = await node.context.database.write(entrance, (transaction) =>
        postEach(
          { query: rowQuery(async (text, values) => (await transaction.end({ text, values, name: 'post' }))[0] ?? []) },
          operations,
        ),
      );
      const issues = answers.flat();
      if (issues.length > 0) throw new Error(JSON.stringify(issues));
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
}

/** What people ask of a ledger, when it holds a hundred thousand lines, a million, and all that are asked for. */
async function measureAge({ cluster, house: services, product, lines }: Run): Promise<number> {
  const admin = await enter(product.port, 'admin', '/api/login', 2);
  const member = await enter(product.port, 'member', '/api/MembershipLogin', 2);
  const month = `createdAt.gte=${services.month}-01&createdAt.lte=${services.month}-31`;
  const customer = services.old.customer;
  const questions: readonly { name: string; door: Door; path: string }[] = [
    {
      name: 'a page of a statement',
      door: admin,
      path: `LedgerTransfer/page?pageNo=1&pageSize=20&sort=-createdAt&view=book&customer=${customer}`,
    },
    {
      name: 'the same, for the member',
      door: member,
      path: 'LedgerTransfer/page?pageNo=1&pageSize=20&sort=-createdAt&view=book',
    },
    { name: 'a balance', door: member, path: 'membership/balance' },
    { name: 'the balances of all', door: admin, path: 'membership/balance' },
    {
      name: "a month's totals",
      door: admin,
      path: `LedgerTransfer/aggregate?sum=moneyIn&sum=moneyOut&customer=${customer}&${month}`,
    },
    {
      name: "a month's totals, for the member",
      door: member,
      path: `LedgerTransfer/aggregate?sum=moneyIn&sum=moneyOut&${month}`,
    },
    { name: "a month's totals of all", door: admin, path: `LedgerTransfer/aggregate?group=kind&sum=amount&${month}` },
  ];
  const times = async (): Promise<number[]> => {
    const found: number[] = [];
    for (const { door, path } of questions) {
      const source = { next: (): Call => ({ method: 'GET', path: `/api/${path}` }) };
      await drive(door, 1, 0.3, source);
      const stored = cpuOfChildren(cluster.embedded.pid);
      const { p50, failed, firstFailure, requests } = await drive(door, 1, 1.5, source);
      if (failed > 0) throw new Error(firstFailure ?? 'failed');
      // What Postgres worked for it is the same on a busy machine; the time is not.
      found.push(p50, (cpuOfChildren(cluster.embedded.pid) - stored) / requests);
    }
    return found;
  };
  await ageLedger(cluster, services, few);
  const young = await times();
  let missed = 0;
  for (const stage of new Set([Math.min(more, lines), lines])) {
    await ageLedger(cluster, services, stage);
    const old = await times();
    process.stdout.write(`\n${line([`${stage} lines`, 'at 100k', 'now', 'times', 'db ms', 'goal'])}`);
    for (const [at, { name }] of questions.entries()) {
      const [before = 0, after = 0] = [young[at * 2], old[at * 2]];
      const [storedBefore = 0, storedAfter = 0] = [young[at * 2 + 1], old[at * 2 + 1]];
      const good = Math.min(after / before, storedAfter / storedBefore) <= 1.5;
      if (!good) missed += 1;
      const stored = `${storedBefore.toFixed(2)}/${storedAfter.toFixed(2)}`;
      const took = [`${before.toFixed(1)} ms`, `${after.toFixed(1)} ms`, `x${(after / before).toFixed(2)}`];
      process.stdout.write(line([name, ...took, stored, 'x1.5']) + (good ? '' : '^ over its goal\n'));
    }
  }
  return missed;
}

async function enter(port: number, account: string, path: string, tenant = 1): Promise<Door> {
  const host = hostOf(tenant);
  const token = await ask({ port, host, token: '' }, { method: 'POST', path, body: { account, password } });
  return { port, host, token: String(token) };
}

const widths = [42, 10, 10, 9, 13, 7, 15, 11];
const line = (parts: readonly string[]): string =>
  `${parts.map((part, at) => (at === 0 ? part.padEnd(widths[at] ?? 0) : part.padStart(widths[at] ?? 0))).join('')}\n`;
