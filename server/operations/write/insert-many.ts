import type { Entity, Issue } from '../../../engine/core/index.ts';
import { isEmpty, issue } from '../../../engine/core/index.ts';
import { AppError } from '../../errors.ts';
import { closingSql } from '../../store/idempotency-sql.ts';
import { batchSql } from '../../store/record-sql.ts';
import { takenSql, uniqueKeys } from '../../store/unique-sql.ts';
import { beginRecord } from './begin-record.ts';
import { bookNow } from './booking.ts';
import type { Actor, Context } from '../context.ts';
import { validateNew, type NewRecord, type NewRow } from './validate-new.ts';
import { write, type Write } from './write.ts';

export interface Inserted {
  ids: (string | null)[];
  /** By position; every reason of a record that was not added. */
  refused: Map<number, Issue[]>;
}

/**
 * Adds many records under the very rules of `createRecord`, in one transaction and a handful of statements: what is good
 * is added, what is not comes back with its reasons. Leaves one line in the trail for the whole batch's first record on.
 */
export async function insertMany(
  context: Context,
  actor: Actor,
  entity: Entity,
  records: readonly NewRecord[],
  operation: {
    verb: string;
    key: string | null;
    /** What must be committed before this batch writes; looking and judging go ahead meanwhile. */
    before?: Promise<void>;
    after?: (write: Write, ids: Inserted['ids'], refused: Inserted['refused']) => Promise<void>;
  },
): Promise<Inserted> {
  const request = { actor, entity, key: operation.key, fingerprint: operation.key ?? '' };
  const kept = await write(context, request, async (write) => {
    write.refuseUnless('add');
    await write.open();
    const refused = new Map<number, Issue[]>();
    const rows = await validateNew(write, records, refused);
    await operation.before;
    const untaken = await withoutTaken(write, entity, rows, refused);
    const begun = untaken.filter(({ position }) => records[position]?.given?.status === undefined);
    const unable = await begin(write, begun, refused);
    const fresh = untaken.filter(({ position }) => !unable.has(position));
    const ids: Inserted['ids'] = records.map(() => null);
    for (const row of fresh) ids[row.position] = row.id;
    if (fresh.length > 0) await write.run(...batchSql(entity, fresh));
    await operation.after?.(write, ids, refused);
    const [first] = fresh;
    const changes = [{ field: 'rows', before: null, after: fresh.length }];
    const told = answer(ids, refused);
    if (first) await write.run(closingSql(write.closing(first.id, operation.verb, 1, changes, told)));
    return told;
  });
  return { ids: kept.ids, refused: new Map(kept.refused) };
}

/** Records whose unique values stand nowhere yet, in the table or earlier in the batch; the others are refused. */
async function withoutTaken<T extends { position: number; record: Readonly<Record<string, unknown>> }>(
  write: Write,
  entity: Entity,
  rows: readonly T[],
  refused: Inserted['refused'],
): Promise<T[]> {
  const taken = new Set<number>();
  for (const key of uniqueKeys(entity)) {
    const filled = rows.filter(({ record }) => key.empties || key.fields.every(({ name }) => !isEmpty(record[name])));
    if (filled.length === 0) continue;
    const [found = []] = await write.run(takenSql(entity, key, filled));
    const repeated = new Set(found.map((row) => Number(row['position'])));
    const seen = new Set<string>();
    for (const { position, record } of filled) {
      const value = JSON.stringify(key.fields.map(({ name }) => record[name] ?? null));
      if (seen.has(value)) repeated.add(position);
      if (!repeated.has(position)) seen.add(value);
    }
    for (const position of repeated) {
      taken.add(position);
      const path = key.fields.map(({ name }) => name).join(',');
      refused.set(position, [...(refused.get(position) ?? []), issue('unique', path)]);
    }
  }
  return rows.filter(({ position }) => !taken.has(position));
}

/** Runs the effects of new records; one that is refused leaves nothing behind. Answers the positions of those. */
async function begin(
  write: Write,
  rows: readonly NewRow[],
  refused: Inserted['refused'],
): Promise<ReadonlySet<number>> {
  const unable = new Set<number>();
  if (write.request.entity.startEffects.length === 0) return unable;
  for (const row of rows) {
    const { position } = row;
    await write.transaction.run({ text: 'SAVEPOINT begun', values: [] });
    try {
      const { record, org, booking } = await beginRecord(write, row);
      if (booking) await bookNow(write, booking);
      Object.assign(row, { record, org });
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'refused') throw error;
      await write.transaction.run({ text: 'ROLLBACK TO SAVEPOINT begun', values: [] });
      unable.add(position);
      refused.set(position, [...(error.details.issues ?? [])]);
    }
  }
  return unable;
}

const answer = (ids: Inserted['ids'], refused: Inserted['refused']) => ({ ids, refused: [...refused] });
