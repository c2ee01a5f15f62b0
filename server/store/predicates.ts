import type { Action, Catalog, Entity, Expression, Field, Grant, Rights } from '../../engine/core/index.ts';
import { expressionToSql, grantsFor, recordOf } from '../../engine/core/index.ts';
import { parameterType, titledTarget, wireValue } from './columns.ts';
import { join, literal, param, pieces, quote, slot, type SqlFragment } from './sql.ts';
import { ownerColumn } from './tables.ts';

/**
 * Row security repeated in the statement: the tenant and, for a member, their own rows. The policies hold without it;
 * plain conditions let the planner use indexes.
 */
export function walls(entity: Entity, member: boolean, alias = 't'): SqlFragment {
  const all = pieces(
    `${alias}.tenant_id = `,
    slot((reader) => reader.tenant, 'bigint'),
  );
  const owner = ownerColumn(entity);
  if (member && owner)
    all.add(
      ` AND ${alias}.${quote(owner)} = `,
      slot((asker) => asker.facts.member, 'bigint'),
    );
  return all;
}

/** The condition on rows that grants with this code reach, or null for no row at all. */
export function rowsFor(entity: Entity, rights: Rights, code: string): SqlFragment | null {
  const grants = grantsFor(rights, code);
  if (grants.length === 0) return null;
  if (grants.some((grant) => grant.rows === 'all')) return pieces('true');
  return join(
    grants.map((grant) => pieces('(', grantRows(entity, grant), ')')),
    ' OR ',
  );
}

/**
 * The condition on organisations (the row `t`) whose records of this entity the person may read, offered for a new one.
 * Null if no grant depends on the organisation.
 */
export function readableOrgs(entity: Entity, rights: Rights): SqlFragment | null {
  const grants = grantsFor(rights, 'read');
  const byOrganisation = (grant: Grant) => ['org', 'orgAndBelow', 'custom'].includes(String(grant.rows));
  if (grants.length === 0 || !grants.every(byOrganisation)) return null;
  return join(
    grants.map((grant) => pieces('(', grantRows(entity, grant, 't.id'), ')')),
    ' OR ',
  );
}

export function grantRows(entity: Entity, grant: Grant, ofRow = orgOfRow(entity)): SqlFragment {
  const org = ofRow;
  const own = slot((asker) => asker.facts.org, 'bigint');
  // Organisations assigned to the person in addition to the roles.
  const named = () =>
    pieces(
      'SELECT unnest(a."orgs") FROM account a WHERE a.tenant_id = ',
      slot((asker) => asker.tenant, 'bigint'),
      ' AND a.id = ',
      slot((asker) => asker.facts.id, 'bigint'),
    );
  switch (grant.rows) {
    case 'all':
      return pieces('true');
    case 'org':
      return pieces(`${org} = ANY (ARRAY(SELECT `, own, ' UNION ALL ', named(), '))');
    case 'orgAndBelow':
      return pieces(
        `${org} IN (WITH RECURSIVE _below AS (SELECT `,
        own,
        ' AS id UNION SELECT o.id FROM org o JOIN _below b ON o."parent" = b.id WHERE o.tenant_id = ',
        slot((asker) => asker.tenant, 'bigint'),
        ') SELECT id FROM _below UNION ALL ',
        named(),
        ')',
      );
    case 'custom':
      return pieces(
        `${org} IN (SELECT unnest(r."orgs") FROM role r WHERE r.tenant_id = `,
        slot((asker) => asker.tenant, 'bigint'),
        ' AND r.id = ANY(',
        slot((asker) => asker.roleIds, 'bigint[]'),
        ') UNION ALL ',
        named(),
        ')',
      );
    case 'self':
      return pieces(
        't."createdBy" = ',
        slot((asker) => asker.facts.id, 'bigint'),
      );
    default:
      return typeof grant.rows === 'string' ? pieces('false') : holds(entity, grant.rows);
  }
}

const orgOfRow = (entity: Entity): string =>
  entity.org ? `t.${quote(entity.byName.get(entity.org)?.id ?? 'org_id')}` : 't.org_id';

/** The condition that an expression is true on the row `t`; false for one without an SQL form. */
export function holds(entity: Entity, expression: Expression): SqlFragment {
  const sql = sqlOf(entity, expression);
  return sql ? pieces('(', sql, ') IS TRUE') : pieces('false');
}

/** The SQL of an expression on the row `t`, or null if it has no SQL form. */
export function sqlOf(
  entity: Entity,
  expression: Expression,
  referrer: Readonly<Record<string, unknown>> = {},
): SqlFragment | null {
  const outcome = expressionToSql(expression, {
    column(name) {
      const field = entity.byName.get(name);
      return field && field.type.column(field.meta) ? wireValue(field, 't') : null;
    },
  });
  if (!outcome.ok) return null;
  const all = pieces();
  for (const piece of outcome.value) {
    if (typeof piece === 'string') all.add(piece);
    else if ('actor' in piece) {
      const { actor } = piece;
      all.add(slot((asker) => asker.facts[actor], actor === 'roles' ? 'text[]' : 'text'));
    } else if ('clock' in piece) all.add(clocks[piece.clock]);
    else if ('referrer' in piece) all.add(param(referrer[piece.referrer] ?? null, piece.type));
    else all.add(param(piece.value, piece.type));
  }
  return all;
}

const clocks = {
  now: `to_char(now(), 'YYYY-MM-DD HH24:MI:SS')`,
  today: `to_char(now(), 'YYYY-MM-DD')`,
} as const;

/** The names of the actions available to this person on a row, as a JSON list. */
export function offeredActions(entity: Entity, rights: Rights): SqlFragment {
  const offers: SqlFragment[] = [];
  const offer = (name: string, code: string, state: string | null, extra: SqlFragment | null) => {
    const rows = rowsFor(entity, rights, code);
    if (!rows || state === 'false') return;
    const condition = pieces('(', rows, ')');
    if (state) condition.add(` AND ${state}`);
    if (extra) condition.add(' AND ', extra);
    offers.push(pieces('CASE WHEN ', condition, ` THEN ${literal(name)} END`));
  };
  if (!entity.appendOnly) {
    // Editing needs at least one writable field.
    if (entity.fields.some(isWritten))
      offer(
        'edit',
        'edit',
        inState(entity, (state) => state.edit === true),
        null,
      );
    offer(
      'delete',
      'delete',
      inState(entity, (state) => state.remove === true),
      null,
    );
  }
  for (const action of entity.actions.values()) {
    const { transition } = action;
    const state = transition ? `t.status IN (${transition.from.map(literal).join(', ')})` : null;
    offer(action.name, action.needs, state, unguarded(entity, action));
  }
  if (offers.length === 0) return pieces(`'[]'::json`);
  return pieces('to_json(array_remove(ARRAY[', join(offers, ', '), ']::text[], NULL))');
}

/** Whether people may ever write the field: not a system, locked or computed one. */
export const isWritten = (field: Field): boolean =>
  !field.system && field.readOnly !== true && !field.value && !/^(computed|rollup|sequence)$/.test(field.meta.type);

function inState(entity: Entity, allows: (state: { edit?: boolean; remove?: boolean }) => boolean): string | null {
  if (entity.start === null) return null;
  const states = Object.entries(entity.states).flatMap(([name, state]) => (allows(state) ? [literal(name)] : []));
  return states.length > 0 ? `t.status IN (${states.join(', ')})` : 'false';
}

/** Guards that can be evaluated before the dialog: those that read none of its inputs. */
function unguarded(entity: Entity, action: Action): SqlFragment | null {
  const asked = new Set([...action.form, ...action.input].map((field) => field.name));
  const known = action.guard
    .filter((rule) => !rule.when.reads.some((name) => asked.has(name)) && !/\b(input|old)\./.test(rule.when.text))
    .flatMap((rule) => {
      const sql = sqlOf(entity, rule.when);
      return sql ? [pieces('(', sql, ') IS NOT TRUE')] : [];
    });
  return known.length > 0 ? join(known, ' AND ') : null;
}

/** Title of a referenced record: null if this person may not see it. */
export function titleOf(catalog: Catalog, target: string, column: string): string {
  const entity = catalog.byName.get(target);
  if (!entity) return 'NULL::text';
  const title =
    entity.title.meta.type === 'reference' ? `x.${quote(entity.title.id)}::text` : `x.${quote(entity.title.id)}`;
  return `(SELECT ${title} FROM ${quote(entity.table)} x WHERE x.tenant_id = t.tenant_id AND x.id = ${column})`;
}

/** The title of the record whose id a text holds, of the entity that the row names. */
function namedTitle(catalog: Catalog, by: Field, entities: readonly string[], column: string): string {
  const cases = entities.map(
    (name) => `WHEN ${literal(name)} THEN ${titleOf(catalog, name, `${column}::bigint`)}::text`,
  );
  return `CASE WHEN ${column} ~ '^[0-9]{1,18}$' THEN CASE t.${quote(by.id)} ${cases.join(' ')} END END`;
}

/** The title of the record whose code a field over `alias` holds; the code itself where no record has it. */
export function codedTitle(catalog: Catalog, field: Field, alias: string): string {
  const code = `${alias}.${quote(field.id)}`;
  const target = catalog.byName.get(field.meta.codeOf ?? '');
  const key = target?.byName.get('code');
  if (!target || !key) return code;
  return `coalesce((SELECT x.${quote(target.title.id)} FROM ${quote(target.table)} x WHERE x.tenant_id = ${alias}.tenant_id AND x.${quote(key.id)} = ${code}), ${code})`;
}

/** SQL over `alias` for what a reader sees instead of a field's value; null if that is the value itself. */
export function besideOf(catalog: Catalog, entity: Entity, field: Field, alias: string): string | null {
  const target = titledTarget(entity, field);
  if (target) return titleBeside(catalog, target, field, alias);
  if (field.meta.codeOf) return codedTitle(catalog, field, alias);
  const named = alias === 't' ? recordOf(entity, field) : null;
  return named && namedTitle(catalog, named.by, named.entities, `t.${quote(field.id)}`);
}

/** The value of `$name` beside a field: the title, or titles in the order of the ids, null for unreadable records. */
export function titleBeside(catalog: Catalog, target: string, field: Field, alias: string): string {
  const column = `${alias}.${quote(field.id)}`;
  const title = (id: string) => titleOf(catalog, target, id).replace('t.tenant_id', `${alias}.tenant_id`);
  if (!parameterType(field).endsWith('[]')) return title(column);
  return `(SELECT json_agg(${title('o.id')} ORDER BY o.place) FROM unnest(${column}) WITH ORDINALITY AS o(id, place))`;
}
