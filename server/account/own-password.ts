import { issue, type Issue } from '../../engine/core/index.ts';
import { AppError, refused } from '../errors.ts';
import type { Actor, Context } from '../operations/context.ts';
import { changePasswordSql, endOwnSessionsSql, ownTrailSql, passwordSql } from '../store/account-sql.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { forgetFailures, noteFailure, refuseWhileLocked, type Trying } from '../auth/failures.ts';
import { ownSession } from './own-sessions.ts';
import { originOfAddress } from '../auth/origin.ts';
import { passwordIssues } from '../settings/password-rule.ts';
import { hashPassword, passwordFits } from '../secrets/passwords.ts';
import { passwordLength } from '../settings/settings.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Changes the caller's password, given the present one; ends all their other sessions. Throws `tooManyFailures` after
 * wrong attempts, or `refused` with every issue.
 */
export async function changeOwnPassword(
  { newId, database }: Context,
  system: SystemDatabase,
  actor: Actor,
  asked: { body: Values; ip: string },
): Promise<void> {
  await database.read(actor.entrance);
  const { pool } = system;
  const session = ownSession(actor);
  const { tenant, facts } = actor;
  const { rows } = await pool.query<{ account: string }>(passwordSql, [tenant, facts.id]);
  const [person] = rows;
  if (!person) throw new AppError('noSession');
  const { present, next } = readPasswords(asked.body, person.account, await passwordLength(system, tenant));
  const { hash: kept, trying } = await comparePassword(system, actor, { password: present, ip: asked.ip });
  const hash = await hashPassword(next);
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const changed = await client.query<{ version: string }>(changePasswordSql, [tenant, facts.id, kept, hash]);
    const version = changed.rows[0]?.version;
    if (version === undefined) throw refused(issue('password.wrong', 'password'));
    const changes = JSON.stringify([{ field: 'password', before: null, after: null }]);
    await client.query(ownTrailSql, [tenant, newId(), facts.id, 'updatePwd', version, changes]);
    await client.query(endOwnSessionsSql, [tenant, facts.id, session, null]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
  await forgetFailures(system, trying);
}

/** Throws `tooManyFailures` after wrong attempts, or `refused` if this is not the caller's password. */
export async function proveOwnPassword(
  system: SystemDatabase,
  actor: Actor,
  asked: { password: string; ip: string },
): Promise<void> {
  if (asked.password === '') throw refused(issue('required', 'password'));
  const { trying } = await comparePassword(system, actor, asked);
  await forgetFailures(system, trying);
}

async function comparePassword(
  system: SystemDatabase,
  { tenant, facts }: Actor,
  { password, ip }: { password: string; ip: string },
): Promise<{ hash: string; trying: Trying }> {
  const { rows } = await system.pool.query<{ password: string }>(passwordSql, [tenant, facts.id]);
  const [person] = rows;
  if (!person) throw new AppError('noSession');
  // Counted separately from sign-in: a person at an open session cannot lock its owner out.
  const trying = { tenant, subject: `change:${facts.id}`, ip, origin: originOfAddress(ip) };
  await refuseWhileLocked(system, trying);
  if (!(await passwordFits(person.password, password))) {
    await noteFailure(system, trying);
    throw refused(issue('password.wrong', 'password'));
  }
  return { hash: person.password, trying };
}

function readPasswords(body: Values, account: string, min: number): { present: string; next: string } {
  const text = (name: string): string => (typeof body[name] === 'string' ? body[name] : '');
  const [present, next] = [text('password'), text('newPassword')];
  const issues: Issue[] = [];
  if (present === '' || present.length > 200) issues.push(issue('required', 'password'));
  if (next === '') issues.push(issue('required', 'newPassword'));
  else if (next === present) issues.push(issue('password.same', 'newPassword'));
  else issues.push(...passwordIssues(next, 'newPassword', min, [account]));
  // Older clients only check the confirmation in the browser.
  if (body['confirm'] !== undefined && body['confirm'] !== next) issues.push(issue('password.differs', 'confirm'));
  if (issues.length > 0) throw refused(...issues);
  return { present, next };
}
