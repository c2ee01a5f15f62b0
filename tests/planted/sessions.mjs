import { bug } from './bug.mjs';

/** Bugs of sessions and the ways in: signed out, expired, disabled, replaced, locked, queued, devices, epochs. */
const [opened, why] = ['sessions', 'session-end-reason'].map((name) => `server/access/${name}.ts`);
const [signing, turns] = ['sign-in', 'keyed-mutex'].map((name) => `server/auth/${name}.ts`);
const doors = 'server/store/attempt-sql.ts';
const walls = 'server/store/row-security.ts';
const bySignIn = 'tests/server/sign-in.test.ts';
const byClock = 'tests/server/clock.test.ts';
const byRoles = 'tests/server/roles.test.ts';
const over = 'a session that is over';
const guesses = 'whoever guesses';

export const sessions = [
  // Over.
  bug(
    'a session lives a day longer',
    opened,
    `now() + interval '7 days'`,
    `now() + interval '8 days'`,
    byClock,
    'sessions on a node',
  ),
  bug(
    'a session that was ended goes on',
    walls,
    'WHERE t.token_hash = hash AND t.revoked_at IS NULL AND t.expires_at > now();',
    'WHERE t.token_hash = hash AND t.expires_at > now();',
    bySignIn,
    over,
  ),
  bug(
    'a session never expires',
    walls,
    'WHERE t.token_hash = hash AND t.revoked_at IS NULL AND t.expires_at > now();',
    'WHERE t.token_hash = hash AND t.revoked_at IS NULL;',
    bySignIn,
    over,
  ),
  bug(
    'an expired session is told as a disabled account',
    why,
    `row.expired ? 'sessionExpired' : 'accountFrozen'`,
    `'accountFrozen'`,
    bySignIn,
    over,
  ),
  bug(
    'a disabled account hears that it was signed out',
    why,
    `person && person.status !== '0'`,
    'false',
    bySignIn,
    over,
  ),
  bug(
    'who signed in elsewhere is not told so',
    why,
    `row.replaced ? 'sessionReplaced' : 'sessionRevoked'`,
    `'sessionRevoked'`,
    bySignIn,
    'an account that may have one session',
  ),
  bug(
    'an account has as many sessions as it likes',
    opened,
    'if (session.alone) await endOthers(transaction, session);',
    '',
    bySignIn,
    'an account that may have one session',
  ),
  bug(
    'a disabled account keeps its sessions',
    'server/access/access-ddl.ts',
    'WHERE tenant_id = OLD.tenant_id AND account_id = OLD.id AND revoked_at IS NULL;',
    'WHERE false;',
    byRoles,
    'that is disabled has no session left',
  ),
  bug(
    'signing out of a look leaves its own session open',
    opened,
    `.select('look.preview_of')`,
    `.select('look.token_hash')`,
    byRoles,
    'signing out of a view as a role',
  ),
  // Locks.
  bug('nobody waits', signing, 'await refuseWhileLocked(system, trying);', '', bySignIn, guesses),
  bug('guesses at once are not counted in a row', turns, 'queue.tail.then(work)', 'work()', bySignIn, guesses),
  bug(
    'a captcha is good for ever',
    doors,
    'DELETE FROM lading.captcha WHERE verification = $1 AND expires_at > now() RETURNING token',
    'DELETE FROM lading.captcha WHERE verification = $1 RETURNING token',
    bySignIn,
    'may spend a captcha once',
  ),
];
