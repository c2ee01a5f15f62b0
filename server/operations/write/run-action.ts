import { transition, wrongState, type Action } from '../../../engine/core/index.ts';
import { refused } from '../../errors.ts';
import type { Context } from '../context.ts';
import { addWithin } from './add.ts';
import { existing } from './edit.ts';
import { assertAllowed, checkVersion } from './lock-records.ts';
import type { Mutation, Values } from './mutation.ts';
import { runOne } from './pipeline.ts';
import { readInput } from './read-input.ts';
import { runEffects } from './run-effects.ts';
import { sealSecrets } from './seal-secrets.ts';
import type { WriteRequest } from './write.ts';

/** Runs a transition or action on one record. Answers id, version and status. Throws as `runOne` does. */
export const runAction = (context: Context, request: WriteRequest, action: Action, input: Values) =>
  runOne(context, request, mutationOf(action), input);

const mutations = new WeakMap<Action, Mutation>();

/** An action as a mutation: planned by its schema, with its effects. */
export function mutationOf(action: Action): Mutation {
  const known = mutations.get(action) ?? actionMutation(action);
  mutations.set(action, known);
  return known;
}

const actionMutation = (action: Action): Mutation => ({
  name: action.name,
  needs: action.needs,
  change: 'update',
  async prepare(write, { input }, locked) {
    const { actor, entity } = write.request;
    const { record: old, reaching, copied } = existing(locked);
    // Check the state first: "already approved" is more helpful than "the version is outdated".
    const wrong = wrongState(entity, action, old['status']);
    if (wrong) throw refused(wrong);
    checkVersion(actor, entity, old, input['version']);

    const typed = [...action.form, ...action.input];
    const { values, issues } = readInput(typed, new Set(), input, null, write.context.newId);
    if (issues.length > 0) throw refused(...issues);
    const bindings = write.bindings(old, old, values);
    const plan = transition(entity, action, bindings);
    write.steps.count(old, bindings.budget);
    if (!plan.ok) throw refused(...plan.issues);
    await assertAllowed(write, action.name, input);

    const { effects, jobs } = plan.value;
    const planned = { ...old, ...(await sealSecrets(write.context, entity, plan.value.patch)) };
    const step = { action: action.name, record: planned, input: values, effects };
    const { patch, booking } = await runEffects(write, step, (another) => addWithin(write, another));
    const touched = new Set(Object.keys({ ...plan.value.patch, ...patch }));
    return { old, record: { ...planned, ...patch }, touched, issues: [], reaching, copied, jobs, booking };
  },
});
