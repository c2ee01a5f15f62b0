import { isEmpty, issue, type Entity, type Issue } from '../../../engine/core/index.ts';
import { AppError } from '../../errors.ts';
import { closingSql } from '../../store/idempotency-sql.ts';
import { batchSql } from '../../store/record-sql.ts';
import { takenSql, uniqueKeys } from '../../store/unique-sql.ts';
import type { Actor, Context } from '../context.ts';
import { add, completeRecord, startRecord } from './add.ts';
import { bookNow } from './booking.ts';
import { fillNew } from './fill-new.ts';
import { requirePermission } from './lock-records.ts';
import type { Entry, Item, PreparedItem } from './mutation.ts';
import { rowOf } from './persist.ts';
import { completeEach, lookUpAndValidate, newItem, prepared, prepareNew } from './pipeline.ts';
import { write, type Write } from './write.ts';

/** A record to add; see `Entry`. */
export type NewRecord = Omit<Entry, 'request'>;

export interface Inserted {
  ids: (string | null)[];
  /** Issues of refused records by index. */
  refused: Map<number, Issue[]>;
}

/** As `add`, but start effects run after unique values were checked. */
const addUnstarted = { ...add, complete: completeRecord };

/**
 * Adds many records under the rules of `createRecord` in one transaction with few statements: valid ones are added, the
 * others are answered with their issues. Writes one audit entry for the batch.
 */
export async function insertMany(
  context: Context,
  actor: Actor,
  entity: Entity,
  records: readonly NewRecord[],
  operation: {
    verb: string;
    key: string | null;
    /** Must be committed before this batch writes; look-ups and validation run ahead meanwhile. */
    before?: Promise<void>;
    after?: (write: Write, ids: Inserted['ids'], refused: Inserted['refused']) => Promise<void>;
  },
): Promise<Inserted> {
  const request = { actor, entity, key: operation.key, fingerprint: operation.key ?? '' };
  const stored = await write(context, request, async (write) => {
    requirePermission(write, 'add');
    await write.open();
    const items = records.map((record) => newItem(write, { ...record, request }));
    for (const item of items) await prepareNew(write, addUnstarted, item);
    await fillNew(write, items);
    await lookUpAndValidate(write, items);
    await completeEach(write, addUnstarted, items);
    await operation.before;
    await refuseTaken(write, items);
    await startEach(write, items);
    const ready = prepared(items);
    const ids = items.map((item) => (item.outcome === null ? (item.prepared?.id ?? null) : null));
    const refused = refusals(items);
    if (ready.length > 0) await write.run(...batchSql(entity, ready.map(rowOf)));
    await operation.after?.(write, ids, refused);
    const [first] = ready;
    const changes = [{ field: 'rows', before: null, after: ready.length }];
    const answer = { ids, refused: [...refused] };
    if (first) {
      await write.run(closingSql(write.closing(first.prepared.id, operation.verb, 1, changes, answer)));
    }
    return answer;
  });
  return { ids: stored.ids, refused: new Map(stored.refused) };
}

const refusals = (items: readonly Item[]): Inserted['refused'] =>
  new Map(
    items.flatMap(({ outcome }, at) =>
      outcome instanceof AppError ? [[at, [...(outcome.details.issues ?? [])]] as const] : [],
    ),
  );

/** Refuses records with unique values that exist in the table or earlier in the batch. */
async function refuseTaken(write: Write, items: readonly Item[]): Promise<void> {
  const { entity } = write.request;
  const ready = prepared(items).map((item, position) => ({ item, position, record: item.prepared.record }));
  const issues = new Map<PreparedItem, Issue[]>();
  for (const key of uniqueKeys(entity)) {
    const filled = ready.filter(({ record }) => key.empties || key.fields.every(({ name }) => !isEmpty(record[name])));
    if (filled.length === 0) continue;
    const [found = []] = await write.run(takenSql(entity, key, filled));
    const repeated = new Set(found.map((row) => Number(row['position'])));
    const seen = new Set<string>();
    const path = key.fields.map(({ name }) => name).join(',');
    for (const { item, position, record } of filled) {
      const value = JSON.stringify(key.fields.map(({ name }) => record[name] ?? null));
      const isTaken = repeated.has(position) || seen.has(value);
      if (isTaken) issues.set(item, [...(issues.get(item) ?? []), issue('unique', path)]);
      else seen.add(value);
    }
  }
  for (const [item, found] of issues) item.outcome = new AppError('refused', { issues: found });
}

/** Runs the start effects of new records; a refused one is rolled back. */
async function startEach(write: Write, items: readonly Item[]): Promise<void> {
  if (write.request.entity.startEffects.length === 0) return;
  for (const item of prepared(items)) {
    // A record that brings its state has started before.
    if (item.entry.given?.status !== undefined) continue;
    await write.transaction.run({ text: 'SAVEPOINT started', values: [] });
    try {
      const { booking, ...started } = await startRecord(write, item.prepared);
      if (booking) await bookNow(write, booking);
      item.prepared = { ...started, booking: null };
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'refused') throw error;
      await write.transaction.run({ text: 'ROLLBACK TO SAVEPOINT started', values: [] });
      item.outcome = error;
    }
  }
}
