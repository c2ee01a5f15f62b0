import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { createModules } from './domain/index.ts';
import { syncMenus } from './provisioning/default-menus.ts';
import { syncDefaultRecords } from './provisioning/default-records.ts';
import { issue } from '../engine/core/index.ts';
import { sharesFiles } from './files/shared-files.ts';
import { openFileStore } from './files/open-file-store.ts';
import { serveMetrics } from './metrics/serve-metrics.ts';
import { registerRoutes } from './http/register-routes.ts';
import { startJobs } from './jobs/run-jobs.ts';
import { createDrivers } from './messages/drivers.ts';
import { openDatabase } from './open-database.ts';
import { openNode } from './node.ts';
import { readRelease } from './store/nodes/release.ts';
import { exportSpans } from './tracing/export-spans.ts';
import { projectRoot } from './catalog.ts';
import { loadTexts } from './texts.ts';
import { startDemo } from './demo/start-demo.ts';
import { startDemoStandIns } from './demo/start-stand-ins.ts';

const root = projectRoot();
const config = readConfig();
if (!config.ok) fail(config.problems);
const settings = config.value;

const version = readRelease(root)?.version ?? '';
const say = (message: string, error: unknown) => process.stderr.write(`${message}: ${String(error)}\n`);
// Before anything that is traced.
const traces = settings.traces && exportSpans({ ...settings.traces, version }, say);
const database = await openDatabase(settings);
const {
  secretKey,
  previousKey,
  embedHosts,
  stripe = null,
  apiBases,
  storeBases,
  robotHosts,
  webhookHosts,
  publicUrl,
} = settings;
const standIns = await startDemoStandIns(root, settings);
const originOf = (host: string): string => publicUrl.replace('{host}', host);
const modules = createModules({
  stripe,
  apiBases: standIns?.bases ?? apiBases,
  robotHosts,
  webhookHosts,
  storeBases: standIns?.storeBases ?? storeBases,
  folders: [settings.dataDir, settings.fileStore, tmpdir()],
  originOf,
});
// Only the log of a development start may show messages.
const drivers = createDrivers(settings, database.embedded ? (line) => process.stdout.write(`${line}\n`) : null);
const files = openFileStore(settings);
const { directUrl, reportUrl, connections } = settings;
const runsJobs = settings.role !== 'web';
const opened = await openNode({
  databaseUrl: database.url,
  directUrl,
  reportUrl,
  connections,
  runsJobs,
  root,
  secretKey,
  previousKey,
  embedHosts,
  originOf,
  modules,
  drivers,
  files,
});
if (!opened.ok) {
  await database.stop();
  const words = loadTexts(join(root, 'locales'));
  fail(opened.issues.map((found) => `${found.path} ${found.code}: ${words.issue('en-US', found)}`));
}
const node = opened.value;
if (!(await sharesFiles(node.system.pool, files, node.number()))) {
  await node.close();
  await database.stop();
  const words = loadTexts(join(root, 'locales'));
  fail([`FILE_STORE settings.filesNotShared: ${words.issue('en-US', issue('settings.filesNotShared', 'FILE_STORE'))}`]);
}
const demo = database.embedded ? await startDemo(node, root, { ...settings, ...standIns?.demo }) : null;
await syncMenus({ ...node, root });
await syncDefaultRecords({ ...node, root });
database.complete();

const webDir = join(root, 'dist/web');
const { role } = settings;
const app = await buildApp({
  ...node,
  webDir: existsSync(webDir) ? webDir : null,
  logLevel: settings.logLevel,
  trustProxy: settings.trustProxy,
  limits: { connections: settings.maxConnections },
  more: role === 'worker' ? [] : registerRoutes({ ...node, files }),
});
const log = (message: string, error?: unknown) => app.log.error({ err: error }, message);
const skew = Math.round(node.time.skew() / 1000);
if (Math.abs(skew) > 60) app.log.warn({ skew }, `the clock of this node is ${skew} s off the database's, which counts`);
const metrics = settings.metrics && (await serveMetrics({ ...node, ...settings.metrics }));
const { timerHosts, timerPrivateHosts } = settings;
const jobDeps = { ...node, byAccount: node.actors.byAccount, files, log, timerHosts, timerPrivateHosts };
const jobs = role === 'web' ? null : await startJobs(jobDeps, node.systemUrl);
// Before the node takes requests: a signal right after its first would end it with their answers unsent.
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    void stop().then(() => process.exit(0));
  });
}

if (role === 'worker') process.stdout.write('Lading runs jobs\n');
else await listen();

async function listen(): Promise<void> {
  await app.listen({ port: settings.port, host: settings.host });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : settings.port;
  process.stdout.write(`Lading is ready at http://localhost:${port}\n`);
  if (demo) process.stdout.write(demo(port));
  if (standIns) process.stdout.write(standIns.words);
}

async function stop(): Promise<void> {
  node.readiness.stop();
  if (role !== 'worker') await pause((settings.drainSeconds ?? 0) * 1000);
  await metrics?.stop();
  await app.close();
  await jobs?.stop();
  await node.close();
  await standIns?.stop();
  await database.stop();
  await traces?.stop();
}

function fail(problems: readonly string[]): never {
  process.stderr.write(`Lading cannot start:\n${problems.map((problem) => `  ${problem}\n`).join('')}`);
  process.exit(1);
}
