import type { Entity, Issue } from '../../../engine/core/index.ts';
import { AppError } from '../../errors.ts';
import type { Actor, Context } from '../context.ts';
import type { ReadRow } from './import-columns.ts';
import { insertMany } from '../write/insert-many.ts';
import type { Write } from '../write/write.ts';

/** Rows of a file, with their end position in it. */
export interface Batch {
  rows: readonly ReadRow[];
  end: number;
}

export interface BatchOperation {
  key(end: number): string;
  /** Must be committed before this batch writes; validation runs ahead meanwhile. */
  before: Promise<void>;
  /** Writes in the batch's transaction what must be consistent with it; answers what to run after the commit. */
  note(write: Write, batch: Batch, refused: ReadonlyMap<number, readonly Issue[]>): Promise<() => void>;
}

/**
 * Adds the valid rows of a batch in one transaction. If the database refuses one (a unique value of a row that this
 * person cannot see, a check of its own), the batch is halved until that row is by itself and is refused.
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

/** The issues of a write that the database refused for a taken value or one of its own checks, or null. */
function takenIn(error: unknown): readonly Issue[] | null {
  const issues = error instanceof AppError && error.kind === 'refused' ? (error.details.issues ?? []) : [];
  return issues.length > 0 ? issues : null;
}
