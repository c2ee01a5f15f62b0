import type { Entity, Field, Filter } from '../../engine/core/index.ts';
import type { Counted } from '../../engine/core/index.ts';
import { wireValue } from './columns.ts';
import { holds } from './predicates.ts';
import { timeBounds } from './projection-sql.ts';
import { join, param, pieces, quote, type SqlFragment } from './sql.ts';

export interface BalanceRequest {
  readonly counted: readonly (Counted & { readonly balance: NonNullable<Counted['balance']> })[];
  /** What separates the answered accounts; empty for a single one. */
  readonly groups: readonly Field[];
  /** The time filters, and the conditions on `t` without them. */
  readonly times: readonly Filter[];
  readonly account: SqlFragment;
}

/**
 * Opening and closing balances of a list, as JSON text: a row per account with its group's keys. Null unless the list
 * covers one continuous period. Balances are sums over all lines, so the order of lines does not matter.
 */
export function balancesSql(entity: Entity, { counted, groups, times, account }: BalanceRequest): SqlFragment | null {
  const bounds = timeBounds(times);
  if (!bounds) return null;
  const values = counted.map(({ field, less, when, balance: { at, stands } }, index) => {
    const moment = `t.${quote(at.id)}`;
    // Opening balance: the lines before the lower bounds. Closing balance: those within the upper bounds.
    const lower = bounds.filter(({ sign }) => sign.startsWith('>'));
    const upper = bounds.filter(({ sign }) => sign.startsWith('<'));
    const isIn = (all: typeof bounds) =>
      all.map(({ sign, value }) => pieces(`${moment} ${sign} `, param(value, 'timestamptz')));
    const reach =
      stands === 'after'
        ? join(isIn(upper), ' AND ', 'true')
        : pieces('NOT (', join(isIn(lower), ' AND ', 'true'), ')');
    const amount = `coalesce(t.${quote(field.id)}, 0)${less ? ` - coalesce(t.${quote(less.id)}, 0)` : ''}`;
    return pieces(`coalesce(sum(${amount}) FILTER (WHERE `, holds(entity, when), ' AND ', reach, `), 0) AS v${index}`);
  });
  const keys = groups.map((field, at) => `${wireValue(field, 't')} AS g${at}`);
  const shown = [
    ...groups.map((field, at) => `g${at} AS ${quote(field.name)}`),
    ...counted.map(({ name }, at) => `v${at} AS ${quote(`counted.${name}`)}`),
  ].join(', ');
  return pieces(
    `SELECT coalesce(json_agg(row_to_json(_row)), '[]')::text AS balances FROM (SELECT ${shown} FROM (SELECT `,
    join([...keys.map((key) => pieces(key)), ...values], ', '),
    ` FROM ${quote(entity.table)} t WHERE `,
    account,
    keys.length > 0 ? ` GROUP BY ${keys.map((_, at) => at + 1).join(', ')} ORDER BY 1` : '',
    ') a) _row',
  );
}
