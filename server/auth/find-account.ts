import type { SystemDatabase } from '../store/system-database.ts';
import { readAddress, type Address } from './address.ts';

export interface FoundAccount {
  id: string;
  account: string;
  name: string;
  /** The address for a code. */
  to: Address | null;
}

const bySql = (condition: string) => `
  SELECT id::text, account, name, email, phone FROM account
   WHERE tenant_id = $1 AND status = '0' AND ${condition} ORDER BY id LIMIT 2`;

const byAccount = bySql('account = $2');
const byMail = bySql('lower(email) = $2');
const byPhone = bySql(`regexp_replace(phone, '[^0-9]', '', 'g') = $2`);

/**
 * The one active account with this name, e-mail address or phone number; null if none or several match. A code goes to
 * the typed address, or to the account's own.
 */
export async function findAccount(
  { pool }: SystemDatabase,
  tenant: string,
  typed: string,
): Promise<FoundAccount | null> {
  interface Row {
    id: string;
    account: string;
    name: string;
    email: string | null;
    phone: string | null;
  }
  const ask = async (sql: string, value: string) => {
    const { rows } = await pool.query<Row>(sql, [tenant, value]);
    return rows.length === 1 ? (rows[0] ?? null) : null;
  };
  const address = readAddress(typed);
  const named = await ask(byAccount, typed);
  const found = named ?? (address ? await ask(address.kind === 'mail' ? byMail : byPhone, address.value) : null);
  if (!found) return null;
  const { id, account, name, email, phone } = found;
  const own: Address | null = email ? { kind: 'mail', value: email } : phone ? { kind: 'sms', value: phone } : null;
  return { id, account, name, to: named ? own : address };
}

const takenSql = `SELECT FROM account WHERE tenant_id = $1 AND (lower(account) = $2 OR lower(email) = $2) LIMIT 1`;

/** Whether an account has this address, whatever its status. */
export async function isTaken({ pool }: SystemDatabase, tenant: string, address: string): Promise<boolean> {
  const { rowCount } = await pool.query(takenSql, [tenant, address]);
  return (rowCount ?? 0) > 0;
}
