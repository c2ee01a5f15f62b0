import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { noteKeeper, wasLeftAlone } from './embedded-keeper.ts';
import { openCluster, spawnAsOwner, user, type Cluster } from './embedded-cluster.ts';

export interface Embedded {
  /** Connection string of the superuser for the `postgres` database. Constant while this node lives. */
  readonly url: string;
  /** The running process; a new one after a crash. */
  readonly pid: number;
  /** Closes every connection and stops Postgres unless another living node owns it. Safe to call twice. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  /** Receives `postgres.started`, `.adopted`, `.died`, `.lost`, `.stopped`, `.left` with details. */
  log: (event: string, facts?: Record<string, unknown>) => void;
  /** Postgres settings that add to or override our own. */
  settings?: Record<string, string>;
}

/**
 * A real Postgres in the data directory, listening on 127.0.0.1 only, in one of four states. Absent: we start it
 * (Postgres recovers by itself) and are its parent. Ours: our child; if it dies we restart it on the same port, so
 * pools just reconnect. Adopted: started by another node, which may have been killed; we use and watch it, and take it
 * over when it dies or loses its owner. Only the owner stops it. Stopped: by `stop()`, a signal to this node, or its
 * exit.
 */
export async function startEmbedded({ dataDir, log, settings = {} }: EmbeddedOptions): Promise<Embedded> {
  watchProcess();
  const cluster = await openCluster(dataDir);
  const all = { ...ownSettings, ...settings };
  let current = await adopt(cluster);
  let keeping = !current || wasLeftAlone(cluster.directory);
  if (current) log('postgres.adopted', { pid: current.pid, port: current.port });
  else current = await launch(cluster, all, null);
  if (keeping) noteKeeper(cluster.directory);
  const { port } = current;
  if (current.child) log('postgres.started', { pid: current.pid, port });

  let ending: Promise<void> | null = null;
  let running = current;
  let reviving: Promise<void> = Promise.resolve();
  const onDeath = (): void => {
    if (!ending) reviving = revive();
  };
  const revive = async (): Promise<void> => {
    log('postgres.died', { pid: running.pid });
    try {
      running = await launch(cluster, all, port);
      keeping = true;
      noteKeeper(cluster.directory);
      log('postgres.started', { pid: running.pid, port });
      onEnd(running, onDeath);
    } catch (error) {
      log('postgres.lost', { error: String(error) });
    }
  };
  onEnd(running, onDeath);

  const finish = async (): Promise<void> => {
    await reviving;
    alive.delete(embedded);
    if (!embedded.keeping) return log('postgres.left', { pid: running.pid });
    await end(running);
    log('postgres.stopped', { pid: running.pid });
  };
  const embedded: Kept = {
    url: urlOf(cluster, port),
    // Its owner may have been killed since.
    get keeping() {
      return keeping || wasLeftAlone(cluster.directory);
    },
    get pid() {
      return running.pid;
    },
    stop() {
      ending ??= finish();
      return ending;
    },
  };
  alive.add(embedded);
  return embedded;
}

/** The address of the Postgres that already serves a data directory, without taking it over; null if none runs. */
export async function runningEmbedded(dataDir: string): Promise<string | null> {
  if (!existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) return null;
  const cluster = await openCluster(dataDir);
  const running = await adopt(cluster);
  return running && urlOf(cluster, running.port);
}

const ownSettings: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  fsync: 'on',
  synchronous_commit: 'on',
  wal_level: 'replica',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

interface Running {
  pid: number;
  port: number;
  /** Null if an earlier node started it. */
  child: ChildProcess | null;
}

/** The Postgres that already serves this directory, once it answers; null if there is none. */
async function adopt(cluster: Cluster): Promise<Running | null> {
  const note = readNote(cluster);
  if (!note) return null;
  if (!serves(note.pid, cluster)) {
    // The process id was reused by another program; Postgres would mistake it for itself and refuse to start.
    rmSync(noteFile(cluster), { force: true });
    return null;
  }
  // It may be recovering or stopping: wait until it answers or is gone.
  while (isAlive(note.pid)) {
    if (await answers(cluster, note.port)) return { ...note, child: null };
    await pause(50);
  }
  return null;
}

const maxAttempts = 40;

/** Starts Postgres, on a free port by default, after waiting for the previous process to end. */
async function launch(cluster: Cluster, settings: Record<string, string>, port: number | null): Promise<Running> {
  if (existsSync(cluster.logFile) && statSync(cluster.logFile).size > 10_000_000) {
    renameSync(cluster.logFile, `${cluster.logFile}.1`);
  }
  for (let attempt = 1; ; attempt += 1) {
    const chosen = port ?? (await freePort());
    const from = existsSync(cluster.logFile) ? statSync(cluster.logFile).size : 0;
    const started = await launchOnce(cluster, { ...settings, port: String(chosen) }, chosen);
    if (started) return started;
    const said = existsSync(cluster.logFile) ? readFileSync(cluster.logFile).subarray(from).toString() : '';
    const passing = /shared memory block|lock file|in use|could not bind/i.test(said);
    if (!passing || attempt === maxAttempts) throw new Error(`embedded.start: ${said}`);
    await pause(250);
  }
}

async function launchOnce(cluster: Cluster, settings: Record<string, string>, port: number): Promise<Running | null> {
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const logTo = openSync(cluster.logFile, 'a', 0o600);
  const child = spawnAsOwner(cluster, 'postgres', ['-D', cluster.directory, ...args], logTo);
  closeSync(logTo);
  child.once('error', () => undefined);
  const { pid } = child;
  if (pid === undefined) throw new Error(`embedded.spawn: ${child.spawnfile}`);
  starting.add(pid);
  try {
    return (await isReady(cluster, child, pid, port)) ? { pid, port, child } : null;
  } finally {
    starting.delete(pid);
  }
}

async function isReady(cluster: Cluster, child: ChildProcess, pid: number, port: number): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null) {
    const note = readNote(cluster);
    if (note?.pid === pid && note.ready) break;
    await pause(15);
  }
  if (child.exitCode !== null || child.signalCode !== null) return false;
  // Do not keep a finished script alive for Postgres; its exit stops the server.
  const ready = await answers(cluster, port).finally(() => child.unref());
  if (!ready) tell(pid, 'SIGINT');
  return ready;
}

function onEnd(running: Running, then: () => void): void {
  if (running.child) {
    running.child.once('exit', then);
    return;
  }
  const watch = setInterval(() => {
    if (isAlive(running.pid)) return;
    clearInterval(watch);
    then();
  }, 500);
  watch.unref();
}

async function end({ pid, child }: Running): Promise<void> {
  child?.ref();
  const gone = (): boolean => (child ? child.exitCode !== null || child.signalCode !== null : !isAlive(pid));
  tell(pid, 'SIGINT');
  for (let waited = 0; !gone(); waited += 20) {
    // Fast shutdown ends sessions and writes a checkpoint; a stuck one is killed and recovers at the next start.
    if (waited === 15_000) tell(pid, 'SIGQUIT');
    await pause(20);
  }
}

/** A cluster used by this process; `keeping`: this process stops it. */
interface Kept extends Embedded {
  readonly keeping: boolean;
}

const alive = new Set<Kept>();
/** Processes that do not answer yet. */
const starting = new Set<number>();
let watching = false;

/** One set of exit hooks for the process, however many clusters it runs. */
function watchProcess(): void {
  if (watching) return;
  watching = true;
  process.on('exit', () => {
    const kept = [...alive].filter(({ keeping }) => keeping);
    for (const pid of [...starting, ...kept.map((embedded) => embedded.pid)]) tell(pid, 'SIGINT');
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const stopAll = async (): Promise<void> => {
      // Another listener ends the process in its own time; the exit hook stops Postgres.
      if (process.listenerCount(signal) > 1) return;
      await Promise.all([...alive].map((embedded) => embedded.stop()));
      process.exit(128 + constants.signals[signal]);
    };
    process.on(signal, () => void stopAll());
  }
}

const noteFile = (cluster: Cluster): string => join(cluster.directory, 'postmaster.pid');

/** Reads what Postgres writes about itself into `postmaster.pid`. */
function readNote(cluster: Cluster): { pid: number; port: number; ready: boolean } | null {
  const lines = readIfThere(noteFile(cluster))?.split('\n') ?? [];
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' } : null;
}

function serves(pid: number, cluster: Cluster): boolean {
  if (!isAlive(pid)) return false;
  // Without /proc, Postgres' own check decides.
  if (!existsSync('/proc/self/cmdline')) return true;
  return readIfThere(`/proc/${pid}/cmdline`)?.split('\0').includes(cluster.directory) ?? false;
}

function isAlive(pid: number): boolean {
  // A zombie still answers signals.
  if (/^\d+ \(.*\) Z/.test(readIfThere(`/proc/${pid}/stat`) ?? '')) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Already gone.
  }
}

const wrongPassword = '28P01';

async function answers(cluster: Cluster, port: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: urlOf(cluster, port), connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === wrongPassword) throw error;
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const urlOf = (cluster: Cluster, port: number): string =>
  `postgresql://${user}:${cluster.password}@127.0.0.1:${port}/postgres`;

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });
}
