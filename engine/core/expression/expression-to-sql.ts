import { Decimal, quotientScale } from '../meta/decimal.ts';
import { issue, type Issue } from '../meta/issue.ts';
import type { Expression, SqlPiece, SqlScope } from './expression.ts';
import { constant, list, sql } from './sql-pieces.ts';
import { termOf, type Sql, type Term, type TermType } from './term.ts';

export type SqlOutcome = { ok: true; value: readonly SqlPiece[] } | { ok: false; issues: Issue[] };

/**
 * The expression as SQL (PostgreSQL 15 to 18) that gives on a row what `evaluate` gives on the record, NULL for null
 * and unknown; a boolean one can be used in WHERE as it is. The caller writes a `{value, type}` piece as a parameter
 * with that cast (`$1::numeric`), and `{actor}`, `{clock}` and `{referrer}` pieces as a bare parameter or as any SQL
 * that can be cast to text (`roles`: to text[], a referrer's field: to its `type`). It never raises an error in SQL: division by zero is NULL. Parts without SQL (lines and other lists, `old`,
 * `input`, `matches` ...) are `expression.noSql {name, position}`, all of them at once.
 */
export function expressionToSql(expression: Expression, scope: SqlScope): SqlOutcome {
  const term = termOf.get(expression);
  if (!term) return { ok: false, issues: [issue('expression.noSql', '', { name: expression.text, position: 0 })] };
  const issues: Issue[] = [];
  const value = translate(term, { scope, issues });
  return issues.length > 0 ? { ok: false, issues } : { ok: true, value };
}

interface Translation {
  scope: SqlScope;
  issues: Issue[];
}

function translate(term: Term, translation: Translation): Sql {
  const run = (inner: Term): Sql => translate(inner, translation);
  if (term.type.kind === 'null') return ['NULL'];
  switch (term.op) {
    case 'literal':
      return literal(term.value);
    case 'field':
      return isScalar(term) ? field(term, translation) : refuse(term, term.name, translation);
    case 'member':
      return member(term, translation);
    case 'clock':
      return sql`CAST(${[{ clock: term.name }]} AS text)`;
    case 'isNull':
      // Any column can be empty, whether or not its values have a meaning in SQL.
      return sql`(${term.of.op === 'field' ? field(term.of, translation) : run(term.of)} IS NULL)`;
    case 'not':
      return sql`(NOT ${run(term.of)})`;
    case 'negate':
      return sql`(- CAST(${run(term.of)} AS numeric))`;
    case 'and':
      return sql`(${run(term.left)} AND ${run(term.right)})`;
    case 'or':
      return sql`(${run(term.left)} OR ${run(term.right)})`;
    case 'compare':
      return comparison(term, run(term.left), run(term.right));
    case 'arithmetic':
      return arithmetic(term, run(term.left), run(term.right));
    case 'choose':
      // The simple form, because an unknown condition must not fall to the second branch.
      return sql`(CASE ${run(term.condition)} WHEN TRUE THEN ${run(term.yes)} WHEN FALSE THEN ${run(term.no)} END)`;
    case 'in':
      return membership(term, translation);
    case 'call': {
      const { called, args } = term;
      return called.sql ? called.sql(args.map(run), args) : refuse(term, called.name, translation);
    }
    case 'source':
    case 'local':
      return refuse(term, term.name, translation);
    case 'loop':
      return refuse(term, term.loop, translation);
    case 'item':
    case 'list':
      return refuse(term, 'list', translation);
  }
}

function literal(value: string | bigint | Decimal | boolean | null): Sql {
  if (value === null) return ['NULL'];
  if (typeof value === 'boolean') return [value ? 'TRUE' : 'FALSE'];
  if (typeof value === 'string') return constant(value, 'text');
  return value instanceof Decimal ? constant(value.toString(), 'numeric') : constant(value.toString(), 'bigint');
}

function field(term: Term & { op: 'field' }, translation: Translation): Sql {
  const column = translation.scope.column(term.name);
  return column === null ? refuse(term, term.name, translation) : [`(${column})`];
}

/** Of all that is there beside the row itself, only the actor and the record that refers reach SQL. */
function member(term: Term & { op: 'member' }, translation: Translation): Sql {
  const { name, of, type } = term;
  const source = of.op === 'source' ? of.name : null;
  if (source === 'actor' && (name === 'id' || name === 'type' || name === 'member' || name === 'org')) {
    return sql`CAST(${[{ actor: name }]} AS text)`;
  }
  const sqlType = source === 'referrer' ? sqlTypes[type.kind] : undefined;
  return sqlType ? sql`CAST(${[{ referrer: name, type: sqlType }]} AS ${[sqlType]})` : refuse(term, name, translation);
}

const sqlTypes: Partial<Record<TermType['kind'], string>> = {
  string: 'text',
  int: 'bigint',
  decimal: 'numeric',
  bool: 'boolean',
};

function comparison({ operator, left }: Term & { op: 'compare' }, first: Sql, second: Sql): Sql {
  const symbol = operator === '==' ? '=' : operator === '!=' ? '<>' : operator;
  const ordersText = left.type.kind === 'string' && symbol !== '=' && symbol !== '<>';
  return ordersText ? sql`(${first} COLLATE "C" ${[symbol]} ${second})` : sql`(${first} ${[symbol]} ${second})`;
}

/** All on numeric: what is exact in the engine must neither overflow nor round in SQL. */
function arithmetic({ operator, type }: Term & { op: 'arithmetic' }, first: Sql, second: Sql): Sql {
  if (type.kind === 'string') return sql`(${first} || ${second})`;
  const left = sql`CAST(${first} AS numeric)`;
  const right = sql`CAST(${second} AS numeric)`;
  if (operator === '%') return sql`mod(${left}, nullif(${right}, 0))`;
  if (operator !== '/') return sql`(${left} ${[operator]} ${right})`;
  if (type.kind === 'int') return sql`div(${left}, nullif(${right}, 0))`;
  // SQL's own `/` chooses its scale by the operands. One digit more, cut off, then decides the half exactly.
  const [up, down] = [`1${'0'.repeat(quotientScale + 1)}`, `0.${'0'.repeat(quotientScale)}1`];
  return sql`round(div(${left} * ${[up]}, nullif(${right}, 0)) * ${[down]}, ${[String(quotientScale)]})`;
}

function membership(term: Term & { op: 'in' }, translation: Translation): Sql {
  const { item, list: choices } = term;
  if (
    choices.op === 'member' &&
    choices.of.op === 'source' &&
    choices.of.name === 'actor' &&
    choices.name === 'roles'
  ) {
    return sql`(${translate(item, translation)} = ANY (CAST(${[{ actor: 'roles' }]} AS text[])))`;
  }
  if (choices.op !== 'list') return refuse(choices, 'in', translation);
  if (choices.items.length === 0) return ['FALSE'];
  const items = choices.items.map((choice) => translate(choice, translation));
  return sql`(${translate(item, translation)} IN (${list(items)}))`;
}

const isScalar = ({ type }: Term): boolean => type.kind in sqlTypes;

function refuse(term: Term, name: string, { issues }: Translation): Sql {
  issues.push(issue('expression.noSql', '', { name, position: term.position }));
  return [];
}
