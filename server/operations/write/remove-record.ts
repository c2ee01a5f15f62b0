import { isEmpty, wrongState } from '../../../engine/core/index.ts';
import { refused } from '../../errors.ts';
import { closingSql } from '../../store/idempotency-sql.ts';
import { deleteSql } from '../../store/record-sql.ts';
import type { Context } from '../context.ts';
import { recordId } from '../record-id.ts';
import { checkVersion, write, type WriteRequest } from './write.ts';

/** Deletes one record. Its trail stays. Throws `notFound`, `forbidden`, `stale`, or `refused` (state, still in use). */
export async function removeRecord(
  context: Context,
  request: WriteRequest,
  input: Readonly<Record<string, unknown>>,
): Promise<{ id: string }> {
  const { actor, entity } = request;
  const id = recordId(input['id']);
  return write(context, request, async (write) => {
    write.refuseUnless('delete');
    const [rows] = await write.open(write.whole(id, 'delete'));
    const { record } = write.locked(rows?.[0], 'delete');
    checkVersion(actor, entity, record, input['version']);
    const wrong = wrongState(entity, 'delete', record['status']);
    if (wrong) throw refused(wrong);
    await write.refuseBarred('delete', input);
    const changes = entity.fields
      .filter((field) => !field.system && !isEmpty(record[field.name]))
      .map((field) => ({ field: field.name, before: record[field.name], after: null }));
    const answer = { id };
    const version = Number(record['version']) + 1;
    await write.end(deleteSql(entity, id), closingSql(write.closing(id, 'delete', version, changes, answer)));
    return answer;
  });
}
