import { defineJob, type SystemServices } from '../../../modules/module.ts';
import { codeTables, takeReports, type PackageOf, type Told } from '../take-events.ts';

/** Messages that are read and written in one batch. */
const together = 200;
/** Milliseconds between the beginnings of two jobs of a tenant that this node asks for. */
const pause = 1_000;
/** Lease in seconds on reading a tenant's messages, renewed with every round. */
const alone = 10;
/** Milliseconds after which a job lets others have the worker, and goes on later. */
const longest = 30_000;

const leaseSql = `INSERT INTO tracking.reading AS r (tenant_id, until) VALUES ($1, now() + make_interval(secs => $2))
  ON CONFLICT (tenant_id) DO UPDATE SET until = excluded.until WHERE r.until < now() RETURNING r.until`;
const renewSql = `UPDATE tracking.reading SET until = now() + make_interval(secs => $2) WHERE tenant_id = $1`;

const waitingSql = `SELECT package::text AS id, hash, tracked AS told FROM tracking.pushed
  WHERE tenant_id = $1 AND taken_at IS NULL AND package <> ALL ($2::bigint[]) ORDER BY at LIMIT $3`;
const newsSql = `WITH turn AS MATERIALIZED (
    SELECT w.package FROM tracking.work w WHERE w.tenant_id = $1 AND w.package = ANY ($2::bigint[])
     ORDER BY w.package FOR NO KEY UPDATE)
  UPDATE tracking.work w SET news_at = now(), retired_at = NULL FROM turn WHERE w.tenant_id = $1 AND w.package = turn.package`;
const takenSql = `UPDATE tracking.pushed SET taken_at = now() WHERE tenant_id = $1 AND hash = ANY ($2::text[])`;

interface Waiting {
  readonly id: string;
  readonly hash: string;
  readonly told: Told;
}

const asked = new WeakMap<SystemServices, Map<string, number>>();

/**
 * One job reads all waiting messages of a tenant. A message needs no further job while one is queued that has not
 * started. A follow-up job starts slightly later, so that a flood causes one read per second.
 */
export async function readSoon(services: SystemServices, { tenant, id }: PackageOf): Promise<void> {
  const begins = asked.get(services) ?? new Map<string, number>();
  asked.set(services, begins);
  const now = Date.now();
  const last = begins.get(tenant) ?? 0;
  if (last > now) return;
  const at = Math.max(now, last + pause);
  begins.set(tenant, at);
  await enqueue(services, { tenant, id }, at > now ? new Date(at) : null);
}

const enqueue = (services: SystemServices, { tenant, id }: PackageOf, at: Date | null): Promise<void> =>
  services.enqueue(
    'tracking.take-pushed',
    { tenant, entity: 'package', id, action: '' },
    { key: `pushed:${tenant}`, ...(at ? { at } : {}) },
  );

export const takePushed = defineJob('tracking.take-pushed', async ({ tenant, record, services }) => {
  const of = { tenant, id: String(record['id']) };
  const later = () => enqueue(services, of, new Date(Date.now() + alone * 1_000));
  const [lease] = await services.query(leaseSql, [tenant, alone]);
  // Who reads already may have looked before the last message came, or may be dead.
  if (!lease) return later();
  const until = Date.now() + longest;
  const failed = new Map<string, unknown>();
  const waiting = async () => await services.query<Waiting>(waitingSql, [tenant, [...failed.keys()], together]);
  const tables = codeTables(services);
  try {
    for (let some = await waiting(); some.length > 0 && Date.now() < until; some = await waiting()) {
      for (const [id, error] of await readMessages(services, tenant, some, tables)) failed.set(id, error);
      await services.query(renewSql, [tenant, alone]);
    }
  } finally {
    await services.query(renewSql, [tenant, 0]);
  }
  if ((await waiting()).length > 0) await enqueue(services, of, null);
  // The queue tries again, with growing pauses; the others are read.
  for (const error of failed.values()) throw error;
});

/** Answers what went wrong, by package. */
async function readMessages(
  services: SystemServices,
  tenant: string,
  messages: readonly Waiting[],
  tables: ReturnType<typeof codeTables>,
): Promise<ReadonlyMap<string, unknown>> {
  const byPackage = new Map<string, Waiting[]>();
  for (const message of messages) byPackage.set(message.id, [...(byPackage.get(message.id) ?? []), message]);
  const reports = [...byPackage].map(([id, of]) => ({
    ...{ id, events: of.flatMap(({ told }) => told.events) },
    estimatedAt: of.findLast(({ told }) => told.estimatedAt !== null)?.told.estimatedAt ?? null,
  }));
  const failed = new Map<string, unknown>();
  const news: string[] = [];
  for (const [id, taken] of await takeReports(services, { tenant, source: 'push', reports }, tables)) {
    if ('error' in taken) failed.set(id, taken.error);
    else if (taken.fresh > 0) news.push(id);
  }
  if (news.length > 0) await services.query(newsSql, [tenant, news]);
  const read = messages.filter(({ id }) => !failed.has(id)).map(({ hash }) => hash);
  if (read.length > 0) await services.query(takenSql, [tenant, read]);
  return failed;
}

/** Takes up messages whose job was lost with its node, and deletes read ones after a month. */
export async function sweepPushed(services: SystemServices): Promise<void> {
  const waiting = await services.query(
    `SELECT tenant_id::text AS tenant, min(package)::text AS id FROM tracking.pushed
      WHERE taken_at IS NULL AND at < now() - interval '2 minutes' GROUP BY 1`,
    [],
  );
  for (const { tenant, id } of waiting) await enqueue(services, { tenant: String(tenant), id: String(id) }, null);
  await services.query(`DELETE FROM tracking.pushed WHERE taken_at < now() - interval '30 days'`, []);
}
