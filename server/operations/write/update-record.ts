import { fieldState, isEmpty, issue, wrongState } from '../../../engine/core/index.ts';
import { refused } from '../../errors.ts';
import type { Context } from '../context.ts';
import { declaredFields, lockedFor, readInput, same } from './read-input.ts';
import { runOne, type Mutation } from './take-step.ts';
import { checkVersion, type WriteRequest } from './write.ts';

/**
 * Changes the given fields of one record. Answers its id and new version. Throws `notFound`, `forbidden`, `stale` with
 * the record as it is now, or `refused` with every issue at once.
 */
export const updateRecord = (context: Context, request: WriteRequest, input: Readonly<Record<string, unknown>>) =>
  runOne(context, request, edit, input);

/** An edit: the given fields, as far as they may be written. */
export const edit: Mutation = {
  name: 'edit',
  needs: 'edit',
  seals: true,
  async take(write, { record: old, reaching, copied }, input) {
    const { actor, entity } = write.request;
    checkVersion(actor, entity, old, input['version']);
    const wrong = wrongState(entity, 'edit', old['status']);
    if (wrong) throw refused(wrong);
    await write.refuseBarred('edit', input);

    const locked = lockedFor(entity, actor.rightsOn(entity), 'edit', reaching);
    const declared = declaredFields(entity);
    const { values, issues } = readInput(declared, locked, input, old, write.context.newId);
    const bindings = write.bindings({ ...old, ...values }, old);
    for (const field of declared) {
      if (!(field.name in values) || same(values[field.name], old[field.name] ?? null)) continue;
      const { readOnly, visible } = fieldState(field, bindings);
      if (readOnly || (!visible && !isEmpty(values[field.name]))) issues.push(issue('field.readOnly', field.name));
    }
    const touched = new Set(Object.keys(values).filter((name) => !same(values[name], old[name] ?? null)));
    return { old, record: { ...old, ...values }, touched, issues, reaching, copied, jobs: [], booking: null };
  },
};
