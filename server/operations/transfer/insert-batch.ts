import type { Entity, Issue } from '../../../engine/core/index.ts';
import { AppError } from '../../errors.ts';
import type { Actor, Context } from '../context.ts';
import type { ReadRow } from './import-columns.ts';
import { insertMany } from '../write/insert-many.ts';
import type { Write } from '../write/write.ts';

/** Some rows of a file, and where in the file they end. */
export interface Batch {
  rows: readonly ReadRow[];
  end: number;
}

export interface BatchOperation {
  key(end: number): string;
  /** Must be committed before this batch writes; checking goes ahead meanwhile. */
  before: Promise<void>;
  /** Writes into the batch's own transaction what must be true together with it; answers what follows the commit. */
  note(write: Write, batch: Batch, refused: ReadonlyMap<number, readonly Issue[]>): Promise<() => void>;
}

/**
 * Adds a batch of rows read from a file: what is good, in one transaction. Where the database refuses one (a value taken by a
 * row that this person cannot see, a wall of its own), the batch is halved until the row stands alone and is refused by itself.
 */
export async function insertBatch(
  context: Context,
  actor: Actor,
  entity: Entity,
  batch: Batch,
  operation: BatchOperation,
): Promise<void> {
  const { rows, end } = batch;
  const add = async (records: { input: Record<string, unknown>; issues: Issue[] }[]) => {
    let committed: () => void = () => undefined;
    await insertMany(context, actor, entity, records, {
      verb: 'import',
      key: operation.key(end),
      before: operation.before,
      after: async (write, _ids, refused) => {
        committed = await operation.note(write, batch, refused);
      },
    });
    committed();
  };
  try {
    await add(rows.map(({ input, issues }) => ({ input, issues })));
  } catch (error) {
    const taken = takenIn(error);
    if (!taken) throw error;
    if (rows.length === 1) return add(rows.map(({ input, issues }) => ({ input, issues: [...issues, ...taken] })));
    const half = rows.length >> 1;
    const first = { rows: rows.slice(0, half), end: end - rows.length + half };
    await insertBatch(context, actor, entity, first, operation);
    await insertBatch(context, actor, entity, { rows: rows.slice(half), end }, operation);
  }
}

/** The issues of a write that the database refused for a value that is taken or a wall of its own, or null. */
function takenIn(error: unknown): readonly Issue[] | null {
  const issues = error instanceof AppError && error.kind === 'refused' ? (error.details.issues ?? []) : [];
  return issues.length > 0 ? issues : null;
}
