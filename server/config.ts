import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Every setting of the server, read from the environment once. The README lists them. */
export interface Config {
  port: number;
  host: string;
  dataDir: string;
  /** Null: an embedded Postgres in `dataDir`. */
  databaseUrl: string | null;
  /** The demo's password for every account; null: a random one is made and printed. */
  demoPassword: string | null;
  /** Seals secrets and derives the passwords of the database roles. */
  secretKey: string;
  fileStore: string;
  logLevel: string;
}

/** The settings, or every problem with them at once. */
export function readConfig(
  env: NodeJS.ProcessEnv = process.env,
): { ok: true; value: Config } | { ok: false; problems: string[] } {
  const problems: string[] = [];
  const port = Number(env['PORT'] ?? '3000');
  if (!Number.isInteger(port) || port < 0 || port > 65_535) problems.push('PORT: a whole number from 0 to 65535');
  const dataDir = resolve(env['DATA_DIR'] ?? '.data');
  const databaseUrl = env['DATABASE_URL'] ?? null;
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl)) problems.push('DATABASE_URL: postgres://...');
  const demoPassword = env['DEMO_PASSWORD'] ?? null;
  if (demoPassword !== null && demoPassword.length < 5) problems.push('DEMO_PASSWORD: at least 5 characters');
  const given = env['SECRET_KEY'];
  if (given !== undefined && given.length < 32) problems.push('SECRET_KEY: at least 32 characters');
  if (databaseUrl && given === undefined) problems.push('SECRET_KEY: needed with DATABASE_URL, the same on every node');
  const logLevel = env['LOG_LEVEL'] ?? 'info';
  if (!['trace', 'debug', 'info', 'warn', 'error', 'silent'].includes(logLevel)) problems.push('LOG_LEVEL: unknown');
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    value: {
      port,
      host: env['HOST'] ?? '127.0.0.1',
      dataDir,
      databaseUrl,
      demoPassword,
      secretKey: given ?? keptKey(dataDir),
      fileStore: resolve(env['FILE_STORE'] ?? join(dataDir, 'files')),
      logLevel,
    },
  };
}

/** The key of an embedded installation: made on the first start, readable by its owner alone. */
function keptKey(dataDir: string): string {
  const file = join(dataDir, 'secret.key');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600 });
    chmodSync(file, 0o600);
  }
  return readFileSync(file, 'utf8').trim();
}
