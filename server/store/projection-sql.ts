import type { Entity, Filter } from '../../engine/core/index.ts';
import { join, param, pieces, quote, type SqlFragment } from './sql.ts';

/** A bound of a period: the condition on a time, and the limit. */
interface Bound {
  readonly sign: '>=' | '>' | '<=' | '<';
  readonly value: unknown;
}

const signs: Readonly<Record<string, Bound['sign']>> = { gte: '>=', gt: '>', lte: '<=', lt: '<' };

/** The bounds of the period that the filters select; null unless it is continuous. */
export function timeBounds(filters: readonly Filter[]): readonly Bound[] | null {
  const bounds = filters.flatMap(({ operator, values }): Bound[] => {
    const sign = signs[operator];
    if (sign) return [{ sign, value: values[0] }];
    if (operator !== 'between' && operator !== 'eq') return [];
    return [
      { sign: '>=', value: values[0] },
      { sign: '<=', value: values.at(-1) },
    ];
  });
  const read = filters.every(({ operator }) => operator in signs || operator === 'between' || operator === 'eq');
  return read ? bounds : null;
}

/** Hourly sums of an entity's lines, as a module declares them. */
interface ProjectedSums {
  readonly table: string;
  readonly time: string;
  readonly by: readonly string[];
  readonly sums: readonly string[];
}

/** Hours in UTC, whatever the zone of the transaction. */
const hourOf = (moment: SqlFragment | string): SqlFragment =>
  pieces(`date_bin('1 hour', `, moment, `, timestamptz '2000-01-01 00:00Z')`);

/** All conditions on a time. */
const holds = (bounds: readonly Bound[], moment: SqlFragment | string): SqlFragment =>
  join(
    bounds.map(({ sign, value }) => pieces(moment, ` ${sign} `, param(value, 'timestamptz'))),
    ' AND ',
    'true',
  );

/** Whether the whole hour lies within the bounds: its first moment and its last. */
const isWhole = (bounds: readonly Bound[], hour: SqlFragment | string): SqlFragment =>
  pieces('(', holds(bounds, hour), ' AND ', holds(bounds, pieces(hour, ` + interval '3599.999999 seconds'`)), ')');

/**
 * The stored sums of whole hours within the bounds, and the lines of the hours that the bounds cut, with the entity's
 * column names; `_lines` is the number of lines behind a row.
 */
export function projectedSql(
  entity: Entity,
  { table, time, by, sums }: ProjectedSums,
  bounds: readonly Bound[],
): SqlFragment {
  const column = (name: string) => quote(entity.byName.get(name)?.id ?? name);
  const plain = [...by, ...sums].map(column);
  const kept = [
    ...by.map((name) => `nullif(p.${quote(name)}, '') AS ${column(name)}`),
    ...sums.map((name) => `p.${quote(name)}`),
  ];
  const at = column(time);
  const whole = pieces(
    `SELECT p.tenant_id, p.hour AS ${at}, ${kept.join(', ')}, p.lines AS _lines FROM ${table} p WHERE `,
    isWhole(bounds, 'p.hour'),
  );
  const cut = bounds.map(({ value }, place) => {
    const hour = hourOf(pieces(param(value, 'timestamptz')));
    // Two bounds within the same hour cut it once.
    const others = bounds
      .slice(0, place)
      .map((other) => pieces(hour, ' <> ', hourOf(pieces(param(other.value, 'timestamptz')))));
    return pieces(
      ` UNION ALL SELECT l.tenant_id, l.${at}, ${plain.map((name) => `l.${name}`).join(', ')}, 1 FROM ${quote(entity.table)} l WHERE l.${at} >= `,
      hour,
      ` AND l.${at} < `,
      hour,
      ` + interval '1 hour' AND NOT `,
      isWhole(bounds, hour),
      ' AND ',
      join([holds(bounds, `l.${at}`), ...others], ' AND '),
    );
  });
  return pieces('(', whole, ...cut, ')');
}
