import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { buildApp } from '../../server/app.ts';
import { createModules } from '../../server/domain/index.ts';
import type { FileStore } from '../../server/files/file-store.ts';
import { createFileStore } from '../../server/files/open-file-store.ts';
import { registerRoutes } from '../../server/http/register-routes.ts';
import { provisionTenant } from '../../server/provisioning/provision.ts';
import type { JobDeps } from '../../server/jobs/job-deps.ts';
import { drainJobs } from '../../server/jobs/run-jobs.ts';
import { openNode, type Node } from '../../server/node.ts';
import type { ServerModule } from '../../server/modules/module.ts';
import { createLetters, type Letters } from './letters.ts';
import { createDatabase, type Template } from './postgres.ts';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const password = 'correct-horse-1';
/** The same for every test: the database roles of the run are shared, and their passwords follow from it. */
export const secretKey = 'test-secret-key-test-secret-key-test-secret';

/** Hosts that menu entries of tests may embed. */
export const embedHosts = ['portal.example.com'];

/** Payments online are offered in tests; anyone who wants an answer brings the other side, this one is nowhere. */
const nowhere = { secretKey: 'sk_test_nowhere', webhookSecret: 'whsec_nowhere', apiBase: 'http://127.0.0.1:9' };
const apiBases = { ups: nowhere.apiBase, fedex: nowhere.apiBase };
export const testModules = createModules({ stripe: nowhere, apiBases, originOf: (host) => `http://${host}` });

/** Two tenants of one platform: what walls are tested between. */
export type Tenant = 'north' | 'south';
export const hosts = { platform: 'localhost', north: 'north.localhost', south: 'south.localhost' } as const;

export interface TestApp {
  app: FastifyInstance;
  node: Node;
  databaseUrl: string;
  files: FileStore;
  /** What a runner of jobs stands on. */
  jobs: JobDeps;
  /** Every letter handed to a driver so far, and the next one to a person. */
  letters: Letters;
  /** Works off what is in the queue now, as a node would; `signal` stops it as a node does on request. */
  runJobs(signal?: AbortSignal): Promise<void>;
  /** A signed-in person of a tenant; what they call is theirs alone. */
  signIn(host: string, account: string, member?: boolean): Promise<Person>;
  close(): Promise<void>;
}

export interface Answer {
  status: number;
  body: {
    success: boolean;
    code: number;
    message: string;
    data: never;
    issues?: { path: string; code: string; message: string }[];
  };
  raw: LightMyRequestResponse;
}

export interface Person {
  token: string;
  get(path: string, query?: Record<string, string>): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Posts a file as the multipart field `file`, behind the texts of `fields`. */
  send(
    path: string,
    name: string,
    bytes: Uint8Array | string,
    headers?: Record<string, string>,
    fields?: Record<string, string>,
  ): Promise<Answer>;
  /** An answer that is no envelope. */
  raw(path: string, query?: Record<string, string>): Promise<LightMyRequestResponse>;
}

/**
 * A whole application on a database of its own, copied from one that already has the platform and both tenants. Requests
 * leave rows in the logs only where a test wants them (`recorded`), so that everything else stands still.
 */
export async function openTestApp({
  recorded = false,
  template = twoTenants,
  wings: modules = testModules,
  folder = root,
} = {}): Promise<TestApp> {
  const database = await createDatabase(template);
  const test = await appOn(database.url, { recorded, modules, folder });
  return {
    ...test,
    close: async () => {
      await test.close();
      await database.drop();
    },
  };
}

/** A whole application on a database that has been prepared for it; `folder` has its schemas and locales. */
export async function appOn(
  databaseUrl: string,
  { recorded = false, modules = testModules, folder = root } = {},
): Promise<TestApp> {
  const letters = createLetters();
  const filesFolder = await mkdtemp(join(tmpdir(), 'lading-files-'));
  const files = createFileStore(filesFolder);
  const node = await open(databaseUrl, { letters, modules, files, folder });
  const app = await buildApp({
    ...node,
    webDir: null,
    logLevel: 'silent',
    more: registerRoutes({ ...node, files, recorded }),
  });
  await app.ready();
  const log = (message: string, error?: unknown) => process.stderr.write(`${message} ${String(error)}\n`);
  const jobs: JobDeps = { ...node, byAccount: node.actors.byAccount, files, log };
  return {
    app,
    node,
    files,
    jobs,
    letters,
    runJobs: (signal) => drainJobs(jobs, node.systemUrl, signal),
    databaseUrl,
    signIn: (host, account, member = false) => signIn(app, host, account, member),
    close: async () => {
      await app.close();
      await node.close();
      await rm(filesFolder, { recursive: true });
    },
  };
}

async function open(
  databaseUrl: string,
  {
    letters,
    modules = testModules,
    files,
    folder = root,
  }: { letters?: Letters; modules?: readonly ServerModule[]; files?: FileStore; folder?: string } = {},
): Promise<Node> {
  const opened = await openNode({
    databaseUrl,
    root: folder,
    secretKey,
    modules,
    embedHosts,
    drivers: letters?.drivers,
    files,
  });
  if (!opened.ok) throw new Error(JSON.stringify(opened.issues, null, 2));
  return opened.value;
}

/** The platform and both tenants, with nothing in them but their administrators. */
export const twoTenants: Template = { name: 'two_tenants', prepare };

async function prepare(url: string): Promise<void> {
  const node = await open(url);
  const on = { ...node, root };
  const shared = { adminName: 'Ada', timeZone: 'America/New_York', locale: 'en-US' as const };
  const platform = await provisionTenant(
    on,
    {
      ...shared,
      name: 'Platform',
      code: 'platform',
      host: hosts.platform,
      kind: 'platform',
      email: 'p@example.com',
      admin: { account: 'superAdmin', password },
    },
    null,
  );
  for (const code of ['north', 'south'] as const) {
    await provisionTenant(
      on,
      {
        ...shared,
        name: code,
        code,
        host: hosts[code],
        kind: 'tenant',
        email: `${code}@example.com`,
        admin: { account: 'admin', password },
      },
      platform.id,
    );
  }
  await node.close();
}

async function signIn(app: FastifyInstance, host: string, account: string, member: boolean): Promise<Person> {
  const entered = await app.inject({
    method: 'POST',
    url: member ? '/api/MembershipLogin' : '/api/login',
    headers: { host },
    payload: { account, password },
  });
  const token = entered.json<{ data: string | null }>().data;
  if (!token) throw new Error(`no session for ${account} at ${host}: ${entered.body}`);
  return personOf(app, host, token);
}

/** Someone who has signed in before; `plain` speaks as our own browser, else as a client that was there before it. */
export function personOf(app: FastifyInstance, host: string, token: string, plain = true): Person {
  const headers = { host, authorization: `Bearer ${token}`, ...(plain ? { 'x-wire': 'plain' } : {}) };
  return {
    token,
    get: async (path, query = {}) =>
      answer(await app.inject({ method: 'GET', url: `/api/${path}`, query: { culture: 'en-US', ...query }, headers })),
    post: async (path, body, more = {}) =>
      answer(
        await app.inject({
          method: 'POST',
          url: `/api/${path}?culture=en-US`,
          headers: { ...headers, 'content-type': 'application/json', ...more },
          payload: JSON.stringify(body),
        }),
      ),
    send: async (path, name, bytes, more = {}, fields = {}) => {
      const form = new FormData();
      for (const [field, text] of Object.entries(fields)) form.set(field, text);
      form.set('file', new File([bytes as BlobPart], name));
      const body = new Response(form);
      return answer(
        await app.inject({
          method: 'POST',
          url: `/api/${path}${path.includes('?') ? '&' : '?'}culture=en-US`,
          headers: { ...headers, 'content-type': body.headers.get('content-type') ?? '', ...more },
          payload: Buffer.from(await body.arrayBuffer()),
        }),
      );
    },
    raw: (path, query = {}) => app.inject({ method: 'GET', url: `/api/${path}`, query, headers }),
  };
}

const answer = (raw: LightMyRequestResponse): Answer => ({ status: raw.statusCode, body: raw.json(), raw });
