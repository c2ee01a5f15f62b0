import { defineEffect, issue, type EffectCall } from '../../../sockets/socket.ts';

/** The table of an entity's rows. Names of entities are ours, never a person's. */
const tableOf = (entity: string): string => `"${entity.replaceAll('-', '_')}"`;

/**
 * A record of price data becomes the next version of its code, on every way in. Two that begin at once wait for each other,
 * so that no number is given twice.
 */
export const numberVersion = defineEffect('rating.number-version', async ({ entity, tenant, record, transaction }) => {
  const code = String(record['code']);
  await transaction.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${entity} ${tenant} ${code}`]);
  const [last] = await transaction.query(
    `SELECT id::text, "versionNo" AS version FROM ${tableOf(entity)} WHERE code = $1 ORDER BY "versionNo" DESC LIMIT 1`,
    [code],
  );
  return { patch: { versionNo: Number(last?.['version'] ?? 0) + 1, previous: last?.['id'] ?? null } };
});

/** Who submitted a version does not make it active, unless nobody else could. */
export const secondLook = defineEffect('rating.second-look', async (call) => {
  const { record, actor } = call;
  if (record['submittedBy'] !== actor.id || !(await anybodyElse(call))) return {};
  return { issues: [issue('rating.ownVersion', '')] };
});

/** Whether another person who may sign in could activate: administrators, the finance template, and who was granted it. */
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
