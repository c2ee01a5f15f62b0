import { bug } from './bug.mjs';

/** Bugs of sessions and the ways in: signed out, expired, disabled, replaced, locked, queued, devices, epochs. */
const identity = (name) => `server/identity/${name}.ts`;
const [opened, why, signing, fails] = ['sessions', 'why-out', 'sign-in', 'failures'].map(identity);
const [origin, turns, password] = ['origin', 'turns', 'own-password'].map(identity);
const doors = 'server/store/door-sql.ts';
const accounts = 'server/store/account-sql.ts';
const epochs = 'server/store/session-sql.ts';
const walls = 'server/store/walls.ts';
const bySignIn = 'tests/server/sign-in.test.ts';
const byAccount = 'tests/server/account.test.ts';
const byGuessing = 'tests/server/guessing.test.ts';
const byClock = 'tests/server/clock.test.ts';
const byEpoch = 'tests/server/rights-epoch.test.ts';
const byRoles = 'tests/server/roles.test.ts';
const over = 'a session that is over';
const guesses = 'whoever guesses';
const stranger = 'of a known device lock that device';

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
    identity('access-statements'),
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
  bug(
    'a suspended tenant goes on',
    identity('actors'),
    `if (home.status === 'suspended' || home.status === 'closed') return null;`,
    '',
    'tests/server/tenants.test.ts',
    'lets nobody in or go on',
  ),
  bug(
    'a suspended tenant lets people in',
    identity('tenant-host'),
    `tenant?.status === 'active' || tenant?.status === 'trial'`,
    'tenant !== null',
    'tests/server/tenants.test.ts',
    'lets nobody in or go on',
  ),
  // One’s own.
  bug(
    'other sessions outlive a new password',
    password,
    'await client.query(endOwnSessionsSql, [tenant, facts.id, session, null]);',
    '',
    byAccount,
    'sets a new password',
  ),
  bug(
    'the session that asks ends with the others',
    accounts,
    'account_id = $2 AND token_hash <> $3 AND',
    'account_id = $2 AND $3::bytea IS NOT NULL AND',
    byAccount,
    'sees where they are signed in',
  ),
  bug(
    'ending one session ends them all',
    accounts,
    'AND ($4::bigint IS NULL OR session_id = $4)',
    'AND ($4::bigint IS NULL OR true)',
    byAccount,
    'sees where they are signed in',
  ),
  bug(
    'passwords are tried at an open session for ever',
    password,
    'await refuseWhileLocked(system, trying);',
    '',
    byAccount,
    'does not let anyone try passwords for long',
  ),
  bug(
    'a password that somebody else knows stays',
    'server/http/session.ts',
    'actor.mustChange && !actor.preview && ',
    'false && ',
    byRoles,
    'gets a made-up password',
  ),
  // Locks.
  bug('nobody waits', signing, 'await refuseWhileLocked(system, trying);', '', bySignIn, guesses),
  bug('a lock is on the account, wherever it was tried', fails, '`${subject}\\n${origin.key}`', 'subject', byGuessing),
  bug('waiting never grows longer', doors, '* 2 ^ least(failures - $3::int, 30)', '* 2 ^ 0', byGuessing),
  bug(
    'the lock of an address looks at all of an IPv6 address',
    origin,
    '.slice(0, 4)',
    '.slice(0, 8)',
    byGuessing,
    'an address',
  ),
  bug(
    'a device outlives its password',
    origin,
    '[tenant, account, passwordHash, name]',
    '[tenant, account, name]',
    byGuessing,
    stranger,
  ),
  bug(
    'a device of one account is one of all',
    origin,
    '[tenant, account, passwordHash, name]',
    '[tenant, passwordHash, name]',
    byGuessing,
    'take nothing from the mark of another account',
  ),
  bug(
    'scripts read the mark of a device',
    'server/http/sign-in-routes.ts',
    'Max-Age=34560000; HttpOnly;',
    'Max-Age=34560000;',
    byGuessing,
    'keep their device for the sign-in alone',
  ),
  bug('guesses at once are not counted in a row', turns, 'queue.tail.then(work)', 'work()', bySignIn, guesses),
  bug(
    'a captcha is good for ever',
    doors,
    'DELETE FROM lading.captcha WHERE verification = $1 AND expires_at > now() RETURNING token',
    'DELETE FROM lading.captcha WHERE verification = $1 RETURNING token',
    bySignIn,
    'may spend a captcha once',
  ),
  bug(
    'a captcha is good twice',
    doors,
    'DELETE FROM lading.captcha WHERE verification = $1 AND expires_at > now() RETURNING token',
    'SELECT token FROM lading.captcha WHERE verification = $1 AND expires_at > now()',
    bySignIn,
    'may spend a captcha once',
  ),
  bug(
    'a one-time code is good for ever',
    doors,
    'AND subject = $3 AND expires_at > now() AND tries < $4',
    'AND subject = $3 AND tries < $4',
    byClock,
    'take a one-time code within its time',
  ),
  // Rights that change under a session.
  bug(
    'sessions do not hear that rights changed',
    epochs,
    '`${session}.epoch + coalesce((SELECT r.epoch FROM lading.rights_epoch r WHERE r.tenant_id = ${session}.tenant_id), 0)`',
    '`${session}.epoch`',
    byEpoch,
  ),
  bug(
    'a transaction changes rights as often as it writes',
    epochs,
    'WHERE r.changed_by <> excluded.changed_by;',
    ';',
    byEpoch,
  ),
];
