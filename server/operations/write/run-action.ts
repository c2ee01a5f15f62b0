import type { Action, Issue } from '../../../engine/core/index.ts';
import { issue, transition, wrongState } from '../../../engine/core/index.ts';
import { AppError, refused } from '../../errors.ts';
import { addBeside } from './add-beside.ts';
import type { Context } from '../context.ts';
import { sealSecrets } from './create-record.ts';
import { readInput } from './read-input.ts';
import { runEffects } from './run-effects.ts';
import { runOne, type Mutation } from './take-step.ts';
import { checkVersion, type WriteRequest } from './write.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Runs a transition or action on one record: lock, plan, effects, check, write, in one transaction. Answers id, version
 * and status. Throws `notFound`, `forbidden`, `stale`, or `refused` with every reason.
 */
export const runAction = (context: Context, request: WriteRequest, action: Action, input: Values) =>
  runOne(context, request, mutationOf(action), input);

/** An action as a step: planned by its schema, with its effects. */
export const mutationOf = (action: Action): Mutation => ({
  name: action.name,
  needs: action.needs,
  seals: false,
  async take(write, { record: old, reaching, copied }, input) {
    const { actor, entity } = write.request;
    // The state comes first: who is late by a state is told so, not that the version is old.
    const wrong = wrongState(entity, action, old['status']);
    if (wrong) throw refused(wrong);
    checkVersion(actor, entity, old, input['version']);

    const { values, issues } = readInput(
      [...action.form, ...action.input],
      new Set(),
      input,
      null,
      write.context.newId,
    );
    if (issues.length > 0) throw refused(...issues);
    const bindings = write.bindings(old, old, values);
    const plan = transition(entity, action, bindings);
    write.steps.count(old, bindings.budget);
    if (!plan.ok) throw refused(...plan.issues);
    await write.refuseBarred(action.name, input);

    const { effects, jobs } = plan.value;
    const planned = { ...old, ...(await sealSecrets(write.context, entity, plan.value.patch)) };
    const step = { action: action.name, record: planned, input: values, effects };
    const { patch, booking } = await runEffects(write, step, (another) => addBeside(write, another));
    const touched = new Set(Object.keys({ ...plan.value.patch, ...patch }));
    return { old, record: { ...planned, ...patch }, touched, issues: [], reaching, copied, jobs, booking };
  },
});

/** What happened to one of many. */
export interface RowResult {
  id: string;
  ok: boolean;
  issues?: readonly Issue[];
}

/** The request for one of many records, as if it had come alone. */
export const requestFor = (request: WriteRequest, id: string): WriteRequest => ({
  ...request,
  key: request.key === null ? null : `${request.key}:${id}`,
  fingerprint: `${request.fingerprint}:${id}`,
});

/** Why one of many was refused. Throws what is no refusal. */
export function refusalOf(id: string, error: unknown): RowResult {
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  return { id, ok: false, issues: error.details.issues ?? [issue(`error.${error.kind}`, '', error.details.params)] };
}

/** The same for each of many records, each in its own transaction: one that is refused does not hold up the others. */
export async function forEach(
  ids: readonly unknown[],
  request: WriteRequest,
  one: (request: WriteRequest, id: string) => Promise<unknown>,
): Promise<RowResult[]> {
  const results: RowResult[] = [];
  for (const raw of ids) {
    const id = String(raw);
    try {
      await one(requestFor(request, id), id);
      results.push({ id, ok: true });
    } catch (error) {
      results.push(refusalOf(id, error));
    }
  }
  return results;
}
