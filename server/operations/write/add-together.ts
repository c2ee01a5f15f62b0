import type { Booking } from '../../modules/module.ts';
import { auditEachSql, keepEachSql } from '../../store/idempotency-sql.ts';
import { batchSql } from '../../store/record-sql.ts';
import { beginRecord } from './begin-record.ts';
import { bookAllSql } from './booking.ts';
import type { Context } from '../context.ts';
import { firstChanges } from './create-record.ts';
import { validateNew } from './validate-new.ts';
import { Steps } from './steps.ts';
import type { MutationResult } from './take-step.ts';
import { openEach, orOneByOne, refusal, type BatchEntry, type Outcome } from './batch.ts';
import { write, type Write, type WriteRequest } from './write.ts';
import { refused } from '../../errors.ts';
import type { Issue } from '../../../engine/core/index.ts';

/**
 * New records by the person of `request`, in one transaction and a handful of statements, each judged, answered and put
 * into the trail as if it had come alone. Null, and nothing written, where they must come one by one: two have the same
 * key, an effect asks the database itself, a booking or a unique value of one is refused.
 */
export async function addBatch(
  context: Context,
  request: WriteRequest,
  asked: readonly BatchEntry[],
): Promise<Outcome[] | null> {
  if (asked.length < 2) return null;
  return orOneByOne('crowd', () => write(context, { ...request, key: null }, (write) => addEach(write, asked)));
}

async function addEach(write: Write, asked: readonly BatchEntry[]): Promise<Outcome[]> {
  const { entity } = write.request;
  write.together = true;
  write.steps = new Steps(true);
  write.refuseUnless('add');
  const { keys, outcomes } = await openEach(write, 'crowd', asked);
  const waiting = asked.flatMap((each, place) => (outcomes[place] ? [] : [{ ...each, place }]));
  const issues = new Map<number, Issue[]>();
  const fresh: typeof waiting = [];
  for (const each of waiting) {
    try {
      await write.refuseBarred('add', each.input);
      fresh.push(each);
    } catch (error) {
      outcomes[each.place] = refusal(error);
    }
  }
  const rows = await validateNew(write, fresh, issues);
  for (const [at, found] of issues) outcomes[fresh[at]?.place ?? 0] = refused(...found);

  const bookings: (Booking | null)[] = [];
  const begun: typeof rows = [];
  for (const row of rows) {
    const place = fresh[row.position]?.place ?? 0;
    try {
      const { record, org, booking } = await beginRecord(write, row);
      begun.push({ ...row, org, record });
      bookings.push(booking);
      outcomes[place] = { id: row.id, version: 1 };
    } catch (error) {
      outcomes[place] = refusal(error);
    }
  }
  const trail = begun.map(({ id, record }) => write.trail(id, 'add', 1, firstChanges(entity, record)));
  const keeps = begun.flatMap(({ id, position }) => {
    const key = keys[fresh[position]?.place ?? 0];
    return key ? [{ ...key, answer: JSON.stringify({ id, version: 1 } satisfies MutationResult) }] : [];
  });
  await write.end(
    ...bookAllSql(bookings),
    ...(begun.length > 0 ? [...batchSql(entity, begun), auditEachSql(trail)] : []),
    ...(keeps.length > 0 ? [keepEachSql(keeps)] : []),
  );
  return outcomes as Outcome[];
}
