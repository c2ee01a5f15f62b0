import { AppError } from '../../errors.ts';

/** Thrown when a batch contains work that must run per record. */
export class NotBatchable extends Error {}

/** Thrown for a request that was answered before, under the same key. */
export class IdempotentReplay {
  constructor(readonly answer: string) {}
}

/** The refusal of one entry of a batch. Rethrows other errors, which fail the whole batch. */
export function refusal(error: unknown): AppError {
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  return error;
}
