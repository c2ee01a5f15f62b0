import type { Entity } from '../../../engine/core/index.ts';
import type { Culture, Texts } from '../../texts.ts';
import { aggregate } from './aggregate.ts';
import type { Actor, Context } from '../context.ts';
import type { Query } from './list-records.ts';

type Cell = string | number | boolean | Date | null;

export interface BalanceRows {
  readonly first: readonly Cell[][];
  readonly last: readonly Cell[][];
}

const none: BalanceRows = { first: [], last: [] };

/**
 * The opening and closing balances of a list as rows of its table, if it has the running-balance column: the opening
 * balance at the older end, the closing balance at the newer.
 */
export async function balanceRows(
  context: Context,
  actor: Actor,
  texts: Texts,
  asked: { entity: Entity; query: Query; culture: Culture; columns: readonly string[] },
): Promise<BalanceRows> {
  const { entity, query, culture, columns } = asked;
  const counted = entity.counted.filter(({ balance }) => balance && columns.includes(balance.column.name));
  const of = counted[0]?.balance?.of ?? [];
  if (
    of.length === 0 ||
    !counted.every(({ balance }) => balance?.of.every((field) => actor.lensOn(entity).everywhere.has(field.name)))
  )
    return none;
  const isAsked = (name: string) =>
    Object.keys(query).some((key) => key.split('.')[0] === name) || (actor.member && entity.meta.owner === name);
  const groups = of.filter(({ name }) => !isAsked(name));
  const accounts = JSON.parse(
    await aggregate(context, actor, entity, {
      ...query,
      counted: counted.map(({ name }) => name).join(','),
      ...(groups.length > 0 ? { group: groups.map(({ name }) => name).join(',') } : {}),
    }),
  ) as Readonly<Record<string, unknown>>[];
  const words = texts.entity(culture, entity) as { counted?: Record<string, string> };
  const rowsOf = (stands: 'before' | 'after') =>
    counted.flatMap(({ name, balance }) => {
      const key = `counted.${name}`;
      if (balance?.stands !== stands) return [];
      return accounts.flatMap((account): Cell[][] => {
        if (!(key in account)) return [];
        const label = [words.counted?.[name] ?? name, ...groups.map((field) => String(account[field.name] ?? ''))].join(
          ' ',
        );
        const labelAt = columns.findIndex((column) => column !== balance.column.name);
        return [
          columns.map((column, at) =>
            column === balance.column.name ? Number(account[key]) : at === labelAt ? label : null,
          ),
        ];
      });
    });
  const sort = String(query['sort'] ?? entity.meta.list.sort ?? '').split(',')[0];
  const isNewestFirst = sort === `-${counted[0]?.balance?.at.name}`;
  const [before, after] = [rowsOf('before'), rowsOf('after')];
  return isNewestFirst ? { first: after, last: before } : { first: before, last: after };
}
