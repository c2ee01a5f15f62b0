import { AppError } from '../../errors.ts';
import { storedAnswersSql, lockKeysSql } from '../../store/idempotency-sql.ts';
import { pieces, type SqlQuery } from '../../store/sql.ts';
import type { Rows } from '../../store/batch.ts';
import type { WholeRecord } from '../../store/read-record-sql.ts';
import type { Context } from '../context.ts';
import { isRecordId, recordId } from '../record-id.ts';
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
 * The write pipeline: open (keys, locks), prepare, look up, validate, complete, persist. One record and a batch take the same
 * stages; a batch shares its statements, and each of its entries is judged, answered and audited as if it had come alone.
 */

/** Most records of one transaction: their locks are held until it ends. */
export const maxBatch = 200;

/** A batch of independent requests waits for no lock longer than this: each may be retried alone. */
const shortLockTimeout = pieces(`SELECT set_config('lock_timeout', '100ms', true)`);

/**
 * Writes one record in a transaction of its own. Throws `notFound`, `forbidden`, `stale` with the record as it is now, or
 * `refused` with every reason at once.
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
    // The row would leave what the person may reach.
    if (!(error instanceof AppError) || error.kind !== 'forbidden' || error.details.params) throw error;
    throw new AppError('forbidden', { params: { code: `${request.entity.path}:${mutation.needs}` } });
  }
}

/** The outcome of each entry, in order, in as few transactions as they allow: a refused one does not hold up the others. */
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
 * Entries by the person of `request` in one transaction. Null, and nothing written, where they must run one by one: a record
 * or key comes twice, an effect queries the database itself, or the database refuses one row.
 */
export async function runBatch(
  context: Context,
  request: WriteRequest,
  mutation: Mutation,
  entries: readonly Entry[],
  kind: BatchKind,
): Promise<Outcome[] | null> {
  const ids = mutation.change === 'insert' ? [] : entries.map(({ input }) => String(input['id']));
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
    // Mostly the ledger refuses nothing, and bookings travel with the commit; a second attempt finds out whom it refuses.
    return await attempt(false).catch((error: unknown) => {
      if (error instanceof AppError && error.kind === 'refused') return attempt(true);
      throw error;
    });
  } catch (error) {
    if (mayRunAlone(error, kind)) return null;
    throw error;
  }
}

/** Whether nothing of a failed batch can have been written, so that its entries may run one by one. */
function mayRunAlone(error: unknown, kind: BatchKind): boolean {
  if (error instanceof NotBatchable) return true;
  if (!(error instanceof AppError)) return false;
  if (error.status < 500) return true;
  // A lost connection may have taken the commit along.
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

/** Takes items from their input to what `persist` writes. Refusals become outcomes; what is no refusal is thrown. */
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
      // Reading needs no row, so the look-ups travel with the first statements.
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
  const ids = items.map(({ entry }) => String(entry.input['id'] ?? '').trim());
  const [only = ''] = ids;
  if (!write.batch) recordId(items[0]?.entry.input['id']);
  const lock = lockSql(write, write.batch ? ids.filter(isRecordId) : [only], mutation.needs);
  const [rows = []] = await open(write, items, [lock]);
  const byId = new Map(rows.map((row) => [String((row as unknown as WholeRecord).record['id']), row]));
  await each(pending(items), async (item) => {
    const row = byId.get(recordId(item.entry.input['id']));
    item.draft = await mutation.prepare(write, item.entry, lockedRow(write, row, mutation.needs));
  });
}

/**
 * Begins with these statements, whose rows it answers. A batch takes the keys of its requests before any row, as a single
 * request does, so that nobody waits in a circle; entries that were answered before get that outcome.
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

/** Looks up what the drafts point at, and judges each. */
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

/** An update or delete that needs nothing more. */
export const preparedUpdate = ({ draft }: DraftItem, record = draft.record): Prepared => ({
  id: String(draft.old?.['id']),
  record,
  org: null,
  by: '',
  at: null,
  booking: draft.booking,
});

/** Posts the bookings before the records are written; one whose booking is refused is not written. */
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
/** The items that are to be written. */
export const prepared = (items: readonly Item[]): PreparedItem[] =>
  drafted(items).filter((item): item is PreparedItem => item.prepared !== null);

/** Runs a stage for each item, with a break for others now and then; a refusal becomes the item's outcome. */
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
