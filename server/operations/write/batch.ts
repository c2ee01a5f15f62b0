import { AppError, OutdatedRights } from '../../errors.ts';
import { keptEachSql, takeKeysSql, type Key } from '../../store/idempotency-sql.ts';
import { pieces, type SqlQuery } from '../../store/sql.ts';
import type { Rows } from '../../store/batch.ts';
import type { MutationResult } from './take-step.ts';
import { type Write, type WriteRequest } from './write.ts';
import { NotBatchable } from './write-outcomes.ts';

/** One of many that are written together, as if it had come alone. */
export interface BatchEntry {
  readonly request: WriteRequest;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What came of one of many: what it answers alone, or the refusal that it would have thrown. */
export type Outcome = MutationResult | AppError;

/** The refusal of one of many. Throws what is no refusal, which ends them all. */
export function refusal(error: unknown): AppError {
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  return error;
}

/**
 * What many make of a way together: those of a `bulk` came together and wait together; a `crowd` came one by one, and goes so
 * again rather than that one holds up the others, or that the fault of one is told to all.
 */
export type BatchKind = 'bulk' | 'crowd';

/** What they come to together; null where they must go one by one, nothing having been written. */
export async function orOneByOne(company: BatchKind, work: () => Promise<Outcome[]>): Promise<Outcome[] | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotBatchable || (error instanceof AppError && error.status < 500)) return null;
    // Nobody knows whether a connection that is lost took the commit along; rights that changed are loaded anew first.
    const isUnknown = error instanceof AppError && error.kind === 'busy' && !error.details.undone;
    if (company === 'bulk' || isUnknown || error instanceof OutdatedRights) throw error;
    return null;
  }
}

/** A crowd waits for no lock longer than this. */
const hurry = pieces(`SELECT set_config('lock_timeout', '100ms', true)`);

/**
 * Begins for many: takes their keys, then asks what else is wanted. Keys come before rows, as a request alone has them, so
 * that nobody waits in a circle. Answers the key of each, what each was answered before under it, and the other rows.
 */
export async function openEach(
  write: Write,
  company: BatchKind,
  asked: readonly BatchEntry[],
  ...also: readonly SqlQuery[]
): Promise<{ keys: (Key | null)[]; outcomes: (Outcome | undefined)[]; rows: Rows[] }> {
  const keys = asked.map(({ request }) => write.keyOf(request));
  const held = keys.filter((key) => key !== null);
  if (new Set(held.map(({ key }) => key)).size < held.length) throw new NotBatchable();
  const first = company === 'crowd' ? [hurry] : [];
  const asking = held.length > 0 ? [takeKeysSql(held), keptEachSql(held)] : [];
  const rows = (await write.open(...first, ...asking, ...also)).slice(first.length);
  const before = new Map((asking.length > 0 ? rows[1] : [])?.map((row) => [String(row['key']), row]));
  const outcomes = keys.map((key): Outcome | undefined => {
    const found = key && before.get(key.key);
    if (!found) return undefined;
    if (found['hash'] !== key.hash.toString('hex')) return new AppError('keyReused');
    return JSON.parse(String(found['answer'])) as MutationResult;
  });
  return { keys, outcomes, rows: rows.slice(asking.length) };
}
