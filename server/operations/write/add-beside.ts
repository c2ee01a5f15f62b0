import { refused } from '../../errors.ts';
import type { Issue } from '../../../engine/core/index.ts';
import { beginRecord } from './begin-record.ts';
import { bookNow } from './booking.ts';
import { firstChanges } from './create-record.ts';
import { validateNew } from './validate-new.ts';
import { type Write } from './write.ts';
import { NotBatchable } from './write-outcomes.ts';

/**
 * Adds a record of the write's own entity within its transaction, under the rules of `createRecord` and with a line of its own
 * in the trail. Answers its id. Throws `refused` with every reason.
 */
export async function addBeside(write: Write, values: Readonly<Record<string, unknown>>): Promise<string> {
  if (write.together) throw new NotBatchable();
  const issues = new Map<number, Issue[]>();
  const [row] = await validateNew(write, [{ input: values }], issues);
  if (!row) throw refused(...(issues.get(0) ?? []));
  const { id, record, org } = row;
  const begun = await beginRecord(write, { id, record, org });
  if (begun.booking) await bookNow(write, begun.booking);
  const trail = write.trail(id, 'add', 1, firstChanges(write.request.entity, begun.record));
  await write.run(...write.insert(begun.record, id, begun.org, { trail, kept: null }));
  return id;
}
