import { issue, type ActorFacts, type Issue } from '../../engine/index.ts';

/** A wing speaks of refusals as everybody does, and imports nothing else. */
export { issue, type Issue };

/** What an effect may do to the database: statements in the transition's own transaction. */
export interface EffectTransaction {
  query(text: string, values: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
}

export interface EffectCall {
  readonly entity: string;
  readonly action: string;
  readonly tenant: string;
  /** The tenant's own currency, an ISO code. */
  readonly currency: string;
  /** The record with the plan's patch in place; canonical wire values. */
  readonly record: Readonly<Record<string, unknown>>;
  readonly input: Readonly<Record<string, unknown>>;
  readonly actor: ActorFacts;
  /** Unique for ever for this step of this record: what an effect keys its own rows by. */
  readonly operationKey: string;
  readonly transaction: EffectTransaction;
}

/** Runs in the transition's transaction. Answers a patch for the record, or the issues that refuse the transition. */
export interface Effect {
  readonly kind: 'effect';
  readonly name: string;
  run(call: EffectCall): Promise<{ patch?: Record<string, unknown>; issues?: Issue[] } | void>;
}

/** Runs after commit, from the outbox, retried until it succeeds; must be idempotent on `operationKey`. */
export interface Job {
  readonly kind: 'job';
  readonly name: string;
  run(call: Omit<EffectCall, 'transaction' | 'input' | 'currency'>): Promise<void>;
}

/** Computes one field on every write, from the record. Pure. */
export interface Value {
  readonly kind: 'value';
  readonly name: string;
  run(record: Readonly<Record<string, unknown>>): unknown;
}

export type Socket = Effect | Job | Value;

export const defineEffect = (name: string, run: Effect['run']): Effect => ({ kind: 'effect', name, run });
export const defineJob = (name: string, run: Job['run']): Job => ({ kind: 'job', name, run });
export const defineValue = (name: string, run: Value['run']): Value => ({ kind: 'value', name, run });

/** What the system does by the clock, over all tenants. */
export interface TaskCall {
  /** As the system role, past the tenants' walls. */
  query(text: string, values: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
}

/** Work that a timer may name. It answers how many rows it was about; what it throws is noted where failures are looked at. */
export interface Task {
  readonly name: string;
  /** When a new platform runs it, as cron in UTC. */
  readonly cron: string;
  run(call: TaskCall): Promise<number>;
}

export const defineTask = (name: string, cron: string, run: Task['run']): Task => ({ name, cron, run });

/** What an answer may ask of the records: those that the person may read and sums over them, never others. */
export interface AnswerCall {
  readonly actor: ActorFacts;
  /** The tenant's own currency, an ISO code. */
  readonly currency: string;
  /** The query of the call. */
  readonly query: Readonly<Record<string, string>>;
  /** The matching rows, at most a thousand. Throws `forbidden` where the person may not read the list. */
  list(
    entity: string,
    filters: Readonly<Record<string, string>>,
  ): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** The sum of a number field over the matching rows; null where the person sees neither the rows nor the field. */
  sum(entity: string, field: string, filters: Readonly<Record<string, string>>): Promise<number | null>;
}

/** A reading of the business that is no entity's: `GET /api/{path}`, open to everyone signed in, as far as their grants reach. */
export interface Answer {
  /** Two segments, as `membership/balance`. */
  readonly path: string;
  run(call: AnswerCall): Promise<unknown>;
}

export const defineAnswer = (path: string, run: Answer['run']): Answer => ({ path, run });

/** A business wing: what it plugs in, and the SQL that must stand after the tables (each statement may run again). */
export interface Wing {
  readonly sockets: readonly Socket[];
  readonly answers?: readonly Answer[];
  readonly tasks?: readonly Task[];
  readonly statements?: readonly string[];
}
