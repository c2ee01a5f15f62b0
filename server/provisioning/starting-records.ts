import { ownOf } from '../../engine/core/index.ts';
import type { Actor, Context } from '../operations/context.ts';
import type { Culture } from '../texts.ts';
import type { ProvisioningDeps } from './default-menus.ts';
import { insertOrFail } from './insert-or-fail.ts';

/** Adds what modules give new tenants, named in the tenant's language. An entity with any records stays as it is. */
export async function addStartingRecords(
  { context, system, texts }: ProvisioningDeps,
  actor: Actor,
  culture: Culture,
): Promise<void> {
  const names = (texts.words.space(culture, 'names') ?? {}) as Readonly<
    Record<string, Readonly<Record<string, string>>>
  >;
  for (const { entity: name, records } of context.registry.startingRecords) {
    const entity = actor.catalog.byName.get(name);
    if (!entity) throw new Error(`no entity ${name}`);
    const { rows } = await system.pool.query(`SELECT FROM ${entity.table} WHERE tenant_id = $1 LIMIT 1`, [
      actor.tenant,
    ]);
    if (rows.length > 0) continue;
    const nameOf = ({ code }: Readonly<Record<string, unknown>>) => ownOf(ownOf(names, name), String(code));
    await insertOrFail(
      context,
      actor,
      name,
      records.map((record) => {
        const own = nameOf(record);
        return { input: own === undefined ? record : { ...record, [entity.title.name]: own } };
      }),
    );
  }
}

/** Tables that hold starting records. */
export const startingTables = ({ catalog, registry }: Context): readonly string[] =>
  registry.startingRecords.flatMap(({ entity }) => catalog.byName.get(entity)?.table ?? []);
