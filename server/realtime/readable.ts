import { grantsFor, type Entity } from '../../engine/core/index.ts';
import type { Actor, Context } from '../operations/context.ts';
import { prepared } from '../store/database.ts';
import { readableIdsSql } from '../store/readable-sql.ts';

/** Which of these records the person may read now. Queries the database unless the person reads all rows. */
export async function readableIds(
  context: Context,
  actor: Actor,
  entity: Entity,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const reading = grantsFor(actor.rightsOn(entity), 'read');
  const { where } = actor.lensOn(entity);
  if (reading.length === 0 || !where) return new Set();
  if (!actor.member && reading.some(({ rows }) => rows === 'all')) return new Set(ids);
  const [rows] = await context.database.read(actor.entrance, prepared(readableIdsSql(entity, where, ids), actor));
  return new Set((rows ?? []).map((row) => String(row['id'])));
}
