import type { Entity, Filter, ListQuery } from '../../../engine/core/index.ts';
import { grantsFor } from '../../../engine/core/index.ts';
import type { Projection } from '../../modules/module.ts';
import type { Aggregation } from '../../store/aggregate-sql.ts';
import { projectedSql, timeBounds } from '../../store/projection-sql.ts';
import type { SqlFragment } from '../../store/sql.ts';
import type { Actor } from '../context.ts';

/**
 * Pre-aggregated rows of a module that can answer a query: the reader may read every line of the tenant, and the query
 * uses only aggregated fields. Null if single lines have to be read.
 */
export function projectedSums(
  actor: Actor,
  entity: Entity,
  projection: Projection,
  { filters, search, view }: Pick<ListQuery, 'filters' | 'search' | 'view'>,
  { groups, values }: Aggregation,
): SqlFragment | null {
  const readsAll = grantsFor(actor.rightsOn(entity), 'read').some((grant) => grant.rows === 'all');
  if (actor.member || !readsAll || search || view) return null;
  const isKept = (name: string) => projection.by.includes(name);
  const isTime = ({ field }: Pick<Filter, 'field'>) => field.name === projection.time;
  const inTime = filters.filter(isTime);
  const known =
    filters.every((filter) => isKept(filter.field.name) || isTime(filter)) &&
    values.every(({ by, field, when }) => by === 'sum' && !when && projection.sums.includes(field.name)) &&
    groups.every((group) => isKept(group.field.name) || (isTime(group) && group.unit !== null));
  const bounds = known ? timeBounds(inTime) : null;
  if (!bounds || (groups.some(isTime) && !hasWholeHours(actor.timeZone))) return null;
  return projectedSql(entity, projection, bounds);
}

const zones = new Map<string, boolean>();

/** Whether the zone's offset is whole hours all year. */
function hasWholeHours(timeZone: string): boolean {
  const known = zones.get(timeZone);
  if (known !== undefined) return known;
  const minutes = new Intl.DateTimeFormat('en-US', { timeZone, minute: 'numeric' });
  const year = new Date().getUTCFullYear();
  const whole = [0, 6].every((month) => Number(minutes.format(Date.UTC(year, month, 1))) === 0);
  zones.set(timeZone, whole);
  return whole;
}
