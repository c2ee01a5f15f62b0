import { issue, type Action, type Issue } from '../../engine/core/index.ts';
import { AppError } from '../errors.ts';
import { answerCall } from './read/answer.ts';
import type { Actor, Context } from './context.ts';
import { createRecord } from './write/add.ts';
import { readInput } from './write/read-input.ts';
import { runAction } from './write/run-action.ts';
import type { WriteRequest } from './write/write.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Runs an action as `runAction` does and makes the external calls of its schema after the commit. Answers `goTo` to
 * redirect the person. If an external call is refused, the transition stays: the request may be repeated with the
 * version in the refusal's data.
 */
export async function performAction(
  context: Context,
  request: WriteRequest,
  action: Action,
  input: Values,
): Promise<{ id: string; version: number; status?: unknown; goTo?: string }> {
  const answer = await runAction(context, request, action, input);
  const { actor, entity } = request;
  const sent: { goTo?: string } = {};
  for (const name of action.meta.calls ?? []) {
    if (!context.services) throw new Error('calls are made by an open node');
    const asked = readInput([...action.form, ...action.input], new Set(), input, null, context.newId);
    const outcome = await context.registry.call(name).run({
      ...{ tenant: actor.tenant, entity: entity.name, id: answer.id },
      ...{ action: action.name, input: asked.values, actor: actor.facts, services: context.services },
      list: answerCall(context, actor, {}).list,
      add: (kind, record) => addAs(context, actor, kind, record),
    });
    if (outcome?.issues?.length) throw new AppError('refused', { issues: outcome.issues, data: answer });
    if (outcome?.goTo) sent.goTo = outcome.goTo;
  }
  return { ...answer, ...sent };
}

/** Adds a record as this person, with an audit entry; answers its issues. */
async function addAs(context: Context, actor: Actor, kind: string, record: Values): Promise<readonly Issue[]> {
  const entity = actor.catalog.byName.get(kind);
  if (!entity) throw new Error(`there is no ${kind}`);
  try {
    await createRecord(context, { actor, entity, key: null, fingerprint: '' }, record);
    return [];
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    return error.details.issues ?? [issue(`error.${error.kind}`, '', error.details.params)];
  }
}
