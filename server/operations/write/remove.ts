import { wrongState } from '../../../engine/core/index.ts';
import { refused } from '../../errors.ts';
import type { Context } from '../context.ts';
import { existing } from './edit.ts';
import { assertAllowed, checkVersion } from './lock-records.ts';
import type { Mutation, Values } from './mutation.ts';
import { runOne } from './pipeline.ts';
import type { WriteRequest } from './write.ts';

/** Deletes a record; its history stays. Throws `notFound`, `forbidden`, `stale`, or `refused` (state, still in use). */
export const removeRecord = (context: Context, request: WriteRequest, input: Values): Promise<{ id: string }> =>
  runOne(context, request, remove, input);

export const remove: Mutation = {
  name: 'delete',
  needs: 'delete',
  change: 'delete',
  async prepare(write, { input }, locked) {
    const { actor, entity } = write.request;
    const { record: old, reaching, copied } = existing(locked);
    checkVersion(actor, entity, old, input['version']);
    const wrong = wrongState(entity, 'delete', old['status']);
    if (wrong) throw refused(wrong);
    await assertAllowed(write, 'delete', input);
    return { old, record: old, touched: new Set(), issues: [], reaching, copied, jobs: [], booking: null };
  },
};
