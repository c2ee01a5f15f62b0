import type { Grant, Issue } from '../../../engine/core/index.ts';
import type { AppError } from '../../errors.ts';
import type { Booking } from '../../modules/module.ts';
import type { Key } from '../../store/idempotency-sql.ts';
import type { FoundReference } from '../../store/reference-sql.ts';
import type { Locked } from './lock-records.ts';
import type { Write, WriteRequest } from './write.ts';

export type Values = Readonly<Record<string, unknown>>;

/** One kind of write: an add, an edit, a delete, or an action of an entity. The pipeline runs it for one record and for many. */
export interface Mutation {
  /** The verb in the audit trail. */
  readonly name: string;
  /** The permission code. */
  readonly needs: string;
  readonly change: 'insert' | 'update' | 'delete';
  /** Reads the input against the locked record (null for a new one). Throws `stale`, or `refused` with every issue. */
  prepare(write: Write, entry: Entry, locked: Locked | null): Draft | Promise<Draft>;
  /**
   * Does what only valid records may consume: sealed secrets, numbers, start effects. `remaining` counts the records of
   * the batch from this one on. Throws `refused`.
   */
  complete?(write: Write, item: DraftItem, remaining: number): Promise<Prepared>;
}

/** The request for one record of a mutation. */
export interface Entry {
  readonly request: WriteRequest;
  readonly input: Values;
  /** Issues found in the input before. */
  readonly issues?: readonly Issue[];
  /** For the system only: values of a restore, a demo or a new tenant. */
  readonly given?: SystemGiven;
}

/** Values of a new record that only the system may set. */
export interface SystemGiven {
  readonly id?: string;
  readonly status?: string;
  readonly at?: string;
  readonly by?: string;
  readonly locked?: Values;
}

/** A record after its mutation, before validation. */
export interface Draft {
  /** The locked record; null for a new one. */
  readonly old: Values | null;
  readonly record: Values;
  /** Fields whose references and dictionary entries must be checked. */
  readonly touched: ReadonlySet<string>;
  readonly issues: readonly Issue[];
  /** The grants that reach the locked row. */
  readonly reaching: readonly Grant[];
  /** The current records that the locked row's lookups copy from. */
  readonly copied: readonly FoundReference[];
  readonly jobs: readonly string[];
  /** What the last effect posts to the ledger. */
  readonly booking: Booking | null;
}

/** A validated, complete record. */
export interface Prepared {
  readonly id: string;
  readonly record: Values;
  /** For a new record: its organisation, author and creation time. */
  readonly org: string | null;
  readonly by: string;
  readonly at: string | null;
  readonly booking: Booking | null;
}

/** An entry in the pipeline; the stages fill it in until it has an outcome. */
export interface Item {
  readonly entry: Entry;
  readonly key: Key | null;
  draft: Draft | null;
  /** The records that the draft references. */
  found: readonly FoundReference[];
  prepared: Prepared | null;
  outcome: Outcome | null;
}

export type DraftItem = Item & { readonly draft: Draft };
export type PreparedItem = DraftItem & { readonly prepared: Prepared };

/** What a mutation answers. */
export interface MutationResult {
  id: string;
  /** Absent for a deleted record. */
  version?: number;
  /** For entities with states. */
  status?: unknown;
}

/** The answer of a mutation that leaves a record. */
export type WrittenRecord = MutationResult & { version: number };

/** The result of one entry: its answer, or the refusal that it would have thrown alone. */
export type Outcome = MutationResult | AppError;
