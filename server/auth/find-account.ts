import type { SystemDatabase } from '../store/system-database.ts';
import { readAddress, type Address } from './address.ts';

export interface FoundAccount {
  id: string;
  account: string;
  name: string;
  /** Where a code for it may go. */
  to: Address | null;
}

const bySql = (condition: string) => `
  SELECT id::text, account, name, email, phone FROM account
   WHERE tenant_id = $1 AND status = '0' AND ${condition} ORDER BY id LIMIT 2`;

const byAccount = bySql('account = $2');
const byMail = bySql('lower(email) = $2');
const byPhone = bySql(`regexp_replace(phone, '[^0-9]', '', 'g') = $2`);

/**
 * The one working account that is meant by its name, its e-mail address or its phone number; null where there is none,
 * or more than one. The code goes to the address that was typed, or to the account's own.
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

/** Whether an address already names an account, in whatever state. */
export async function isTaken({ pool }: SystemDatabase, tenant: string, address: string): Promise<boolean> {
  const { rowCount } = await pool.query(takenSql, [tenant, address]);
  return (rowCount ?? 0) > 0;
}
