import { can, type Entity, type Issue } from '../../engine/core/index.ts';
import type { Gate } from '../operations/context.ts';
import { declaredFields, readInput } from '../operations/write/read-input.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { translateError } from '../store/translate-error.ts';
import { accountIssues } from './escalation-account.ts';
import type { EscalationRequest } from './escalation-request.ts';
import { settingIssues } from './escalation-setting.ts';
import { menuIssues, orgIssues, positionIssues } from './escalation-menu.ts';
import { roleIssues } from './escalation-role.ts';

const readers: Readonly<Record<string, (asked: EscalationRequest) => Promise<Issue[]>>> = {
  role: roleIssues,
  account: accountIssues,
  config: settingIssues,
  menu: menuIssues,
  org: orgIssues,
  position: positionIssues,
};

/**
 * Prevents privilege escalation: users cannot grant permissions they do not have. Runs before every write of a person
 * on roles, accounts and related records, inside the write's transaction once the record is locked and the permission
 * checked, so nothing can change in between. Reads over the system role's connections only, so that writers never wait
 * for each other's connections. The system actor is not checked.
 */
export function createEscalationCheck(system: SystemDatabase): Gate {
  return async (actor, entity, verb, inputs) => {
    const ask = readers[entity.name];
    const needs = entity.actions.get(verb)?.needs ?? verb;
    if (!ask || actor.facts.type === 'system' || !can(actor.rightsOn(entity), needs)) return inputs.map(() => []);
    const answers: Issue[][] = [];
    for (const input of inputs) {
      const id = verb === 'add' || verb === 'import' ? null : idOf(input['id']);
      const asked = { system, catalog: actor.catalog, actor, verb, id, values: canonical(entity, input) };
      try {
        answers.push(await ask(asked));
      } catch (error) {
        throw translateError(error);
      }
    }
    return answers;
  };
}

/**
 * Parses the input exactly as the write will, so that no spelling of a name bypasses the check. The write refuses what
 * cannot be parsed.
 */
function canonical(entity: Entity, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return readInput(declaredFields(entity), new Set(), input, null, () => '0').values;
}

const idOf = (raw: unknown): string | null => {
  const text = typeof raw === 'number' || typeof raw === 'string' ? String(raw).trim() : '';
  return /^\d{1,18}$/.test(text) ? text : null;
};
