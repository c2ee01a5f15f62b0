/** Thrown when a batch contains work that must run per record. */
export class NotBatchable extends Error {}

/** A request that was answered before, under the same key. */
export class IdempotentReplay {
  constructor(readonly answer: string) {}
}
