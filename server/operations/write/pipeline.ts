import { AppError } from '../../errors.ts';
import { storedAnswersSql, lockKeysSql } from '../../store/idempotency-sql.ts';
import { pieces, type SqlQuery } from '../../store/sql.ts';
import type { Rows } from '../../store/batch.ts';
import type { WholeRecord } from '../../store/read-record-sql.ts';
import type { Context } from '../context.ts';
import { idText, isRecordId, recordId } from '../record-id.ts';
import { bookEach } from './booking.ts';
import { fillNew, isFilled } from './fill-new.ts';
import { assertAllowed, lockedRow, lockSql, requirePermission } from './lock-records.ts';
import { planLookUps } from './look-ups.ts';
import type {
  DraftItem,
  Entry,
  Item,
  Mutation,
  MutationResult,
  Outcome,
  Prepared,
  PreparedItem,
  WrittenRecord,
} from './mutation.ts';
import { persist } from './persist.ts';
import { createTurns } from './steps.ts';
import { validate } from './validate.ts';
import { keyOf, write, type BatchKind, type Write, type WriteRequest } from './write.ts';
import { NotBatchable, refusal } from './write-outcomes.ts';

/**
 * The write pipeline: open (keys, locks), prepare, look up, validate, complete, persist. A single record and a batch
 * take the same stages; a batch shares its statements, but each entry is validated, answered and audited as if it had
 * come alone.
 */

/** Maximum records of one transaction, because their locks are held until it ends. */
export const maxBatch = 200;

/** Lock timeout of a batch of independent requests, each of which may be retried alone. */
const shortLockTimeout = pieces(`SELECT set_config('lock_timeout', '100ms', true)`);

/**
 * Writes a record in its own transaction. Throws `notFound`, `forbidden`, `stale` with the current record, or `refused`
 * with every issue.
 */
export async function runOne<T extends MutationResult = WrittenRecord>(
  context: Context,
  request: WriteRequest,
  mutation: Mutation,
  input: Entry['input'],
): Promise<T> {
  try {
    return await write(context, request, async (write) => {
      const items = [newItem(write, { request, input })];
      await advance(write, mutation, items);
      if (items[0]?.outcome instanceof AppError) throw items[0].outcome;
      await write.end(...persist(write, mutation, items));
      return items[0]?.outcome as T;
    });
  } catch (error) {
    // The change would put the row out of the person's reach.
    if (!(error instanceof AppError) || error.kind !== 'forbidden' || error.details.params) throw error;
    throw new AppError('forbidden', { params: { code: `${request.entity.path}:${mutation.needs}` } });
  }
}

/**
 * The outcomes of all entries in order, in as few transactions as possible: a refused entry does not stop the others.
 */
export async function runEach(
  context: Context,
  request: WriteRequest,
  mutation: Mutation,
  entries: readonly Entry[],
  kind: BatchKind,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let at = 0; at < entries.length; at += maxBatch) {
    const some = entries.slice(at, at + maxBatch);
    const together = await runBatch(context, request, mutation, some, kind);
    if (together) outcomes.push(...together);
    else for (const each of some) outcomes.push(await runAlone(context, mutation, each));
  }
  return outcomes;
}

async function runAlone(context: Context, mutation: Mutation, entry: Entry): Promise<Outcome> {
  try {
    return await runOne(context, entry.request, mutation, entry.input);
  } catch (error) {
    return refusal(error);
  }
}

/**
 * Runs entries of one person in one transaction. Null, with nothing written, if they must run one by one: a record or
 * key occurs twice, an effect queries the database itself, or the database refuses a row.
 */
export async function runBatch(
  context: Context,
  request: WriteRequest,
  mutation: Mutation,
  entries: readonly Entry[],
  kind: BatchKind,
): Promise<Outcome[] | null> {
  const ids = mutation.change === 'insert' ? [] : entries.map(({ input }) => idText(input['id']));
  if (entries.length < 2 || new Set(ids).size < ids.length) return null;
  const attempt = (bookFirst: boolean) => {
    const work = async (write: Write) => {
      const items = entries.map((entry) => newItem(write, entry));
      await advance(write, mutation, items);
      if (bookFirst) await bookPrepared(write, items);
      await write.end(...persist(write, mutation, items));
      return items.map(({ outcome }) => outcome as Outcome);
    };
    return write(context, { ...request, key: null }, work, kind);
  };
  try {
    // The ledger rarely refuses, so bookings are sent with the commit; a second attempt finds out which one is refused.
    return await attempt(false).catch((error: unknown) => {
      if (error instanceof AppError && error.kind === 'refused') return attempt(true);
      throw error;
    });
  } catch (error) {
    if (mayRunAlone(error, kind)) return null;
    throw error;
  }
}

/** Whether a failed batch certainly wrote nothing, so that its entries may run one by one. */
function mayRunAlone(error: unknown, kind: BatchKind): boolean {
  if (error instanceof NotBatchable) return true;
  if (!(error instanceof AppError)) return false;
  if (error.status < 500) return true;
  // A connection lost during the commit may have committed.
  return kind === 'independent' && error.kind === 'busy' && Boolean(error.details.undone);
}

export const newItem = (write: Write, entry: Entry): Item => ({
  entry,
  key: entry.request === write.request ? write.key : keyOf(entry.request),
  draft: null,
  found: [],
  prepared: null,
  outcome: null,
});

/** Takes items from their input to what `persist` writes. Refusals become outcomes; other errors are thrown. */
async function advance(write: Write, mutation: Mutation, items: readonly Item[]): Promise<void> {
  requirePermission(write, mutation.needs);
  if (mutation.change === 'insert') {
    await each(items, (item) => void prepareNew(write, mutation, item));
    const begin = async (statements: readonly SqlQuery[]) => {
      const rows = await open(write, items, statements);
      await each(pending(items), ({ entry }) => assertAllowed(write, mutation.name, entry.input));
      return rows;
    };
    if (isFilled(write)) {
      await begin([]);
      await fillNew(write, items);
      await lookUpAndValidate(write, items);
    } else {
      // New records read no row first, so the look-ups travel with the first statements.
      await lookUpAndValidate(write, items, begin);
    }
  } else {
    await lockAndPrepare(write, mutation, items);
    if (mutation.change === 'update') await lookUpAndValidate(write, items);
  }
  await completeEach(write, mutation, items);
}

/** Drafts a new record. */
export const prepareNew = async (write: Write, mutation: Mutation, item: Item): Promise<void> => {
  item.draft = await mutation.prepare(write, item.entry, null);
};

async function lockAndPrepare(write: Write, mutation: Mutation, items: readonly Item[]): Promise<void> {
  const sent = items.map(({ entry }) => entry.input['id']);
  const ids = write.batch ? sent.map(idText).filter(isRecordId) : [recordId(sent[0])];
  const lock = lockSql(write, ids, mutation.needs);
  const [rows = []] = await open(write, items, [lock]);
  const byId = new Map(rows.map((row) => [String((row as unknown as WholeRecord).record['id']), row]));
  await each(pending(items), async (item) => {
    const row = byId.get(recordId(item.entry.input['id']));
    item.draft = await mutation.prepare(write, item.entry, lockedRow(write, row, mutation.needs));
  });
}

/**
 * Begins with these statements and answers their rows. A batch locks its idempotency keys before any row, as single
 * requests do, to avoid deadlocks; entries with a stored answer get it as their outcome.
 */
async function open(write: Write, items: readonly Item[], statements: readonly SqlQuery[]): Promise<Rows[]> {
  const keys = write.batch ? items.flatMap(({ key }) => key ?? []) : [];
  if (new Set(keys.map(({ key }) => key)).size < keys.length) throw new NotBatchable();
  const first = [
    ...(write.batch === 'independent' ? [shortLockTimeout] : []),
    ...(keys.length > 0 ? [lockKeysSql(keys), storedAnswersSql(keys)] : []),
  ];
  const rows = await write.open(...first, ...statements);
  const answered = new Map(
    (keys.length > 0 ? (rows[first.length - 1] ?? []) : []).map((row) => [String(row['key']), row]),
  );
  for (const item of items) {
    const row = item.key ? answered.get(item.key.key) : undefined;
    if (!row) continue;
    const isSame = row['hash'] === item.key?.hash.toString('hex');
    item.outcome = isSame ? (JSON.parse(String(row['answer'])) as MutationResult) : new AppError('keyReused');
  }
  return rows.slice(first.length);
}

/** Reads what the drafts reference and validates each. */
export async function lookUpAndValidate(
  write: Write,
  items: readonly Item[],
  run = async (statements: readonly SqlQuery[]): Promise<Rows[]> =>
    statements.length > 0 ? write.run(...statements) : [],
): Promise<void> {
  const lookUps = planLookUps(write, drafted(items));
  const looked = lookUps.read(await run(lookUps.statements));
  const wantedBy = new Map<Item, (typeof lookUps.wanted)[number]>(lookUps.wanted.map((each) => [each.item, each]));
  await each(pending(items), (item) => {
    const wanted = wantedBy.get(item);
    if (wanted) validate(write, wanted, looked);
  });
}

export async function completeEach(write: Write, mutation: Mutation, items: readonly Item[]): Promise<void> {
  let remaining = drafted(items).length;
  await each(drafted(items), async (item) => {
    item.prepared = mutation.complete ? await mutation.complete(write, item, remaining) : preparedUpdate(item);
    remaining -= 1;
  });
}

/** An update or delete without further steps. */
export const preparedUpdate = ({ draft }: DraftItem, record = draft.record): Prepared => ({
  id: String(draft.old?.['id']),
  record,
  org: null,
  by: '',
  at: null,
  booking: draft.booking,
});

/** Posts the bookings before the records are written; a record with a refused booking is not written. */
async function bookPrepared(write: Write, items: readonly Item[]): Promise<void> {
  const ready = prepared(items);
  const issues = await bookEach(
    write,
    ready.map((item) => item.prepared.booking),
  );
  for (const [at, item] of ready.entries()) {
    const reasons = issues[at] ?? [];
    if (reasons.length > 0) item.outcome = new AppError('refused', { issues: reasons });
    else item.prepared = { ...item.prepared, booking: null };
  }
}

const pending = (items: readonly Item[]): Item[] => items.filter(({ outcome }) => outcome === null);
const drafted = (items: readonly Item[]): DraftItem[] =>
  pending(items).filter((item): item is DraftItem => item.draft !== null);
/** The items to be written. */
export const prepared = (items: readonly Item[]): PreparedItem[] =>
  drafted(items).filter((item): item is PreparedItem => item.prepared !== null);

/** Runs a stage for each item and yields to other work in between; a refusal becomes the item's outcome. */
async function each<T extends Item>(items: readonly T[], stage: (item: T) => Promise<void> | void): Promise<void> {
  const giveWay = createTurns();
  for (const item of items) {
    await giveWay();
    try {
      await stage(item);
    } catch (error) {
      item.outcome = refusal(error);
    }
  }
}
