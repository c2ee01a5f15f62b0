import { fieldState, isEmpty, issue, wrongState } from '../../../engine/core/index.ts';
import { refused } from '../../errors.ts';
import type { Context } from '../context.ts';
import { assertAllowed, checkVersion } from './lock-records.ts';
import type { Mutation, Values } from './mutation.ts';
import { preparedUpdate, runOne } from './pipeline.ts';
import { declaredFields, lockedFor, readInput, same } from './read-input.ts';
import { sealSecrets } from './seal-secrets.ts';
import type { WriteRequest } from './write.ts';

/** Changes the given fields of a record. Answers its id and new version. Throws as `runOne` does. */
export const updateRecord = (context: Context, request: WriteRequest, input: Values) =>
  runOne(context, request, edit, input);

/** An edit of the given fields; unwritable ones are refused. */
export const edit: Mutation = {
  name: 'edit',
  needs: 'edit',
  change: 'update',
  async prepare(write, { input }, locked) {
    const { actor, entity } = write.request;
    const { record: old, reaching, copied } = existing(locked);
    checkVersion(actor, entity, old, input['version']);
    const wrong = wrongState(entity, 'edit', old['status']);
    if (wrong) throw refused(wrong);
    await assertAllowed(write, 'edit', input);

    const unwritable = lockedFor(entity, actor.rightsOn(entity), 'edit', reaching);
    const declared = declaredFields(entity);
    const { values, issues } = readInput(declared, unwritable, input, old, write.context.newId);
    const bindings = write.bindings({ ...old, ...values }, old);
    for (const field of declared) {
      if (!(field.name in values) || same(values[field.name], old[field.name] ?? null)) continue;
      const { readOnly, visible } = fieldState(field, bindings);
      if (readOnly || (!visible && !isEmpty(values[field.name]))) issues.push(issue('field.readOnly', field.name));
    }
    const touched = new Set(Object.keys(values).filter((name) => !same(values[name], old[name] ?? null)));
    return { old, record: { ...old, ...values }, touched, issues, reaching, copied, jobs: [], booking: null };
  },
  complete: async (write, item) =>
    preparedUpdate(item, await sealSecrets(write.context, write.request.entity, item.draft.record)),
};

/** The locked record of a mutation that changes an existing one. */
export function existing<T>(locked: T | null): T {
  if (locked === null) throw new Error('an existing record is locked first');
  return locked;
}
