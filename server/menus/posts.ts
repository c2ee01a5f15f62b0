import type { Actor } from '../operations/context.ts';
import type { SystemDatabase } from '../store/system-database.ts';

interface Position {
  posId: string;
  posCode: string;
  posName: string;
}

/** A person's positions, and their posts in other organisations. */
export async function postsOf(
  { pool }: SystemDatabase,
  actor: Actor,
): Promise<{ positions: Position[]; extOrgPos: (Position & { orgId: string; orgCode: string; orgName: string })[] }> {
  const { rows } = await pool.query<Record<string, string | null>>(
    `SELECT NULL AS "orgId", NULL AS "orgCode", NULL AS "orgName", p.id::text AS "posId", p.code AS "posCode", p.name AS "posName"
       FROM account a JOIN position p ON p.tenant_id = a.tenant_id AND p.id = ANY (a."positions")
      WHERE a.tenant_id = $1 AND a.id = $2
     UNION ALL
     SELECT o.id::text, o.code, o.name, p.id::text, p.code, p.name
       FROM account__posts l JOIN org o ON o.tenant_id = l.tenant_id AND o.id = l.org
       JOIN position p ON p.tenant_id = l.tenant_id AND p.id = l.position
      WHERE l.tenant_id = $1 AND l.parent_id = $2`,
    [actor.tenant, actor.facts.id],
  );
  const position = (row: (typeof rows)[number]): Position => ({
    posId: row['posId'] ?? '',
    posCode: row['posCode'] ?? '',
    posName: row['posName'] ?? '',
  });
  return {
    positions: rows.filter(({ orgId }) => orgId === null).map(position),
    extOrgPos: rows.flatMap((row) =>
      row['orgId'] === null
        ? []
        : [
            {
              ...position(row),
              orgId: row['orgId'] ?? '',
              orgCode: row['orgCode'] ?? '',
              orgName: row['orgName'] ?? '',
            },
          ],
    ),
  };
}
