import { can, type Entity, type Issue } from '../../engine/index.ts';
import { AppError } from '../errors.ts';
import type { Actor, Context, Gate } from '../operations/context.ts';
import { readInput } from '../operations/read-input.ts';
import { readRecord } from '../operations/read-record.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { translateError } from '../store/translate-error.ts';
import { accountIssues } from './gate-account.ts';
import type { Asked } from './gate-asked.ts';
import { menuIssues, orgIssues, positionIssues } from './gate-places.ts';
import { roleIssues } from './gate-role.ts';

const askers: Readonly<Record<string, (asked: Asked) => Promise<Issue[]>>> = {
  role: roleIssues,
  account: accountIssues,
  menu: menuIssues,
  org: orgIssues,
  position: positionIssues,
};

/**
 * Nobody hands on what they do not hold: asked before every write of a person on roles, accounts and what they stand on,
 * whichever way it comes in. A write that is refused for its code, its row or its state is left to say so itself. The
 * system is asked nothing.
 */
export function createGate(context: Context, system: SystemDatabase): Gate {
  return async (actor, entity, verb, inputs) => {
    const ask = askers[entity.name];
    const needs = entity.actions.get(verb)?.needs ?? verb;
    if (!ask || actor.facts.type === 'system' || !can(actor.rightsOn(entity), needs)) return inputs.map(() => []);
    const answers: Issue[][] = [];
    for (const input of inputs) {
      const id = verb === 'add' || verb === 'import' ? null : idOf(input['id']);
      const asked = { system, catalog: context.catalog, actor, verb, id, values: canonical(entity, input) };
      try {
        const open = id === null || (await offers(context, actor, entity, id, verb));
        answers.push(open ? await ask(asked) : []);
      } catch (error) {
        throw translateError(error);
      }
    }
    return answers;
  };
}

/** Whether the record lets this person do it at all; one that is not theirs to see does not. */
async function offers(context: Context, actor: Actor, entity: Entity, id: string, verb: string): Promise<boolean> {
  try {
    const { record } = await readRecord(context, actor, entity, id);
    return record._can.includes(verb);
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Read as the write itself will read it, so that no spelling of a name slips past. What cannot be read is refused there. */
function canonical(entity: Entity, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const declared = entity.fields.filter((field) => !field.given);
  return readInput(declared, new Set(), input, null, () => '0').values;
}

const idOf = (raw: unknown): string | null => {
  const text = typeof raw === 'number' || typeof raw === 'string' ? String(raw).trim() : '';
  return /^\d{1,18}$/.test(text) ? text : null;
};
