import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';

/** What a process does: serve requests, run jobs, or both. */
export type Role = 'web' | 'worker' | 'all';

/** All settings, read from the environment once. The README lists them. */
export interface Config {
  role: Role;
  port: number;
  host: string;
  dataDir: string;
  /** Null: an embedded Postgres in `dataDir`. */
  databaseUrl: string | null;
  /** The same server past a pool of transactions; null: `databaseUrl` is the server itself. */
  directUrl?: string | null;
  /** A standby of the same server for reports; null: the server itself answers them. */
  reportUrl?: string | null;
  /** All connections of this node; null: about 30. */
  connections?: number | null;
  /** The demo's password for every account; null: a random one is generated and printed. */
  demoPassword: string | null;
  /** Encrypts secrets and derives the passwords of the database roles. */
  secretKey: string;
  /** The key before it, which is still read while everything is sealed with the new one. */
  previousKey?: string | null;
  fileStore: string;
  /** A bucket for files; null: the folder. */
  s3?: Bucket | null;
  /**
   * `smtp://user:password@host:port` or `smtps://...`; null: messages go to the log of a development start, otherwise
   * nowhere.
   */
  mailUrl: string | null;
  mailFrom: string | null;
  /** Gateway for text messages: accepts `{to, text}` as JSON, with the token as bearer. */
  smsUrl: string | null;
  smsToken: string | null;
  /** The Stripe account for online payments; null: not offered. */
  stripe?: StripeKeys | null;
  /** Base addresses of external APIs; null: the official ones. */
  apiBases: ApiBases;
  /** Additional hosts allowed for group robots. */
  robotHosts: readonly string[];
  /** Private hosts allowed for webhooks, which otherwise only reach the public internet. */
  webhookHosts: readonly string[];
  storeBases: StoreBases;
  /** Public address of a tenant; `{host}` is its host name. */
  publicUrl: string;
  logLevel: string;
  /** Trusted proxies for the client's address; none: the connection's own. */
  trustProxy?: readonly string[];
  /** Encrypts backups; null: none can be made. */
  backupKey?: string | null;
  /** Port and address of the metrics; null: they are not served. */
  metrics?: { readonly port: number; readonly host: string } | null;
  /** Where traces go, and the share of them that does; null: nothing is traced. */
  traces?: {
    readonly endpoint: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly service: string;
    readonly share: number;
  } | null;
  /** How long a stopping node still serves, until balancers send it nothing more (seconds). */
  drainSeconds?: number;
  /** Maximum open connections. */
  maxConnections: number;
  /** Hosts that menu entries may embed pages from. */
  embedHosts?: readonly string[];
  /** Hosts that timers may call, as `name` or `name:port`. */
  timerHosts?: readonly string[];
  /** Those of them that may resolve to private addresses. */
  timerPrivateHosts?: readonly string[];
}

/** A bucket of an S3-compatible store. */
export interface Bucket {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** A Stripe account: API key, webhook signing key, and API address. */
export interface StripeKeys {
  secretKey: string;
  webhookSecret: string;
  /** Null: Stripe itself. */
  apiBase: string | null;
}

/** Base addresses of servers that implement the APIs of UPS and FedEx. */
export interface StoreBases {
  amazon: string | null;
  amazonToken: string | null;
  shopify: string | null;
}

export interface ApiBases {
  ups: string | null;
  fedex: string | null;
}

/** The settings, or all problems with them. */
export function readConfig(
  environment: NodeJS.ProcessEnv = process.env,
  needs = { secret: true },
  args: readonly string[] = process.argv.slice(2),
): { ok: true; value: Config } | { ok: false; problems: string[] } {
  // A line of an environment file that was switched on and not filled in says nothing.
  const env = Object.fromEntries(Object.entries(environment).filter(([, text]) => text?.trim()));
  const problems: string[] = [];
  const role = readRole(args, env, problems);
  const port = Number(env['PORT'] ?? '3000');
  if (!Number.isInteger(port) || port < 0 || port > 65_535) problems.push('PORT: a whole number from 0 to 65535');
  const dataDir = resolve(env['DATA_DIR'] ?? '.data');
  const database = readDatabase(env, problems);
  const { databaseUrl } = database;
  const demoPassword = env['DEMO_PASSWORD'] ?? null;
  if (demoPassword !== null && demoPassword.length < 5) problems.push('DEMO_PASSWORD: at least 5 characters');
  const keys = readKeys(env, problems, needs.secret && Boolean(databaseUrl));
  const logLevel = env['LOG_LEVEL'] ?? 'info';
  if (!['trace', 'debug', 'info', 'warn', 'error', 'silent'].includes(logLevel)) problems.push('LOG_LEVEL: unknown');
  const embedHosts = readHosts(env, 'EMBED_HOSTS', problems);
  const s3 = readS3(env, problems);
  const messages = readMessages(env, problems);
  const stripe = readStripe(env, problems);
  const bases = readBases(env, problems);
  const publicUrl = env['PUBLIC_URL'] ?? (databaseUrl ? 'https://{host}' : `http://{host}:${port}`);
  if (!/^https?:\/\/[^/\s]*\{host\}(:\d+)?$/.test(publicUrl)) problems.push('PUBLIC_URL: as https://{host}');
  const hostsIn = (name: string) => readHosts(env, name, problems);
  const timerHosts = hostsIn('TIMER_HOSTS');
  const robotHosts = hostsIn('ROBOT_HOSTS');
  const webhookHosts = hostsIn('WEBHOOK_HOSTS');
  const timerPrivateHosts = hostsIn('TIMER_PRIVATE_HOSTS');
  const maxConnections = Number(env['MAX_CONNECTIONS'] ?? '10000');
  if (!Number.isInteger(maxConnections) || maxConnections < 1) problems.push('MAX_CONNECTIONS: a whole number from 1');
  const drainSeconds = Number(env['DRAIN_SECONDS'] ?? (databaseUrl ? '3' : '0'));
  if (!(drainSeconds >= 0 && drainSeconds <= 60)) problems.push('DRAIN_SECONDS: 0 to 60');
  const backupKey = env['BACKUP_KEY'] ?? null;
  if (backupKey !== null && backupKey.length < 32) problems.push('BACKUP_KEY: at least 32 characters');
  const metrics = readMetrics(env, port, problems);
  const traces = readTraces(env, problems);
  const trustProxy = (env['TRUST_PROXY'] ?? '').split(',').flatMap((address) => address.trim().toLowerCase() || []);
  if (!trustProxy.every(isProxy))
    problems.push('TRUST_PROXY: addresses or networks (10.0.0.0/8, loopback), with commas between');
  const secretKey = problems.length > 0 ? null : (keys.given ?? storedSecretKey(dataDir, problems));
  if (secretKey === null) return { ok: false, problems };
  return {
    ok: true,
    value: {
      ...{ role, port, host: env['HOST'] ?? '127.0.0.1', dataDir, demoPassword, logLevel, publicUrl, trustProxy },
      ...database,
      secretKey,
      previousKey: keys.previous,
      fileStore: resolve(env['FILE_STORE'] ?? join(dataDir, 'files')),
      ...{ s3, stripe, metrics, traces, backupKey, drainSeconds, maxConnections },
      ...messages,
      ...bases,
      ...{ embedHosts, timerHosts, timerPrivateHosts, robotHosts, webhookHosts },
    },
  };
}

/** A path as the person meant it who typed the command, which itself runs in the folder of the product. */
export function fromHere(path: string | undefined): string {
  // Set by npm and by the entry of a release: where the command was typed.
  const { INIT_CWD: here = '.' } = process.env;
  return path ? resolve(here, path) : '';
}

/** The keys that secrets may be sealed with; the first one seals. */
export const secretKeysOf = ({
  secretKey,
  previousKey,
}: Pick<Config, 'secretKey' | 'previousKey'>): [string, ...string[]] => [
  secretKey,
  ...(previousKey ? [previousKey] : []),
];

const isPostgres = (url: string): boolean => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url);

function readDatabase(env: NodeJS.ProcessEnv, problems: string[]) {
  const databaseUrl = env['DATABASE_URL'] ?? null;
  if (databaseUrl && !isPostgres(databaseUrl))
    problems.push('DATABASE_URL: postgres://user:password@host:5432/name, / and @ in a password as %2F and %40');
  const directUrl = env['DATABASE_DIRECT_URL'] ?? null;
  if (directUrl && (!databaseUrl || !isPostgres(directUrl)))
    problems.push('DATABASE_DIRECT_URL: postgres://..., beside DATABASE_URL');
  const reportUrl = env['REPORT_DATABASE_URL'] ?? null;
  if (reportUrl && (!databaseUrl || !isPostgres(reportUrl)))
    problems.push('REPORT_DATABASE_URL: postgres://..., beside DATABASE_URL');
  const connections = env['DATABASE_CONNECTIONS'] === undefined ? null : Number(env['DATABASE_CONNECTIONS']);
  if (connections !== null && !(Number.isInteger(connections) && connections >= 16 && connections <= 1_000))
    problems.push('DATABASE_CONNECTIONS: a whole number from 16 to 1000');
  return { databaseUrl, directUrl, reportUrl, connections };
}

/** The key that secrets are sealed with, and the one before it. An installation with its own database must name its key. */
function readKeys(env: NodeJS.ProcessEnv, problems: string[], isNeeded: boolean) {
  const given = env['SECRET_KEY'];
  if (given !== undefined && given.length < 32) problems.push('SECRET_KEY: at least 32 characters');
  const previous = env['SECRET_KEY_PREVIOUS'] ?? null;
  if (previous !== null && (previous.length < 32 || previous === given || given === undefined))
    problems.push('SECRET_KEY_PREVIOUS: the key before SECRET_KEY, beside it');
  if (isNeeded && given === undefined) problems.push('SECRET_KEY: needed with DATABASE_URL, the same on every node');
  return { given, previous };
}

function readMessages(env: NodeJS.ProcessEnv, problems: string[]) {
  const mailUrl = env['MAIL_URL'] ?? null;
  if (mailUrl && !/^smtps?:\/\/\S+$/.test(mailUrl)) problems.push('MAIL_URL: smtp://user:password@host:port');
  const mailFrom = env['MAIL_FROM'] ?? null;
  if (mailUrl && !mailFrom?.includes('@')) problems.push('MAIL_FROM: the sender of every mail, needed with MAIL_URL');
  const smsUrl = env['SMS_URL'] ?? null;
  if (smsUrl && !/^https?:\/\/\S+$/.test(smsUrl)) problems.push('SMS_URL: https://...');
  return { mailUrl, mailFrom, smsUrl, smsToken: env['SMS_TOKEN'] ?? null };
}

/** Other servers in place of the official ones of outside APIs. */
function readBases(env: NodeJS.ProcessEnv, problems: string[]): Pick<Config, 'apiBases' | 'storeBases'> {
  const pathBase = (name: string) => readBase(env, name, problems, pathBasePattern);
  return {
    apiBases: { ups: pathBase('UPS_API_BASE'), fedex: pathBase('FEDEX_API_BASE') },
    storeBases: {
      ...{ amazon: pathBase('AMAZON_API_BASE'), amazonToken: pathBase('AMAZON_TOKEN_URL') },
      shopify: pathBase('SHOPIFY_API_BASE'),
    },
  };
}

/** Hosts as `name` or `name:port`. */
function readHosts(env: NodeJS.ProcessEnv, name: string, problems: string[]): string[] {
  const hosts = (env[name] ?? '').split(',').flatMap((host) => host.trim().toLowerCase() || []);
  if (hosts.some((host) => !/^[a-z0-9.-]+(:\d+)?$/.test(host))) problems.push(`${name}: hosts, with commas between`);
  return hosts;
}

/** `--role web|worker|all`. The embedded Postgres belongs to one process, which must do everything. */
function readRole(args: readonly string[], env: NodeJS.ProcessEnv, problems: string[]): Role {
  const at = args.indexOf('--role');
  const role = at < 0 ? 'all' : (args[at + 1] ?? '');
  if (role !== 'web' && role !== 'worker' && role !== 'all') {
    problems.push('--role: web, worker or all');
    return 'all';
  }
  if (role !== 'all' && !env['DATABASE_URL']) problems.push(`--role ${role}: needs DATABASE_URL`);
  return role;
}

/**
 * An address, network, or name of one. A network that includes everyone is refused: anybody could claim any address.
 */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, more] = text.split('/');
  const version = isIP(address);
  const most = version === 4 ? 32 : 128;
  const narrow = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most);
  return version !== 0 && narrow && more === undefined;
}

/** Metrics are only served on a port of their own, which no proxy of tenants leads to. */
function readMetrics(env: NodeJS.ProcessEnv, ownPort: number, problems: string[]): Config['metrics'] {
  const host = env['METRICS_HOST'] ?? '127.0.0.1';
  if (env['METRICS_PORT'] === undefined) return null;
  const port = Number(env['METRICS_PORT']);
  if (!Number.isInteger(port) || port < 0 || port > 65_535 || (port !== 0 && port === ownPort))
    problems.push('METRICS_PORT: a whole number from 0 to 65535, another one than PORT');
  return { port, host };
}

/** Where traces go; null: nothing is traced. The names are those that OpenTelemetry gives to them. */
function readTraces(env: NodeJS.ProcessEnv, problems: string[]): Config['traces'] {
  const endpoint = env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  if (endpoint === undefined) return null;
  if (!URL.canParse(endpoint) || !/^https?:/.test(endpoint))
    problems.push('OTEL_EXPORTER_OTLP_ENDPOINT: http://host:4318');
  const pairs = (env['OTEL_EXPORTER_OTLP_HEADERS'] ?? '').split(',').filter(Boolean);
  // Values are percent-encoded in OpenTelemetry.
  const headers = pairs.map((pair) => pair.split(/=(.*)/s, 2).map((part) => decoded(part.trim())));
  if (headers.some(([name = '', value]) => !/^[\w-]+$/.test(name) || !value))
    problems.push('OTEL_EXPORTER_OTLP_HEADERS: name=value, with commas between');
  const share = Number(env['OTEL_TRACES_SAMPLER_ARG'] ?? '1');
  if (!(share >= 0 && share <= 1)) problems.push('OTEL_TRACES_SAMPLER_ARG: a share from 0 to 1');
  const service = env['OTEL_SERVICE_NAME'] ?? 'lading';
  return { endpoint, headers: Object.fromEntries(headers) as Record<string, string>, service, share };
}

/** A text without its percent-encoding; as it stands where it has none. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A bucket needs all its settings, or none. */
function readS3(env: NodeJS.ProcessEnv, problems: string[]): Bucket | null {
  const bucket = env['S3_BUCKET'];
  if (bucket === undefined) return null;
  const region = env['S3_REGION'] ?? 'us-east-1';
  const endpoint = env['S3_ENDPOINT'] ?? `https://s3.${region}.amazonaws.com`;
  const accessKeyId = env['S3_ACCESS_KEY'] ?? '';
  const secretAccessKey = env['S3_SECRET_KEY'] ?? '';
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) problems.push('S3_BUCKET: the name of a bucket');
  if (!/^[a-z0-9-]{1,40}$/.test(region)) problems.push('S3_REGION: as us-east-1');
  if (!/^https?:\/\/[\w.-]+(:\d+)?\/?$/.test(endpoint)) problems.push('S3_ENDPOINT: https://host[:port]');
  if (accessKeyId === '') problems.push('S3_ACCESS_KEY: needed with S3_BUCKET');
  if (secretAccessKey === '') problems.push('S3_SECRET_KEY: needed with S3_BUCKET');
  return { endpoint, bucket, region, accessKeyId, secretAccessKey };
}

/** The origin of an alternative server for an API; null: the official one. */
function readBase(
  env: NodeJS.ProcessEnv,
  name: string,
  problems: string[],
  pattern = /^https?:\/\/[\w.-]+(:\d+)?$/,
): string | null {
  const base = env[name] ?? null;
  if (base !== null && !pattern.test(base)) problems.push(`${name}: https://host[:port]`);
  return base;
}
/** One server may implement several APIs, each under its own path. */
const pathBasePattern = /^https?:\/\/[\w.-]+(:\d+)?(\/[\w-]+)*\/?$/;

/** Both keys or none: payments whose webhooks cannot be verified would never be confirmed. */
function readStripe(env: NodeJS.ProcessEnv, problems: string[]): StripeKeys | null {
  const secretKey = env['STRIPE_SECRET_KEY'] ?? '';
  const webhookSecret = env['STRIPE_WEBHOOK_SECRET'] ?? '';
  const apiBase = readBase(env, 'STRIPE_API_BASE', problems);
  if (secretKey === '' && webhookSecret === '') return null;
  if (!/^[sr]k_\w+$/.test(secretKey)) problems.push('STRIPE_SECRET_KEY: sk_..., needed with STRIPE_WEBHOOK_SECRET');
  if (!/^whsec_\S+$/.test(webhookSecret))
    problems.push('STRIPE_WEBHOOK_SECRET: whsec_..., needed with STRIPE_SECRET_KEY');
  return { secretKey, webhookSecret, apiBase };
}

/** The secret key of an embedded installation: generated on the first start, readable by its owner only. */
function storedSecretKey(dataDir: string, problems: string[]): string | null {
  const file = join(dataDir, 'secret.key');
  try {
    if (!existsSync(file)) {
      mkdirSync(dataDir, { recursive: true });
      writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600 });
      chmodSync(file, 0o600);
    }
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    problems.push(`DATA_DIR: ${(error as Error).message}`);
    return null;
  }
}
