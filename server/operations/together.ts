import { AppError } from '../errors.ts';
import { keptEachSql, takeKeysSql, type Key } from '../store/kept-sql.ts';
import type { Closed } from '../store/sql.ts';
import type { Rows } from '../store/batch.ts';
import type { Stepped } from './take-step.ts';
import { Apart, type Write, type WriteRequest } from './write.ts';

/** One of many that are written together, as if it had come alone. */
export interface Each {
  readonly request: WriteRequest;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What came of one of many: what it answers alone, or the refusal that it would have thrown. */
export type Outcome = Stepped | AppError;

/** The refusal of one of many. Throws what is no refusal, which ends them all. */
export function refusal(error: unknown): AppError {
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  return error;
}

/** What they come to together; null where they must go one by one, nothing having been written. */
export async function orApart(work: () => Promise<Outcome[]>): Promise<Outcome[] | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Apart) return null;
    if (error instanceof AppError && (error.status < 500 || error.details.undone)) return null;
    throw error;
  }
}

/**
 * Begins for many: takes their keys, then asks what else is wanted. Keys come before rows, as a request alone has them, so
 * that nobody waits in a circle. Answers the key of each, what each was answered before under it, and the other rows.
 */
export async function openEach(
  write: Write,
  asked: readonly Each[],
  ...also: readonly Closed[]
): Promise<{ keys: (Key | null)[]; outcomes: (Outcome | undefined)[]; rows: Rows[] }> {
  const keys = asked.map(({ request }) => write.keyOf(request));
  const held = keys.filter((key) => key !== null);
  if (new Set(held.map(({ key }) => key)).size < held.length) throw new Apart();
  const asking = held.length > 0 ? [takeKeysSql(held), keptEachSql(held)] : [];
  const rows = await write.open(...asking, ...also);
  const before = new Map((asking.length > 0 ? rows[1] : [])?.map((row) => [String(row['key']), row]));
  const outcomes = keys.map((key): Outcome | undefined => {
    const found = key && before.get(key.key);
    if (!found) return undefined;
    if (found['hash'] !== key.hash.toString('hex')) return new AppError('keyReused');
    return JSON.parse(String(found['answer'])) as Stepped;
  });
  return { keys, outcomes, rows: rows.slice(asking.length) };
}
