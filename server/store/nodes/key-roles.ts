import type { Pool, PoolClient } from 'pg';
import { appLimits, appRole, keyMark, roleStatements, systemRole } from '../row-security.ts';

/** A secret key as the database knows it: passwords derived from it, and its fingerprint. */
export interface KeyFacts {
  readonly app: string;
  readonly system: string;
  readonly check: string;
}

/** The keys of a node: its own, and the one before it while the key is changed. */
export interface NodeKeys extends KeyFacts {
  readonly previous?: KeyFacts | null;
}

/** The roles by which a node signs in. */
export interface Logins {
  readonly app: string;
  readonly system: string;
  /** Fingerprint of the key that seals secrets now. */
  readonly sealing: string;
}

type Asks = Pick<Pool | PoolClient, 'query'>;

/** Fingerprint of the key in force, from the comment on the roles that it made; null where no key has left one. */
export async function keyInForce(on: Asks): Promise<string | null> {
  const { rows } = await on.query<{ mark: string | null }>(
    `SELECT shobj_description(oid, 'pg_authid') AS mark FROM pg_roles WHERE rolname = '${appRole}'`,
  );
  const mark = rows[0]?.mark;
  return mark?.startsWith(keyMark) ? mark.slice(keyMark.length) : null;
}

/**
 * The roles of this node's key. The key in force signs in as `lading_app` and `lading_system`; one that is to replace it
 * has members of them for itself, so that nodes of both keys work side by side.
 */
export async function loginsOf(on: Asks, keys: NodeKeys): Promise<Logins> {
  const inForce = await keyInForce(on);
  if (!keys.previous || inForce !== keys.previous.check)
    return { app: appRole, system: systemRole, sealing: keys.check };
  const own = suffixOf(keys.check);
  return { app: `${appRole}_${own}`, system: `${systemRole}_${own}`, sealing: inForce };
}

/** Makes the roles of a key that is not in force yet; nothing where the node signs in by the usual ones. */
export async function makeLogins(on: Asks, keys: NodeKeys, logins: Logins): Promise<void> {
  if (logins.app === appRole) return;
  const limits = Object.entries(appLimits).map(
    ([setting, value]) => `ALTER ROLE ${logins.app} SET ${setting} = '${value}'`,
  );
  for (const [name, of, password] of [
    [logins.app, appRole, keys.app],
    [logins.system, systemRole, keys.system],
  ])
    await on.query(`DO $$ BEGIN
        IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '${name}') THEN
          CREATE ROLE ${name} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS IN ROLE ${of};
        END IF;
      END $$;
      ALTER ROLE ${name} PASSWORD '${password}';
      GRANT ${name} TO CURRENT_USER`);
  for (const statement of limits) await on.query(statement);
}

/**
 * Connections of nodes that would not know the new key once it is in force: they must be restarted with it first. Roles
 * of other keys count, too: of a change that was given up, or of the last one where a node was never restarted after it.
 */
export async function connectionsWithout(on: Asks, { check }: KeyFacts): Promise<number> {
  const { rows } = await on.query<{ open: number }>(
    `SELECT count(*)::int AS open FROM pg_stat_activity WHERE usename ~ '^lading_(app|system)(_[0-9a-f]{8})?$'
        AND usename NOT IN ('${appRole}_${suffixOf(check)}', '${systemRole}_${suffixOf(check)}')`,
  );
  return rows[0]?.open ?? 0;
}

/** Puts the node's own key in force: the usual roles get its passwords, and roles of keys that were changed before go. */
export async function putInForce(on: Asks, keys: NodeKeys): Promise<void> {
  for (const statement of roleStatements(keys)) await on.query(statement);
  const own = suffixOf(keys.check);
  const { rows } = await on.query<{ name: string }>(
    `SELECT rolname AS name FROM pg_roles WHERE rolname ~ '^lading_(app|system)_[0-9a-f]{8}$' AND rolname !~ '_${own}$'
        AND NOT EXISTS (SELECT FROM pg_stat_activity WHERE usename = rolname)`,
  );
  for (const { name } of rows) await on.query(`DROP ROLE ${name}`);
}

/** Eight hex digits of a fingerprint, for the name of a role. */
const suffixOf = (check: string): string => Buffer.from(check, 'base64url').toString('hex').slice(0, 8);
