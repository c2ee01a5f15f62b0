import type { Catalog, Entity, Expression, Field } from '../../engine/core/index.ts';
import { isIdentity, titledTarget, wireValue } from './columns.ts';
import { codedTitle, holds, titleBeside } from './predicates.ts';
import { join, param, pieces, quote, type SqlFragment } from './sql.ts';

/** Units by which times are grouped; weeks begin on Monday. */
export const timeUnits = ['hour', 'day', 'week', 'month', 'year'] as const;
export type TimeUnit = (typeof timeUnits)[number];

export const reductions = ['sum', 'avg', 'min', 'max'] as const;
export type Reduction = (typeof reductions)[number];

export interface Grouping {
  field: Field;
  /** Null groups by the value itself. */
  unit: TimeUnit | null;
}

export interface Reduced {
  by: Reduction;
  field: Field;
  /** Its key in the answer. */
  name: string;
  /** Subtracted from the sum. */
  less?: Field | null;
  /** Which rows count; all by default. */
  when?: Expression;
}

export interface Aggregation {
  groups: readonly Grouping[];
  values: readonly Reduced[];
  /** A key of the answer: a group, `count` or a value; null sorts by frequency, and time chronologically. */
  rank: { name: string; descending: boolean } | null;
  limit: number;
}

/**
 * Counts and values of the matching rows, in total or by up to two groups, as JSON text. Times are grouped in the
 * tenant's zone. References are answered with their titles. `kept`: rows with sums (`projectedSums`) to read instead of
 * single lines.
 */
export function aggregateSql(
  catalog: Catalog,
  entity: Entity,
  where: SqlFragment,
  asked: Aggregation,
  kept: SqlFragment | null = null,
): SqlFragment {
  const { groups, values, limit } = asked;
  const keys = groups.map(({ field, unit }, at) => `${groupValue(field, unit)} AS g${at}`);
  const measures = values.map(({ by, field, less, when }, at) => {
    const of = when ? pieces(' FILTER (WHERE ', holds(entity, when), ')') : pieces('');
    return pieces(reduced(by, field, of, less), ` AS v${at}`);
  });
  const count = kept ? 'coalesce(sum(t._lines), 0)::bigint' : 'count(*)';
  const columns = join([...keys.map((key) => pieces(key)), pieces(`${count} AS n`), ...measures], ', ');
  const shown = [
    ...groups.flatMap(({ field }, at) => [`g${at} AS ${quote(field.name)}`, ...titled(catalog, entity, field, at)]),
    'n AS count',
    ...values.map(({ name }, at) => `v${at} AS ${quote(name)}`),
  ].join(', ');
  const grouped = keys.length > 0 ? ` GROUP BY ${keys.map((_, at) => at + 1).join(', ')}` : '';
  const filled = kept && keys.length > 0 ? ' HAVING sum(t._lines) > 0' : '';
  return pieces(
    `SELECT coalesce(json_agg(row_to_json(_row)), '[]')::text AS rows FROM (SELECT ${shown} FROM (SELECT `,
    columns,
    ' FROM ',
    kept ?? quote(entity.table),
    ' t WHERE ',
    where,
    `${grouped}${filled} ORDER BY ${orderOf(asked)} LIMIT `,
    param(limit, 'bigint'),
    `) a) _row`,
  );
}

/** The title of a grouped reference or code, looked up once per group. */
function titled(catalog: Catalog, entity: Entity, field: Field, at: number): string[] {
  const target = isIdentity(field) ? titledTarget(entity, field) : null;
  if (!target && !field.meta.codeOf) return [];
  const beside = target ? titleBeside(catalog, target, field, 'a') : codedTitle(catalog, field, 'a');
  const title = beside
    .replaceAll('a.tenant_id', 'lading.tenant()')
    .replaceAll(`a.${quote(field.id)}`, `a.g${at}${target ? '::bigint' : ''}`);
  return [`${title} AS ${quote(`$${field.name}`)}`];
}

const formats: Record<TimeUnit, string> = {
  hour: 'YYYY-MM-DD HH24:00:00',
  day: 'YYYY-MM-DD',
  week: 'YYYY-MM-DD',
  month: 'YYYY-MM-DD',
  year: 'YYYY-MM-DD',
};

/** The group's key in wire form; a period is named by its first moment. */
function groupValue(field: Field, unit: TimeUnit | null): string {
  if (!unit) return wireValue(field, 't');
  return `to_char(date_trunc('${unit}', t.${quote(field.id)}), '${formats[unit]}')`;
}

function reduced(by: Reduction, field: Field, of: SqlFragment, less?: Field | null): SqlFragment {
  if (less) return pieces(`sum(coalesce(t.${quote(field.id)}, 0) - coalesce(t.${quote(less.id)}, 0))`, of);
  const value = pieces(`${by}(t.${quote(field.id)})`, of);
  if (by === 'avg') return pieces('round(', value, ', 6)');
  if (field.meta.type === 'datetime') return pieces('to_char(', value, ", 'YYYY-MM-DD HH24:MI:SS')");
  return field.meta.type === 'date' ? pieces('to_char(', value, ", 'YYYY-MM-DD')") : value;
}

/** Every order ends in the group keys, so that the result is deterministic. */
function orderOf({ groups, values, rank }: Aggregation): string {
  const tie = groups.map((_, at) => `g${at}`);
  if (!rank) return [...(groups[0] && !groups[0].unit ? ['n DESC'] : []), ...tie].join(', ') || '1';
  const group = groups.findIndex(({ field }) => field.name === rank.name);
  const value = values.findIndex(({ name }) => name === rank.name);
  const key = group >= 0 ? `g${group}` : value >= 0 ? `v${value}` : 'n';
  return [`${key}${rank.descending ? ' DESC NULLS LAST' : ''}`, ...tie].join(', ');
}
