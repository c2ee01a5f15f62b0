import type { Counted, Entity, Filter, ListQuery } from '../../../engine/core/index.ts';
import { balancesSql } from '../../store/balance-sql.ts';
import { conditions, type ReadScope } from '../../store/list-sql.ts';
import type { SqlFragment } from '../../store/sql.ts';
import type { Grouping } from '../../store/aggregate-sql.ts';
import type { Actor } from '../context.ts';

type Read = Pick<ListQuery, 'filters' | 'search' | 'view'>;

/**
 * Opening and closing balances of a list that shows an account in full: every field of the account's key is filtered to
 * one value (a member's own is implied) or grouped, the time is one continuous period, and there are no other filters.
 * Null otherwise, because the balances would not match the lines.
 */
export function balancesOf(
  actor: Actor,
  entity: Entity,
  lens: ReadScope,
  { filters, search, view }: Read,
  { balances, groups }: { balances: readonly Counted[]; groups: readonly Pick<Grouping, 'field' | 'unit'>[] },
): SqlFragment | null {
  const [first] = balances;
  if (!first?.balance || search || groups.some(({ unit }) => unit !== null)) return null;
  const { at, of } = first.balance;
  const isOne = ({ operator, values }: Filter) => ['eq', 'in'].includes(operator) && values.length === 1;
  const isPinned = (name: string) =>
    filters.some((filter) => filter.field.name === name && isOne(filter)) ||
    (actor.member && entity.meta.owner === name);
  const isGroup = (name: string) => groups.some(({ field }) => field.name === name);
  const times = filters.filter(({ field }) => field === at);
  const others = filters.filter(({ field }) => field !== at);
  const isWhole =
    of.every(({ name }) => isPinned(name) || isGroup(name)) &&
    // Balances over all accounts are not offered.
    of.some(({ name }) => isPinned(name)) &&
    groups.every(({ field }) => of.includes(field)) &&
    others.every((filter) => of.includes(filter.field) && isOne(filter)) &&
    (view === null || view.filter.text === first.when.text);
  if (!isWhole) return null;
  const counted = balances.flatMap((each) => (each.balance ? [{ ...each, balance: each.balance }] : []));
  const account = conditions(entity, lens, { filters: others, search: '', view: null });
  return balancesSql(entity, { counted, groups: groups.map(({ field }) => field), times, account });
}
