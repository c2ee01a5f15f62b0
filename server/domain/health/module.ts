import { channel } from 'node:diagnostics_channel';
import { statfs } from 'node:fs/promises';
import {
  defineCommand,
  defineLoop,
  defineSchedule,
  type CommandCall,
  type JsonSchema,
  type ServerModule,
  type SystemServices,
} from '../../modules/module.ts';
import { certificateOf } from './certificate.ts';
import * as sql from './health-sql.ts';
import { judge, type Check, type Facts } from './judge.ts';

const entity = 'timer';
const text: JsonSchema = { type: 'string' };
const integer: JsonSchema = { type: 'integer' };
const mostJobs = 100;

interface Operators {
  readonly id: string;
  readonly name: string;
  readonly host: string;
  readonly culture: string;
  readonly mails: readonly string[];
}

/** The platform and its contact; only its actor may ask about all tenants. */
async function operators({ query }: Pick<SystemServices, 'query'>): Promise<Operators | undefined> {
  const [row] = await query<Operators>(sql.operatorsSql, []);
  return row;
}

type KnownFacts = Omit<Facts, 'disk' | 'now'>;

/** Where this node writes. */
type Folders = readonly string[];

async function checksNow(
  { query }: Pick<SystemServices, 'query'>,
  platform: string,
  folders: Folders,
): Promise<readonly Check[]> {
  const [[row], disk] = await Promise.all([query<KnownFacts>(sql.factsSql, [platform]), fullest(folders)]);
  return judge({ ...(row as KnownFacts), disk, now: new Date() });
}

/** The disk with the least room among those that hold the folders; one that is not there is left out. */
export async function fullest(folders: Folders): Promise<Facts['disk']> {
  const disks = await Promise.all(folders.map((folder) => statfs(folder).catch(() => null)));
  const spaces = disks.flatMap((disk) =>
    disk && disk.blocks > 0 ? [{ free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize }] : [],
  );
  const [worst] = spaces.toSorted((one, other) => one.free / one.total - other.free / other.total);
  return worst ?? { free: 1, total: 1 };
}

async function forOperators(call: CommandCall): Promise<void> {
  if ((await operators(call.services))?.id !== call.tenant) call.forbid();
}

const board = (folders: Folders) =>
  defineCommand({
    path: 'Health/board',
    needs: { entity, code: 'read' },
    perMinute: 60,
    body: { type: 'object', additionalProperties: false, properties: {} },
    answer: {
      type: 'object',
      properties: {
        checks: {
          type: 'array',
          items: { type: 'object', properties: { check: text, tone: text, facts: { type: 'object' } } },
        },
        jobs: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              ...{
                id: text,
                task: text,
                kind: text,
                tenant: { type: ['string', 'null'] },
                attempts: integer,
                retry: { type: 'boolean' },
              },
              ...{ error: { type: ['string', 'null'] }, at: text },
            },
          },
        },
      },
    },
    async run(call) {
      await forOperators(call);
      const [checks, jobs] = await Promise.all([
        checksNow(call.services, call.tenant, folders),
        call.services.query(sql.failedJobsSql, [mostJobs]),
      ]);
      return { checks, jobs };
    },
  });

/** A command on failed jobs by their ids; answers how many it reached. */
const onJobs = (path: string, statement: string) =>
  defineCommand({
    path,
    needs: { entity, code: 'edit' },
    perMinute: 60,
    body: {
      type: 'object',
      required: ['ids'],
      additionalProperties: false,
      properties: {
        ids: { type: 'array', minItems: 1, maxItems: mostJobs, items: { type: 'string', pattern: '^[0-9]{1,19}$' } },
      },
    },
    answer: { type: 'object', required: ['count'], properties: { count: integer } },
    async run(call) {
      await forOperators(call);
      const [row] = await call.services.query(statement, [call.body['ids']]);
      return { count: Number(row?.['many'] ?? 0) };
    },
  });

interface Told {
  readonly told: readonly string[];
  readonly ended: readonly string[];
}

const docOf = (body: string): object => ({
  type: 'doc',
  content: body.split('\n\n').map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
});

/** Writes to the operators what began, what is still wrong after a day, and what is well again. */
async function tell(services: SystemServices, to: Operators, checks: readonly Check[]): Promise<number> {
  const named = (of: Check['tone']) => checks.filter(({ tone }) => tone === of).map(({ check }) => check);
  const [row] = await services.query<Told>(sql.alertsSql, [named('bad'), named('good')]);
  const { told, ended } = row ?? { told: [], ended: [] };
  if (told.length + ended.length === 0) return 0;
  const { culture, host, name } = to;
  const say = (key: string, params: Readonly<Record<string, unknown>> = {}) =>
    services.say(culture, 'health', key, params);
  const lines = checks.filter(({ check }) => told.includes(check));
  const words = [
    ...lines.map(({ check, tone, facts }) => `${say(`check.${check}`)}: ${say(`finding.${tone}.${check}`, facts)}`),
    ...ended.map((check) => say('alert.ended', { check: say(`check.${check}`) })),
  ];
  const title = say(told.length > 0 ? 'alert.title' : 'alert.wellTitle', {
    name,
    checks: (told.length > 0 ? told : ended).map((check) => say(`check.${check}`)).join(', '),
  });
  const body = `${words.join('\n\n')}\n\n${say('alert.where', { host })}`;
  const key = `health:${new Date().toISOString()}`;
  // Also in the product: mails may be what is broken, and an administrator may have no address.
  await services.query(sql.noticeSql, [to.id, services.newId(), title, JSON.stringify(docOf(body))]);
  for (const mail of to.mails)
    await services.mail({
      ...{ tenant: to.id, to: mail, title, text: body, template: 'health', about: told.join() || 'well', culture },
      key: `${key}:${mail}`,
    });
  return told.length + ended.length;
}

interface HealthSettings {
  /** The public address of a host. */
  readonly originOf: (host: string) => string;
  readonly folders: Folders;
}

/** Is all well: what an operator looks at, and is told about. */
export function health({ originOf, folders }: HealthSettings): ServerModule {
  const counts = new Map<string, { to: string; outcome: string; many: number }>();
  const calls = channel('lading.call');
  const count = (message: unknown) => {
    const { to, outcome } = message as { to: string; outcome: string };
    const counted = counts.get(`${to} ${outcome}`) ?? { to, outcome, many: 0 };
    counted.many += 1;
    counts.set(`${to} ${outcome}`, counted);
  };
  let counting = false;
  const noteCalls = async ({ query }: Pick<SystemServices, 'query'>): Promise<number> => {
    // Only a node whose loops run writes them down.
    if (!counting) calls.subscribe(count);
    counting = true;
    const now = [...counts.values()];
    counts.clear();
    if (now.length === 0) return 0;
    await query(sql.addCallsSql, [
      now.map(({ to }) => to),
      now.map(({ outcome }) => outcome),
      now.map(({ many }) => many),
    ]);
    return 0;
  };
  const lookAtCertificates = async ({ query }: Pick<SystemServices, 'query'>): Promise<void> => {
    if (!originOf('a.example').startsWith('https:')) return;
    const look = async ({ host }: Readonly<Record<string, unknown>>) => {
      const { hostname, port } = new URL(originOf(String(host)));
      const { until, trouble } = await certificateOf(hostname, Number(port || 443));
      await query(sql.noteCertificateSql, [host, until, trouble]);
    };
    await Promise.all((await query(sql.hostsToAskSql, [])).map(look));
  };
  return {
    handlers: [],
    commands: [board(folders), onJobs('Health/retry', sql.retrySql), onJobs('Health/drop', sql.dropSql)],
    loops: [
      defineLoop('health-calls', 60_000, noteCalls, async () => {
        calls.unsubscribe(count);
        counting = false;
      }),
    ],
    schedules: [
      defineSchedule('health-watch', '*/5 * * * *', async ({ services }) => {
        const to = services && (await operators(services));
        if (!services || !to) return 0;
        await lookAtCertificates(services);
        await services.query(sql.pruneCallsSql, []);
        return tell(services, to, await checksNow(services, to.id, folders));
      }),
    ],
    ddl: sql.healthStatements,
  };
}
