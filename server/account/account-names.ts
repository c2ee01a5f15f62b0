import type { SystemDatabase } from '../store/system-database.ts';

interface AccountName {
  account: string;
  name: string;
  nickName: string | null;
}

/** Names of accounts by id, for sessions, whose rows only hold ids. */
export async function accountNames(
  { pool }: Pick<SystemDatabase, 'pool'>,
  tenant: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AccountName>> {
  if (ids.length === 0) return new Map();
  const { rows } = await pool.query<AccountName & { id: string }>(
    'SELECT id::text, account, name, "nickName" FROM account WHERE tenant_id = $1 AND id = ANY($2)',
    [tenant, ids],
  );
  return new Map(rows.map(({ id, ...names }) => [id, names]));
}

/** Names of the publishers of received notices, by receipt. */
export async function publisherNames(
  { pool }: Pick<SystemDatabase, 'pool'>,
  tenant: string,
  received: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (received.length === 0) return new Map();
  const { rows } = await pool.query<{ id: string; name: string }>(
    `SELECT r.id::text, a.name FROM received_notice r
       JOIN notice n ON n.tenant_id = r.tenant_id AND n.id = r.notice
       JOIN account a ON a.tenant_id = n.tenant_id AND a.id = n."publishedBy"
      WHERE r.tenant_id = $1 AND r.id = ANY($2)`,
    [tenant, received],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
