import type { CommandCall } from '../../../modules/module.ts';
import { stateSql } from '../snapshot/state-sql.ts';

/**
 * Recipients of price notices: enabled customers with their channels and language, within the tenant. $1 one of them,
 * or null, $2 the tenant's own language.
 */
const customersSql = `SELECT ${stateSql} AS state, coalesce(json_agg(r), '[]') AS customers FROM (
    SELECT c.id::text, c.name, f."discountPercent"::text, f."distributionPercent"::text, coalesce(f.language, $2) AS language,
           -- What prices are made of is not told to those who may not see it, and never what a reseller adds.
           (coalesce(f."showValuationDetail", false) AND coalesce(f."distributionPercent", 0) = 0) AS detailed,
           json_agg(json_build_object('channel', k.channel::text, 'level', k.level::text) ORDER BY k.id) AS channels
      FROM customer c JOIN customer_channel k ON k.tenant_id = c.tenant_id AND k.customer = c.id AND k.status = 'enabled'
      LEFT JOIN customer_config f ON f.tenant_id = c.tenant_id AND f.customer = c.id
     WHERE c.status = 'enabled' AND ($1::bigint IS NULL OR c.id = $1)
     GROUP BY c.id, c.name, f."discountPercent", f."distributionPercent", f.language, f."showValuationDetail") r`;

export interface ToldCustomer {
  readonly id: string;
  readonly name: string;
  readonly discountPercent: string | null;
  readonly distributionPercent: string | null;
  readonly language: string;
  readonly detailed: boolean;
  readonly channels: readonly { readonly channel: string; readonly level: string }[];
}

interface Told {
  readonly state: string;
  readonly customers: readonly ToldCustomer[];
}

/** Recipients of price notices and the state of prices that they are read with: one customer, or all. */
export async function toldCustomers(
  { read }: Pick<CommandCall, 'read'>,
  customer: unknown,
  language: unknown,
): Promise<Told> {
  const [told] = (await read<Told>(customersSql, [customer, language])) as [Told];
  return told;
}

/** Active members of a customer, and the current time. $1 tenant, $2 customer. */
export const membersSql = `SELECT a.id::text, a.name, a.email, to_char(now() AT TIME ZONE t."timeZone", 'YYYY-MM-DD HH24:MI:SS') AS now
  FROM account a JOIN tenant t ON t.id = a.tenant_id
  WHERE a.tenant_id = $1 AND a.customer = $2 AND a.status = '0' ORDER BY a.id LIMIT 200`;

/** Publishes a notice under the id of its subject, so that it exists once. $1 tenant, $2 id, $3 title, $4 document, $5 accounts. */
export const showNoticeSql = `INSERT INTO notice (tenant_id, id, title, type, audience, content, recipients, status, "publishedAt")
  VALUES ($1, $2, left($3, 120), '1', 'members', $4::jsonb, $5::bigint[], 'published', now()) ON CONFLICT DO NOTHING`;

/** How the mails of a notice fared. $1 tenant, $2 their template. */
export const mailsSql = `SELECT m."to" AS mail, m.status, to_char(m."createdAt" AT TIME ZONE t."timeZone", 'YYYY-MM-DD HH24:MI:SS') AS at
  FROM mail m JOIN tenant t ON t.id = m.tenant_id WHERE m.tenant_id = $1 AND m.template = $2`;
