import type { Entity, Grant } from '../../engine/core/index.ts';
import type { Actor, Context } from '../operations/context.ts';
import { updateRecord } from '../operations/write/edit.ts';
import { createLens } from '../store/list-sql.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Changes given fields of the caller's account, under all rules and with an audit entry. The account never comes from
 * the request. Throws `noSession`, `stale`, or `refused` with every issue.
 */
export async function updateOwn(
  context: Context,
  actor: Actor,
  request: { fields: readonly string[]; body: Values; key: string | null; verb: string },
): Promise<{ id: string; version: number }> {
  const { fields, body, key, verb } = request;
  const account = actor.catalog.byName.get('account');
  if (!account) throw new Error('the catalog has no accounts');
  // The write below runs as the system actor, so the session is checked here.
  await context.database.read(actor.entrance);
  const given = Object.fromEntries(fields.flatMap((name) => (name in body ? [[name, body[name]]] : [])));
  const input = { ...given, id: actor.facts.id, version: body['version'] };
  const fingerprint = `${account.path}/${verb} ${JSON.stringify(input)}`;
  return updateRecord(
    context,
    { actor: ownActor(context, actor, account, fields), entity: account, key, fingerprint },
    input,
  );
}

/** The caller with the right to edit these fields of accounts, and of files limited to their own. */
function ownActor(context: Context, actor: Actor, account: Entity, fields: readonly string[]): Actor {
  const readOnly = account.fields.flatMap(({ name }) => (fields.includes(name) ? [] : [name]));
  const own: Grant = { codes: ['read', 'edit'], rows: 'all', hide: [], readOnly };
  const files: Grant = { codes: ['read'], rows: 'self', hide: [], readOnly: [] };
  const rightsOn = (entity: Entity) => {
    if (entity === account) return [own];
    return entity.name === 'file' ? [files] : actor.rightsOn(entity);
  };
  return {
    ...actor,
    member: false,
    entrance: { tenant: actor.tenant, member: null, account: actor.facts.id, timeZone: actor.timeZone },
    rightsOn,
    lensOn: (entity) => createLens(actor.catalog, entity, rightsOn(entity), false),
  };
}
