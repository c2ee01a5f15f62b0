import { sql } from 'kysely';
import { AppError } from '../errors.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { placeSql, type TenantPlace } from '../store/tenant-place.ts';
import { hashToken } from './sessions.ts';

/**
 * Why a token is invalid: `noSession` for none or an unknown one, `sessionExpired`, `sessionRevoked` (signed out, or
 * ended by another person), `sessionReplaced` (by a sign-in elsewhere), `accountFrozen` if account, customer or tenant is
 * disabled. Only the holder of the token learns it.
 */
export async function sessionEndReason({ db, pool }: SystemDatabase, token: string): Promise<AppError> {
  if (!/^[\w-]{20,100}$/.test(token)) return new AppError('noSession');
  const row = await db
    .selectFrom('lading.session_token')
    .select([
      'revoked_at',
      'replaced',
      'is_key',
      'tenant_id',
      'account_id',
      sql<boolean>`expires_at <= now()`.as('expired'),
    ])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (!row) return new AppError('noSession');
  // A tenant that is being moved keeps its sessions.
  const { rows: places } = await pool.query<TenantPlace>(placeSql, [row.tenant_id]);
  if (places[0]) return new AppError('busy');
  const person = await db
    .selectFrom('account')
    .select('status')
    .where('tenant_id', '=', row.tenant_id)
    .where('id', '=', row.account_id)
    .executeTakeFirst();
  // Disabling an account also ends its sessions; report the cause.
  if (person && person.status !== '0') return new AppError('accountFrozen');
  if (row.is_key) return new AppError('keyOver');
  if (row.revoked_at !== null) return new AppError(row.replaced ? 'sessionReplaced' : 'sessionRevoked');
  return new AppError(row.expired ? 'sessionExpired' : 'accountFrozen');
}
