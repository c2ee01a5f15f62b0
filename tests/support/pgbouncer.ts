import { spawn } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { vi } from 'vitest';
import { freePort } from './scratch-postgres.ts';
import type { TransactionPool } from './transaction-pool.ts';

/** The user `nobody` of Debian, for PgBouncer does not run as root. */
const nobody = 65534;

/** The real PgBouncer, from 1.21 on, in front of Postgres. `program` is the path of its binary. */
export async function openPgBouncer(
  program: string,
  databaseUrl: string,
  { size, passwords }: { size: number; passwords: Readonly<Record<string, string>> },
): Promise<TransactionPool> {
  const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
  const server = new URL(databaseUrl);
  const port = await freePort();
  const users = { ...passwords, [server.username]: server.password };
  await writeFile(
    join(folder, 'users.txt'),
    Object.entries(users)
      .map(([user, password]) => `"${user}" "${password}"\n`)
      .join(''),
  );
  const settings = [
    '[databases]',
    `* = host=${server.hostname} port=${server.port}`,
    '[pgbouncer]',
    ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir ='],
    ...['auth_type = scram-sha-256', `auth_file = ${folder}/users.txt`, `admin_users = ${server.username}`],
    ...['pool_mode = transaction', `default_pool_size = ${size}`, 'max_prepared_statements = 500'],
  ];
  await writeFile(join(folder, 'pgbouncer.ini'), settings.join('\n'));
  const isRoot = userInfo().uid === 0;
  if (isRoot) for (const each of ['', 'users.txt', 'pgbouncer.ini']) await chown(join(folder, each), nobody, nobody);
  const log: string[] = [];
  const bouncer = spawn(program, [join(folder, 'pgbouncer.ini')], isRoot ? { uid: nobody, gid: nobody } : {});
  for (const stream of [bouncer.stdout, bouncer.stderr]) stream.on('data', (said) => log.push(String(said)));
  const url = (through: string) => {
    const address = new URL(through);
    address.host = `127.0.0.1:${port}`;
    return address.href;
  };
  const console_ = new URL(url(databaseUrl));
  console_.pathname = '/pgbouncer';
  const ask = async () => {
    const client = new pg.Client({ connectionString: console_.href });
    await client.connect();
    const { rows } = await client.query<{ list: string; items: number }>('SHOW LISTS').finally(() => client.end());
    return Object.fromEntries(rows.map(({ list, items }) => [list, Number(items)]));
  };
  await vi
    .waitUntil(() => ask().catch(() => false), { timeout: 15_000, interval: 50 })
    .catch((error: unknown) => {
      throw new Error(`PgBouncer did not start:\n${log.join('')}`, { cause: error });
    });
  return {
    url,
    use: async () => {
      const { used_clients: callers = 0, used_servers: most = 0 } = await ask();
      return { callers, most };
    },
    close: async () => {
      const ended = new Promise((done) => bouncer.once('exit', done));
      bouncer.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
