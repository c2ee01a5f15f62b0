import type { Counted, Entity, Field, Issue } from '../../../engine/core/index.ts';
import { isGroupable, isReducible, isTime, issue } from '../../../engine/core/index.ts';
import { refused } from '../../errors.ts';
import {
  aggregateSql,
  reductions,
  timeUnits,
  type Aggregation,
  type Grouping,
  type Reduced,
  type TimeUnit,
} from '../../store/aggregate-sql.ts';
import { onlyRow } from '../../store/database.ts';
import { conditions } from '../../store/list-sql.ts';
import { pieces } from '../../store/sql.ts';
import type { Texts } from '../../texts.ts';
import type { Actor, Context } from '../context.ts';
import { balancesOf } from './balances.ts';
import { projectedSums } from './kept-sums.ts';
import { dated, open, type Query } from './list-records.ts';
import { isOpenTo } from './open-totals.ts';

/** Maximum groups of an answer, and dimensions of a group. */
const maxGroups = 1000;
const maxDimensions = 2;
const maxValues = 12;

/** Reserved keys; a field of such a name is filtered with its operator: `limit.eq=1`. */
const own = ['group', ...reductions, 'counted', 'rank', 'limit'] as const;

/**
 * Counts, sums, averages and extremes of the matching rows, as JSON text: `group=status`,
 * `group=createdAt.month,channel`, `sum=amount`, `avg=amount`, `counted=posted` (a named total of the list),
 * `rank=-amount`, `limit=10`, and every filter of a list. Only fields visible in every readable row may be grouped or
 * reduced; others are refused as unknown.
 */
export async function aggregate(
  context: Context,
  actor: Actor,
  entity: Entity,
  query: Query,
  texts?: Texts,
): Promise<string> {
  const filters = Object.fromEntries(
    Object.entries(query).filter(([key]) => !(own as readonly string[]).includes(key)),
  );
  const { lens, read } = open(actor, entity, dated(context, actor, filters), { context, texts });
  const { balances, ...asked } = readAggregation(entity, lens.everywhere, query);
  const projection = context.registry.projection(entity.name);
  const kept = projection ? projectedSums(actor, entity, projection, read, asked) : null;
  const statement = aggregateSql(actor.catalog, entity, conditions(entity, lens, read), asked, kept);
  const standing = balancesOf(actor, entity, lens, read, { balances, groups: asked.groups });
  if (!standing) {
    const [found] = await context.database.report(actor.entrance, statement.statement(actor));
    return onlyRow<{ rows: string }>(found).rows;
  }
  // One statement reads one snapshot, so opening balances, sums and closing balances agree.
  const both = pieces('SELECT (', statement, ') AS rows, (', standing, ') AS balances');
  const [found] = await context.database.report(actor.entrance, both.statement(actor));
  const { rows, balances: accounts } = onlyRow<{ rows: string; balances: string }>(found);
  return JSON.stringify(besideEachOther(asked.groups, JSON.parse(rows) as Row[], JSON.parse(accounts) as Row[]));
}

type Row = Readonly<Record<string, unknown>>;

/** Merges the balances of accounts with the sums of their groups; an account without movements has no sums. */
function besideEachOther(groups: readonly Grouping[], rows: readonly Row[], accounts: readonly Row[]): Row[] {
  const keyOf = (row: Row) => JSON.stringify(groups.map(({ field }) => row[field.name]));
  const left = new Map(accounts.map((account) => [keyOf(account), account]));
  const joined = rows.map((row) => {
    const account = left.get(keyOf(row));
    left.delete(keyOf(row));
    return { ...row, ...account };
  });
  return [...joined, ...left.values()];
}

/** Parses the request against the fields that may be aggregated; throws `refused` with every issue. */
function readAggregation(
  entity: Entity,
  fields: ReadonlyMap<string, Field>,
  query: Query,
): Aggregation & { balances: readonly Counted[] } {
  const issues: Issue[] = [];
  const groups = named(query, 'group').flatMap((text) => readGroup(fields, text, issues) ?? []);
  if (groups.length > maxDimensions) issues.push(issue('query.tooMany', 'group', { max: maxDimensions }));
  if (new Set(groups.map(({ field }) => field)).size < groups.length) issues.push(issue('query.twice', 'group'));
  const reduced = reductions.flatMap((by) =>
    named(query, by).flatMap((name): Reduced[] => {
      const field = fields.get(name);
      if (!field) issues.push(issue('query.unknownField', by, { field: name }));
      else if (!isReducible(field, by)) issues.push(issue('query.notANumber', by, { field: name }));
      // A sum is answered under the field's own name.
      else return [{ by, field, name: by === 'sum' ? name : `${by}.${name}` }];
      return [];
    }),
  );
  const balances: Counted[] = [];
  const counted = named(query, 'counted').flatMap((name): Reduced[] => {
    const found = entity.counted.find((each) => each.name === name);
    if (!found || !isOpenTo(fields, found)) issues.push(issue('query.unknownField', 'counted', { field: name }));
    else if (found.balance) balances.push(found);
    else return [{ by: 'sum', field: found.field, less: found.less, name: `counted.${name}`, when: found.when }];
    return [];
  });
  const values = [...reduced, ...counted];
  if (values.length > maxValues) issues.push(issue('query.tooMany', 'sum', { max: maxValues }));
  const rank = readRank(query, groups, values, issues);
  const limit = first(query, 'limit');
  if (limit && !(/^\d{1,4}$/.test(limit) && Number(limit) >= 1 && Number(limit) <= maxGroups))
    issues.push(issue('query.limit', 'limit', { max: maxGroups }));
  if (issues.length > 0) throw refused(...issues);
  return { groups, values, rank, limit: limit ? Number(limit) : maxGroups, balances };
}

function readGroup(fields: ReadonlyMap<string, Field>, text: string, issues: Issue[]): Grouping | null {
  const [name = '', unit, extra] = text.split('.');
  const field = fields.get(name);
  if (!field) issues.push(issue('query.unknownField', 'group', { field: name }));
  else if (!isGroupable(field)) issues.push(issue('query.notAGroup', 'group', { field: name }));
  else if (unit === undefined) return { field, unit: null };
  else if (extra !== undefined || !timeUnits.includes(unit as TimeUnit) || !isTime(field))
    issues.push(issue('query.notAUnit', 'group', { unit: text.slice(name.length + 1), units: timeUnits.join(', ') }));
  else return { field, unit: unit as TimeUnit };
  return null;
}

function readRank(query: Query, groups: Grouping[], values: Reduced[], issues: Issue[]): Aggregation['rank'] {
  const text = first(query, 'rank');
  if (!text) return null;
  const name = text.replace(/^-/, '');
  const known = ['count', ...groups.map(({ field }) => field.name), ...values.map((value) => value.name)];
  if (!known.includes(name)) issues.push(issue('query.unknownField', 'rank', { field: name }));
  return { name, descending: text.startsWith('-') };
}

const first = (query: Query, key: string): string => String([query[key] ?? ''].flat()[0] ?? '').trim();

const named = (query: Query, key: string): string[] =>
  first(query, key)
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
