import { createHash, randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { issue } from '../../engine/core/index.ts';
import { refused } from '../errors.ts';
import type { SystemDatabase, SystemTables } from '../store/system-database.ts';

/** The database's clock, which all nodes share. */
const now = sql<Date>`now()`;
/** Tokens live seven days (spec section 9). */
const expires = sql<Date>`now() + interval '7 days'`;

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface NewSession {
  tenant: string;
  account: string;
  member: string | null;
  timeZone: string;
  ip: string;
  browser: string;
  os: string;
  /** Ends all other sessions of the account. */
  alone?: boolean;
  /** A second factor has to be set up before anything else. */
  factorDue?: boolean;
  /** Limits the session to a shared station; it ends after so many minutes without an act, and ends the one before it there. */
  station?: { readonly id: string; readonly idleMinutes: number };
}

/** A session at a shared station ends after a shift, whatever is done there. */
const longestAtStation = sql<Date>`now() + interval '12 hours'`;
const afterMinutes = (minutes: number) => sql<Date>`now() + make_interval(mins => ${minutes})`;

/** Opens a session and answers its token; only the token's hash is stored. */
export async function openSession(system: SystemDatabase, newId: () => string, session: NewSession): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const id = newId();
  await system.db.transaction().execute(async (transaction) => {
    const { station } = session;
    if (session.alone) await endOthers(transaction, session);
    if (station) await endAtStation(transaction, session.tenant, station.id);
    const ends = station ? afterMinutes(station.idleMinutes) : expires;
    await transaction
      .insertInto('session')
      .values({
        tenant_id: session.tenant,
        id,
        account: session.account,
        ip: session.ip,
        browser: session.browser || null,
        os: session.os || null,
        lastSeenAt: now,
        expiresAt: station ? longestAtStation : expires,
        revokedAt: null,
        station: station?.id ?? null,
        createdBy: session.account,
        updatedBy: session.account,
      })
      .execute();
    await transaction
      .insertInto('lading.session_token')
      .values({
        token_hash: hashToken(token),
        tenant_id: session.tenant,
        session_id: id,
        account_id: session.account,
        member_id: session.member,
        time_zone: session.timeZone,
        epoch: 1,
        expires_at: ends,
        factor_due: session.factorDue ?? false,
        ...(station ? { station_id: station.id, idle_minutes: station.idleMinutes, ends_at: longestAtStation } : {}),
        revoked_at: null,
      })
      .execute();
  });
  return token;
}

/** Locks the account, so that of two simultaneous sign-ins only the later one stays, on any node. */
async function endOthers(transaction: Transaction<SystemTables>, { tenant, account }: NewSession) {
  await sql`SELECT FROM account WHERE tenant_id = ${tenant} AND id = ${account} FOR UPDATE`.execute(transaction);
  await transaction
    .updateTable('lading.session_token')
    .set({ revoked_at: now, replaced: true })
    .where('tenant_id', '=', tenant)
    .where('account_id', '=', account)
    .where('is_key', '=', false)
    .where('revoked_at', 'is', null)
    .execute();
  await transaction
    .updateTable('session')
    .set({ revokedAt: now })
    .where('tenant_id', '=', tenant)
    .where('account', '=', account)
    .where('revokedAt', 'is', null)
    .execute();
}

/** Locks the station, so that of two simultaneous sign-ins only the later one stays. Throws if it was closed meanwhile. */
async function endAtStation(transaction: Transaction<SystemTables>, tenant: string, station: string) {
  const { rows } =
    await sql`SELECT 1 FROM shared_station WHERE tenant_id = ${tenant} AND id = ${station} AND status = 'open' FOR UPDATE`.execute(
      transaction,
    );
  if (rows.length === 0) throw refused(issue('station.notOpen', ''));
  const ended = await transaction
    .updateTable('lading.session_token')
    .set({ revoked_at: now, replaced: true })
    .where('tenant_id', '=', tenant)
    .where('station_id', '=', station)
    .where('revoked_at', 'is', null)
    .returning('session_id')
    .execute();
  const ids = ended.map(({ session_id: id }) => id);
  if (ids.length === 0) return;
  await transaction
    .updateTable('session')
    .set({ revokedAt: now })
    .where('tenant_id', '=', tenant)
    .where('id', 'in', ids)
    .where('revokedAt', 'is', null)
    .execute();
}

/**
 * Ends the session of a token; unknown or ended ones are ignored. Signing out during a preview ends the preview and its
 * parent session.
 */
export async function closeSession(system: SystemDatabase, token: string): Promise<void> {
  const ended = await system.db
    .updateTable('lading.session_token')
    .set({ revoked_at: now })
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('token_hash', '=', hashToken(token)),
        eb(
          'token_hash',
          '=',
          selectFrom('lading.session_token as look')
            .select('look.preview_of')
            .where('look.token_hash', '=', hashToken(token))
            .where('look.revoked_at', 'is', null),
        ),
      ]),
    )
    .where('revoked_at', 'is', null)
    .where('is_key', '=', false)
    .returning(['tenant_id', 'session_id'])
    .executeTakeFirst();
  if (!ended) return;
  await system.db
    .updateTable('session')
    .set({ revokedAt: now })
    .where('tenant_id', '=', ended.tenant_id)
    .where('id', '=', ended.session_id)
    .execute();
}

/** Sets a new password and ends all sessions of the account, in the caller's transaction. */
export const revokeAccountSql = `
  UPDATE lading.session_token SET revoked_at = now() WHERE tenant_id = $1 AND account_id = $2 AND revoked_at IS NULL`;

/** Whether a member's customer is enabled; always true for staff. */
export async function memberEnabled(
  { db }: SystemDatabase,
  person: { tenant_id: string; adminType: string; customer: string | null },
): Promise<boolean> {
  if (person.adminType !== '4') return true;
  if (!person.customer) return false;
  const owner = await db
    .selectFrom('customer')
    .select('status')
    .where('tenant_id', '=', person.tenant_id)
    .where('id', '=', person.customer)
    .executeTakeFirst();
  return owner?.status === 'enabled';
}
