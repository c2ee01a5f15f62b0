import type { Action, Issue } from '../../engine/index.ts';
import { issue, transition, wrongState } from '../../engine/index.ts';
import { AppError, refused } from '../errors.ts';
import type { Context } from './context.ts';
import { readInput } from './read-input.ts';
import { runEffects } from './run-effects.ts';
import { finish, recordId } from './update-record.ts';
import { checkVersion, write, type WriteRequest } from './write.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Runs a transition or action on one record: lock, plan, effects, check, write, in one transaction. Answers id, version
 * and status. Throws `notFound`, `forbidden`, `stale`, or `refused` with every reason.
 */
export async function runAction(
  context: Context,
  request: WriteRequest,
  action: Action,
  input: Values,
): Promise<{ id: string; version: number; status?: unknown }> {
  const { actor, entity } = request;
  const id = recordId(input['id']);
  return write(context, request, async (write) => {
    write.refuseUnless(action.needs);
    const [rows] = await write.open(write.whole(id, action.needs, true));
    const { record: old, reaching, copied } = write.locked(rows, action.needs);
    // The state comes first: who is late by a state is told so, not that the version is old.
    const wrong = wrongState(entity, action, old['status']);
    if (wrong) throw refused(wrong);
    checkVersion(actor, entity, old, input['version']);

    const { values, issues } = readInput([...action.form, ...action.input], new Set(), input, null, context.newId);
    if (issues.length > 0) throw refused(...issues);
    const plan = transition(entity, action, write.bindings(old, old, values));
    if (!plan.ok) throw refused(...plan.issues);
    await write.refuseBarred(action.name, input);

    const planned = { ...old, ...plan.value.patch };
    const { patch, booking } = await runEffects(write, {
      action: action.name,
      record: planned,
      input: values,
      effects: plan.value.effects,
    });
    const record = { ...planned, ...patch };
    const touched = new Set(Object.keys({ ...plan.value.patch, ...patch }));
    const settled = await write.settle(record, old, touched, [], copied);
    return finish(write, settled.record, old, reaching, action.name, plan.value.jobs, booking);
  });
}

/** What happened to one of many. */
export interface RowResult {
  id: string;
  ok: boolean;
  issues?: readonly Issue[];
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
    const key = request.key === null ? null : `${request.key}:${id}`;
    try {
      await one({ ...request, key, fingerprint: `${request.fingerprint}:${id}` }, id);
      results.push({ id, ok: true });
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      const issues = error.details.issues ?? [issue(`error.${error.kind}`, '', error.details.params)];
      results.push({ id, ok: false, issues });
    }
  }
  return results;
}
