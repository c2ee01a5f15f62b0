import { can, type Grant } from '../../engine/core/index.ts';
import { AppError } from '../errors.ts';
import { fieldWord } from '../operations/read/cell-words.ts';
import { codeWord, heldGrants } from '../operations/read/held-grants.ts';
import type { Actor, Context } from '../operations/context.ts';
import { readPlain } from '../operations/read/read-record.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import type { Culture, Texts } from '../texts.ts';
import { isMemberRole, rightsOf } from './rights.ts';
import { loadRoles } from './roles.ts';

/** What a role may do with an entity, as text: actions, rows and hidden fields. */
export interface SummaryLine {
  entity: string;
  path: string;
  title: string;
  grants: { codes: string[]; verbs: string[]; rows: string; hidden: string[] }[];
}

/** A readable summary of a role for its readers, without entities that it cannot access. */
export async function roleSummary(
  on: { context: Context; system: SystemDatabase; texts: Texts },
  actor: Actor,
  id: unknown,
  culture: Culture,
): Promise<SummaryLine[]> {
  const { context, system, texts } = on;
  const entity = actor.catalog.byName.get('role');
  if (!entity || !can(actor.rightsOn(entity), 'read')) {
    throw new AppError('forbidden', { params: { code: 'sysRole:detail' } });
  }
  const record = JSON.parse(await readPlain(context, actor, entity, id)) as { id: string };
  const [role] = await loadRoles(system, actor.catalog, actor.tenant, [record.id]);
  if (!role) throw new AppError('notFound');
  const at = { platform: actor.platform, member: isMemberRole(role), closed: actor.closed };
  return actor.catalog.entities.flatMap((target) => {
    const grants = merged(rightsOf(target, [role], at));
    if (grants.length === 0) return [];
    const words = texts.entity(culture, target);
    return {
      entity: target.name,
      path: target.path,
      title: words.plural,
      grants: grants.map((grant) => ({
        codes: target.codes.filter((code) => grant.codes.includes(code)),
        verbs: target.codes
          .filter((code) => grant.codes.includes(code))
          .map((code) => codeWord(texts, culture, actor.catalog, target.name, code)),
        rows:
          typeof grant.rows === 'string'
            ? texts.engine(culture, `role.rows.${at.member && grant.rows === 'all' ? 'member' : grant.rows}`)
            : texts.error(culture, 'role.rows.rule', { rule: grant.rows.text }),
        hidden: grant.hide.map((name) => {
          const field = target.byName.get(name);
          return field ? fieldWord(texts, culture, target, field) : name;
        }),
      })),
    };
  });
}

/** What a person can grant: entities and codes that they hold, and fields that can be hidden. */
export function grantable({ texts }: { texts: Texts }, actor: Actor, culture: Culture) {
  const role = actor.catalog.byName.get('role');
  if (!role || !can(actor.rightsOn(role), 'read')) {
    throw new AppError('forbidden', { params: { code: 'sysRole:detail' } });
  }
  return heldGrants(texts, actor, culture).map(({ entity, path, title, codes, fields }) => ({
    ...{ entity, path, title, codes, fields },
  }));
}

/** Merges grants over the same rows with the same hidden fields into one line. */
function merged(grants: readonly Grant[]): Grant[] {
  const lines = new Map<string, Grant>();
  for (const grant of grants) {
    const rows = typeof grant.rows === 'string' ? grant.rows : grant.rows.text;
    const key = `${rows} ${grant.hide.join()}`;
    const before = lines.get(key);
    lines.set(key, before ? { ...before, codes: [...new Set([...before.codes, ...grant.codes])] } : grant);
  }
  return [...lines.values()];
}
