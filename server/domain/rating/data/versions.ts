import { defineEffect, defineJob, issue, type EffectCall } from '../../../modules/module.ts';

/** The table of an entity's rows. Names of entities are ours, never a person's. */
export const tableOf = (entity: string): string => `"${entity.replaceAll('-', '_')}"`;

/** Two steps on versions of one code wait for each other. */
const lockCode = ({ entity, tenant, record, transaction }: EffectCall) =>
  transaction.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `${entity} ${tenant} ${String(record['code'])}`,
  ]);

/** A record of price data becomes the next version of its code, on every way in, so that no number is given twice. */
export const numberVersion = defineEffect('rating.number-version', async (call) => {
  await lockCode(call);
  const [last] = await call.transaction.query(
    `SELECT id::text, "versionNo" AS version FROM ${tableOf(call.entity)} WHERE code = $1 ORDER BY "versionNo" DESC LIMIT 1`,
    [call.record['code']],
  );
  return { patch: { versionNo: Number(last?.['version'] ?? 0) + 1, previous: last?.['id'] ?? null } };
});

/** What a version has of its own: a copy of it gets new ones. */
const ownFields: ReadonlySet<string> = new Set([
  ...['id', 'version', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy', 'status'],
  ...['versionNo', 'previous', 'from', 'to', 'submittedBy', 'submittedAt', 'activatedBy', 'activatedAt'],
  ...['returnReason', 'findings', 'costFindings', 'checkedAt', 'retiredOn'],
]);

/** A draft with everything that this version holds, from another day on. What is active is never edited. */
export const newVersion = defineEffect('rating.new-version', async ({ record, input, add }) => {
  if (!add) throw new Error('a new version is an action of its own');
  const copy = Object.entries(record).filter(([name, value]) => !ownFields.has(name) && value !== null);
  await add({ ...Object.fromEntries(copy), from: input['from'] });
});

/** The person who submitted a version may not activate it, unless no one else could. */
export const secondLook = defineEffect('rating.second-look', async (call) => {
  const { record, actor } = call;
  if (record['submittedBy'] !== actor.id || !(await anybodyElse(call))) return {};
  return { issues: [issue('rating.ownVersion', '')] };
});

/** Whether another active person could activate it: administrators, the finance template and holders of the permission. */
async function anybodyElse({ entity, actor, transaction }: EffectCall): Promise<boolean> {
  const [found] = await transaction.query(
    `SELECT 1 AS found FROM account a
      WHERE a.id <> $1 AND a.status = '0' AND a."adminType" <> '4'
        AND (a."adminType" IN ('1', '2') OR EXISTS (
              SELECT 1 FROM role r WHERE r.id = ANY (a.roles) AND (r.template IN ('admin', 'finance') OR EXISTS (
                SELECT 1 FROM role__grants g WHERE g.parent_id = r.id AND g.entity = $2
                   AND (g.codes = '*' OR 'activate' = ANY (string_to_array(g.codes, ',')))))))
      LIMIT 1`,
    [actor.id, entity],
  );
  return found !== undefined;
}

/**
 * Of versions of one code the one that began last counts, so that a new one takes over by itself. Two that begin on one
 * day would leave open which of them counts: the second is refused.
 */
export const sameDay = defineEffect('rating.same-day', async (call) => {
  await lockCode(call);
  const { entity, record, transaction } = call;
  const [other] = await transaction.query(
    `SELECT "versionNo" AS version FROM ${tableOf(entity)}
      WHERE code = $1 AND "from" = $2 AND status = 'active' AND id <> $3 LIMIT 1`,
    [record['code'], record['from'], record['id']],
  );
  if (!other) return {};
  return { issues: [issue('rating.sameDay', 'from', { from: record['from'], version: other['version'] })] };
});

/**
 * Writes into the versions before that they ended, for people: prices follow from the day on which the new one begins.
 */
export const endOlder = defineJob('rating.end-older', async ({ entity, tenant, record, services: deps }) => {
  if (record['status'] !== 'active') return;
  const older = await deps.query(
    `SELECT id::text, ($3::date - 1)::text AS day FROM ${tableOf(entity)}
      WHERE tenant_id = $1 AND code = $2 AND status = 'active' AND "from" < $3::date AND ("to" IS NULL OR "to" >= $3::date)`,
    [tenant, record['code'], record['from']],
  );
  for (const { id, day } of older) {
    const issues = await deps.act({ tenant, entity, id: String(id) }, 'end', { to: day });
    if (issues.length > 0) deps.report(tenant, `${entity} ${String(id)}`, JSON.stringify(issues));
  }
});

/** What the version before had for its last day when this one took over; no row: it never did. */
const takenOverSql = `SELECT c ->> 'before' AS day FROM lading.audit a, json_array_elements(a.changes) c
  WHERE a.tenant_id = $1 AND a.entity = $2 AND a.record_id = $3 AND a.verb = 'end' AND c ->> 'after' = $4
  ORDER BY a.id DESC LIMIT 1`;

/** A version that is taken back before its first day never counted: the one that it would have ended goes on as it was. */
export const reopenOlder = defineJob('rating.reopen-older', async ({ entity, tenant, record, services: deps }) => {
  const [from, retiredOn] = [String(record['from']), String(record['retiredOn'])];
  if (record['status'] !== 'retired' || retiredOn > from) return;
  const [older] = await deps.query(
    `SELECT id::text, "to"::text FROM ${tableOf(entity)}
      WHERE tenant_id = $1 AND code = $2 AND status = 'active' AND "to" = $3::date - 1 AND id <> $4
      ORDER BY "from" DESC LIMIT 1`,
    [tenant, record['code'], from, record['id']],
  );
  if (!older) return;
  const id = String(older['id']);
  const [taken] = await deps.query(takenOverSql, [tenant, entity, id, older['to']]);
  if (!taken) return;
  const day = taken['day'] ?? null;
  const issues = [
    ...(await deps.act({ tenant, entity, id }, 'reopen', {})),
    ...(day === null ? [] : await deps.act({ tenant, entity, id }, 'end', { to: day })),
  ];
  if (issues.length > 0) deps.report(tenant, `${entity} ${id}`, JSON.stringify(issues));
});
