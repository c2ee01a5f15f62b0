import type { Entity, Field, Filter } from '../../engine/core/index.ts';
import type { Counted } from '../../engine/core/index.ts';
import { wireValue } from './columns.ts';
import { holds } from './predicates.ts';
import { timeBounds } from './projection-sql.ts';
import { join, param, pieces, quote, type SqlFragment } from './sql.ts';

export interface BalanceRequest {
  readonly counted: readonly (Counted & { readonly balance: NonNullable<Counted['balance']> })[];
  /** What tells the answered accounts apart; none where there is one. */
  readonly groups: readonly Field[];
  /** The filters of the moment, and the conditions on `t` without them. */
  readonly times: readonly Filter[];
  readonly account: SqlFragment;
}

/**
 * What stands in accounts where a list begins and where it ends, as JSON text: a row per account with its group's keys. Null
 * where the list is anything but one stretch of time. All lines of the account are summed, so that no order of them counts.
 */
export function balancesSql(entity: Entity, { counted, groups, times, account }: BalanceRequest): SqlFragment | null {
  const bounds = timeBounds(times);
  if (!bounds) return null;
  const values = counted.map(({ field, less, when, balance: { at, stands } }, index) => {
    const moment = `t.${quote(at.id)}`;
    // Before the list: what one of its lower ends leaves out. After it: what its upper ends let in.
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
