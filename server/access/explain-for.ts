import { can, codesOf, issue, ownOf, type Entity, type Issue } from '../../engine/core/index.ts';
import { AppError } from '../errors.ts';
import type { Actor, Context } from '../operations/context.ts';
import { explain, readPlain } from '../operations/read/read-record.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import type { Actors } from './actors.ts';
import { rightsOf } from './rights.ts';
import { loadRoles } from './roles.ts';

/** Whether a person may do something, by which roles, or every reason why not. */
export interface Explanation {
  allowed: boolean;
  reasons: readonly Issue[];
  /** The roles that have the code. */
  roles: readonly string[];
}

/**
 * Answers `explain` for another person, for readers of accounts and roles. The caller must be able to read the account,
 * the entity and the record; anything else is reported as not found.
 */
export async function explainFor(
  on: { context: Context; system: SystemDatabase; actors: Actors },
  reader: Actor,
  asked: { account: unknown; entity: Entity; record: unknown; code: string },
): Promise<Explanation> {
  const { context, system, actors } = on;
  const { entity, record, code } = asked;
  for (const name of ['account', 'role']) demand(reader, reader.catalog.byName.get(name));
  demand(reader, entity);
  const accounts = reader.catalog.byName.get('account');
  if (!accounts) throw new AppError('notFound');
  const { id } = JSON.parse(await readPlain(context, reader, accounts, asked.account)) as { id: string };
  const recordId = record === undefined || record === '' ? undefined : record;
  if (recordId !== undefined) await readPlain(context, reader, entity, recordId);
  const needs = entity.actions.get(code)?.needs ?? code;
  if (!entity.codes.includes(needs)) throw new AppError('notFound');

  const person = await actors.byAccount(reader.tenant, id);
  if (!person) return { allowed: false, reasons: [issue('explain.accountOff', '')], roles: [] };
  const held = await loadRoles(system, reader.catalog, reader.tenant, person.roleIds);
  const at = { platform: person.platform, member: person.member, closed: person.closed };
  const roles = held
    .filter((role) => codesOf(entity, rightsOf(entity, [role], at)).includes(needs))
    .map(({ name }) => name);
  try {
    const { allowed, reasons } = await explain(context, person, entity, recordId, code);
    return { allowed, reasons: reasons.map(theirs), roles };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.kind === 'notFound') return { allowed: false, reasons: [issue('explain.hiddenRow', '')], roles };
    if (error.kind === 'forbidden') {
      return { allowed: false, reasons: [issue('explain.theirNoGrant', '', { code: `${entity.path}:read` })], roles };
    }
    throw error;
  }
}

/** Message keys of the same reasons about another person. */
const words: Readonly<Record<string, string>> = {
  'explain.noGrant': 'explain.theirNoGrant',
  'explain.otherRows': 'explain.theirOtherRows',
};

const theirs = (found: Issue): Issue => ({ ...found, code: ownOf(words, found.code) ?? found.code });

function demand(actor: Actor, entity: Entity | undefined): void {
  if (!entity || !can(actor.rightsOn(entity), 'read')) {
    throw new AppError('forbidden', { params: { code: `${entity?.path ?? ''}:detail` } });
  }
}
