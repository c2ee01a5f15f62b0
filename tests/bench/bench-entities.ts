import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entityFolders } from '../../server/catalog.ts';
import { ask, type Door } from './support/client.ts';
import { openCluster } from './support/cluster.ts';
import { root } from './support/open-bench.ts';
import { cpuOf, memoryOf, startServer } from './support/process.ts';
import { median } from './support/report.ts';
import { hostOf, makeTenants, openProduct, password, secretKey } from './support/tenants.ts';

const goals = { start: 5_000, memory: 220, ratio: 1.2 };
/** The delivered entity that generated ones are copies of: fields of many types, filters, a workflow. */
const model = 'express-account';

interface Figures {
  readonly entities: number;
  readonly start: number;
  /** Processor time of the start in milliseconds, which other work on the machine hardly changes. */
  readonly startCpu: number;
  readonly meta: number;
  readonly list: number;
  readonly memory: number;
}

/**
 * `npm run bench:entities -- [--entities 150] [--requests 60]`: start, memory, `/api/meta` and a first list with as many
 * entities, of which those that are not delivered are generated, beside the same with the delivered ones alone. Answers
 * 1 where a goal is missed.
 */
export default async function benchEntities(args: readonly string[]): Promise<number> {
  const of = (name: string, otherwise: number) =>
    Number(args[args.indexOf(`--${name}`) + 1 || args.length] ?? otherwise);
  const wanted = of('entities', 150);
  const built = spawnSync(process.execPath, [join(root, 'server/scripts/build.mjs'), 'server'], { stdio: 'inherit' });
  if (built.status !== 0) return 1;
  const today = await measure(0, of('requests', 60));
  const grown = await measure(Math.max(0, wanted - today.entities), of('requests', 60));
  const line = ({ entities, start, startCpu, meta, list, memory }: Figures) =>
    `${entities} entities: start ${Math.round(start)} ms (${startCpu} of the processor), meta ${meta.toFixed(1)} ms, list ${list.toFixed(1)} ms, ${Math.round(memory)} MB\n`;
  process.stdout.write(line(today) + line(grown));
  const missed = [
    ...(grown.start > goals.start ? ['start'] : []),
    ...(grown.memory > goals.memory ? ['memory'] : []),
    ...(grown.meta > today.meta * goals.ratio ? ['meta'] : []),
    ...(grown.list > today.list * goals.ratio ? ['list'] : []),
  ];
  process.stdout.write(missed.length > 0 ? `missed: ${missed.join(', ')}\n` : 'all goals met\n');
  return missed.length > 0 ? 1 : 0;
}

async function measure(generated: number, requests: number): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'lading-entities-'));
  try {
    copyProject(folder);
    for (let at = 1; at <= generated; at += 1) addEntity(folder, at);
    const cluster = await openCluster(join(folder, 'data'), 'none');
    try {
      const node = await openProduct(cluster.product, folder);
      await makeTenants(node, folder, 1);
      const entities = node.catalog.entities.length;
      await node.close();
      return { entities, ...(await measureServer(folder, cluster.product, requests)) };
    } finally {
      await cluster.embedded.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureServer(folder: string, databaseUrl: string, requests: number) {
  const settings = { PORT: '0', DATABASE_URL: databaseUrl, SECRET_KEY: secretKey, LOG_LEVEL: 'warn' };
  const flags = { ...settings, NODE_FLAGS: '--max-semi-space-size=8 --heap-growing-percent=100' };
  const started = performance.now();
  const server = await startServer(join(folder, 'dist/server/main.js'), [], flags, /ready at http:\/\/localhost:(\d+)/);
  const start = performance.now() - started;
  const startCpu = cpuOf(server.pid);
  try {
    const host = hostOf(1);
    const body = { account: 'admin', password };
    const visitor = { port: server.port, host, token: '' };
    const door: Door = { ...visitor, token: String(await ask(visitor, { method: 'POST', path: '/api/login', body })) };
    const meta = await timesOf(door, '/api/meta', requests);
    const list = await timesOf(door, '/api/Level/page', requests);
    return { start, startCpu, meta, list, memory: memoryOf(server.pid) };
  } finally {
    await server.stop();
  }
}

/** The median of milliseconds, the first ten requests aside. */
async function timesOf(door: Door, path: string, requests: number): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < requests + 10; at += 1) {
    const from = performance.now();
    await ask(door, { method: 'GET', path });
    if (at >= 10) times.push(performance.now() - from);
  }
  return median(times);
}

function copyProject(folder: string): void {
  for (const part of ['schemas', 'locales', 'dist/server', 'package.json', 'engine', 'server'])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

/** A copy of the model under another name, with its texts in both languages. */
function addEntity(folder: string, at: number): void {
  const name = `generated-${at}`;
  const source = entityFolders(join(root, 'schemas')).find((each) => each.name === model);
  if (!source) throw new Error(`no entity ${model}`);
  const meta = JSON.parse(readFileSync(join(source.dir, `${model}.json`), 'utf8')) as Record<string, unknown>;
  const own = join(folder, 'schemas', source.area, name);
  mkdirSync(own, { recursive: true });
  const copy = {
    ...meta,
    entity: name,
    path: `Generated${at}`,
    actions: undefined,
    detail: undefined,
    tests: undefined,
  };
  writeFileSync(join(own, `${name}.json`), JSON.stringify(copy).replaceAll(',"testConnection"', ''));
  writeFileSync(join(own, 'samples.json'), '[]');
  for (const culture of ['en-US', 'zh-CN']) {
    const texts = readFileSync(join(root, `locales/${culture}/entities/${model}.json`), 'utf8');
    writeFileSync(join(folder, `locales/${culture}/entities/${name}.json`), texts);
  }
}
