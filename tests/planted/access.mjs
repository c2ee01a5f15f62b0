import { bug } from './bug.mjs';

/** Bugs of who may see and do what: rights, row scopes, hidden fields, grants, walls, looks through a role, files. */
const inAccess = (name) => `server/access/${name}.ts`;
const [rights, covers] = ['rights', 'covers'].map(inAccess);
const [gateRole, gateAccount] = ['escalation-role', 'escalation-account'].map(inAccess);
const visible = 'engine/core/rules/visible-fields.ts';
const query = 'engine/core/rules/list-query.ts';
const lists = 'server/store/list-sql.ts';
const predicates = 'server/store/predicates.ts';
const triggers = inAccess('access-ddl');
const byRules = 'tests/engine/rules/access-rules.test.ts';
const byQuery = 'tests/engine/rules/list-query.test.ts';
const byRoles = 'tests/server/roles.test.ts';
const byPairs = 'tests/server/paired-grants.test.ts';
const byRights = 'tests/server/rights.test.ts';
const handing = 'nobody hands on what they do not hold';

export const access = [
  // Fields.
  bug(
    'a field is shown by grants that hide it',
    visible,
    'reading.filter((grant) => !grant.hide.includes(field.name))',
    'reading',
    byRules,
  ),
  bug(
    'a field shown in some rows is shown in all',
    visible,
    'shownBy.length === reading.length ||',
    'shownBy.length > 0 ||',
    byRules,
  ),
  bug('a field that a grant locks may be written', visible, ' && !grant.readOnly.includes(field.name)', '', byRules),
  bug('cells are shown in every row', lists, '(shown ? pieces(', '(false ? pieces(', byPairs),
  bug(
    'rows are found by hidden cells',
    lists,
    'visible.filter((each) => each.everywhere).map(',
    'visible.map(',
    byPairs,
  ),
  bug(
    'a view that reads a hidden field opens',
    query,
    'filter.reads.every((name) => visible.has(name))',
    'true',
    byQuery,
  ),
  // Rows.
  bug('rows of one grant count for the codes of another', predicates, 'grantsFor(rights, code)', 'rights', byRights),
  bug(
    'an organisation named for a person opens nothing',
    predicates,
    `own, ' UNION ALL ', named(), '))'`,
    `own, '))'`,
    byRoles,
    'the data of a role',
  ),
  bug(
    'what the platform closed to a tenant stays open',
    rights,
    'grant.codes.filter((code) => !shut.has(`${entity.name}:${code}`))',
    'grant.codes',
    byRights,
  ),
  bug(
    'what is the platform’s is every tenant’s',
    rights,
    `entity.tenancy === 'platform' && !person.platform`,
    'false',
    byRights,
  ),
  bug(
    'a narrower data scope of a role counts for nothing',
    rights,
    'byOrganisation ? { ...grant, rows: scopeOf(role.dataScopeType) } : grant',
    'grant',
    byRights,
  ),
  bug(
    'a data scope that nobody knows is all',
    rights,
    `scopes[dataScopeType] ?? 'self'`,
    `scopes[dataScopeType] ?? 'all'`,
    byRights,
  ),
  bug('entries of the menu give all rows', rights, `belongs ? scopeOf(role.dataScopeType) : 'all'`, `'all'`, byRights),
  bug('members have what belongs to nobody', rights, 'person.member && entity.owner === null', 'false', byRights),
  bug('what a line of a role hides is shown', rights, 'hide: list(line.hide)', 'hide: []', byRights),
  // Handing on.
  bug(
    'wider rows than one’s own are handed on',
    covers,
    `member || own.rows === 'all' || sameRows(own, asked) || widerRows(own, asked)`,
    'true',
    byRoles,
    handing,
  ),
  bug(
    'fields hidden from oneself are handed on',
    covers,
    'rows && own.hide.every((name) => asked.hide.includes(name)) && [...shut(own)].every((name) => askedShut.has(name))',
    'rows',
    byRoles,
    handing,
  ),
  bug(
    'menus beyond one’s own are handed on',
    gateRole,
    `...notTheirs(catalog, actor, parts.menus).map((each) => at('menus', each)),`,
    '',
    byRoles,
    handing,
  ),
  bug('organisations beyond one’s own are handed on', gateRole, '...wider,', '', byRoles, handing),
  bug(
    'an account that holds more is changed',
    gateAccount,
    'protectedOne || held.some((role) => beyond(catalog, actor, role).length > 0)',
    'protectedOne',
    byRoles,
    handing,
  ),
  bug(
    'rows of a file hand on what nobody holds',
    'server/operations/transfer/import-records.ts',
    'barred?.forEach((issues, row) => read[row]?.issues.push(...issues));',
    '',
    byRoles,
    'holds for rows of a file as well',
  ),
  bug(
    'somebody deletes themselves',
    gateAccount,
    `verb === 'delete' && id === actor.facts.id`,
    'false',
    byRoles,
    'of an administrator',
  ),
  // The menu.
  bug(
    'whoever has no role has the menu of all',
    inAccess('actors'),
    'roles.some(({ menus }) => menus.length === 0)',
    'roles.every(({ menus }) => menus.length === 0)',
    byRoles,
    'is empty for an account without any role',
  ),
  bug(
    'menus that a role was not given are shown',
    'server/menus/login-user.ts',
    `row.type !== '0' && actor.menus && !actor.menus.has(row.id)`,
    'false',
    byRoles,
    'open their screens',
  ),
  // Looks through a role.
  bug(
    'a look begins that shows more than oneself sees',
    inAccess('preview'),
    `beyond(actor.catalog, actor, role, (code) => code === 'read').length > 0`,
    'false',
    byRoles,
    'shows nobody more than they see themselves',
  ),
  bug(
    'a look writes',
    'server/http/session.ts',
    'actor.preview && writes && ',
    'false && ',
    byRoles,
    'has exactly the rights of that role',
  ),
  bug(
    'a look outlives the session that it came out of',
    triggers,
    'WHERE preview_of = NEW.token_hash AND revoked_at IS NULL',
    'WHERE false',
    byRoles,
    'ends with the session that it came out of',
  ),
  bug(
    'any setting may stand beside a field',
    'server/settings/settings.ts',
    'noteSettings.find((each) => each === noteSetting)',
    'systemSettings.find((each) => each === noteSetting)',
    'tests/server/settings.test.ts',
    'no other setting is told that way',
  ),
  bug(
    'a state names a step to who may not run it',
    'server/operations/read/describe.ts',
    '...(isShown(next) ? { next } : {})',
    '...(next ? { next } : {})',
    'tests/server/settings.test.ts',
    'told to whoever may run it',
  ),
];
