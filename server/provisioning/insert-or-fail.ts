import { AppError } from '../errors.ts';
import type { Actor, Context } from '../operations/context.ts';
import { insertMany } from '../operations/write/insert-many.ts';
import type { NewRecord } from '../operations/write/insert-many.ts';

/** Adds records that must be valid; a refusal is a bug and thrown with its reasons. */
export async function insertOrFail(
  context: Context,
  actor: Actor,
  name: string,
  records: readonly NewRecord[],
): Promise<string[]> {
  const entity = actor.catalog.byName.get(name);
  if (!entity) throw new Error(`no entity ${name}`);
  const { ids, refused } = await insertMany(context, actor, entity, records, { verb: 'add', key: null });
  const [first] = refused;
  if (first)
    throw new AppError('refused', {
      issues: first[1].map((found) => ({ ...found, path: `${name}[${first[0]}].${found.path}` })),
    });
  return ids.map(String);
}
