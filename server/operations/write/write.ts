import { createHash } from 'node:crypto';
import type { Entity } from '../../../engine/core/index.ts';
import { AppError } from '../../errors.ts';
import type { Rows } from '../../store/batch.ts';
import { prepared, type Transaction } from '../../store/database.ts';
import { storeAnswerSql, type AuditEntry, type Change, type Closing, type Key } from '../../store/idempotency-sql.ts';
import type { SqlQuery } from '../../store/sql.ts';
import type { Actor, Context } from '../context.ts';
import { momentIn } from '../moment.ts';
import { Steps } from './steps.ts';
import { IdempotentReplay } from './write-outcomes.ts';

type Values = Readonly<Record<string, unknown>>;

/** The actor, the entity, and the key under which the answer is stored. */
export interface WriteRequest {
  readonly actor: Actor;
  readonly entity: Entity;
  readonly key: string | null;
  /** Path and body, which tell a repeated request from a reused key. */
  readonly fingerprint: string;
}

/** How several mutations share one transaction: in one batch with one rule budget, or as requests with a budget each. */
export type BatchKind = 'bulk' | 'independent';

/** One write transaction, entered as the actor. */
export class Write {
  readonly now: string;
  readonly steps: Steps;
  readonly key: Key | null;

  constructor(
    readonly context: Context,
    readonly request: WriteRequest,
    readonly transaction: Transaction,
    /** Null for a single record. In a batch, work that must run per record throws `NotBatchable`. */
    readonly batch: BatchKind | null = null,
  ) {
    this.now = momentIn(request.actor.timeZone, context.clock());
    this.steps = new Steps(batch === 'independent');
    this.key = keyOf(request);
  }

  run(...parts: readonly SqlQuery[]): Promise<Rows[]> {
    return this.transaction.run(...parts.map((each) => prepared(each, this.request.actor)));
  }

  /** The last statements and the commit, in one round trip. */
  end(...parts: readonly SqlQuery[]): Promise<Rows[]> {
    return this.transaction.end(...parts.map((each) => prepared(each, this.request.actor)));
  }

  /** Variables that rules may refer to. */
  bindings(record: Values, old: Values | null, input: Values = {}, budget = this.steps.of(old)) {
    const { facts } = this.request.actor;
    return { record, old, input, actor: facts, now: this.now, today: this.now.slice(0, 10), budget };
  }

  /**
   * Begins and runs these statements in the same round trip. Throws `IdempotentReplay` for a key with a stored answer.
   */
  async open(...also: readonly SqlQuery[]): Promise<Rows[]> {
    if (this.key === null && also.length === 0) return [];
    const rows = await this.run(...also);
    const { storedAnswer: kept } = this.transaction;
    if (kept === null) return rows;
    const end = kept.indexOf(':');
    if (kept.slice(0, end) !== this.key?.hash.toString('hex')) throw new AppError('keyReused');
    throw new IdempotentReplay(kept.slice(end + 1));
  }

  /** Stores the answer under the request's key, if any; for writes without an audit entry. */
  keeping(answer: unknown): SqlQuery[] {
    const stored = this.storedAnswer(answer);
    return stored ? [storeAnswerSql(stored)] : [];
  }

  /** The audit entry of a write, and the answer for the request's key. */
  closing(record: string, verb: string, version: number, changes: readonly Change[], answer: unknown): Closing {
    return { audit: this.auditEntry(record, verb, version, changes), storedAnswer: this.storedAnswer(answer) };
  }

  auditEntry(record: string, verb: string, version: number, changes: readonly Change[]): AuditEntry {
    const { actor, entity } = this.request;
    return { id: this.context.newId(), entity: entity.name, record, verb, version, by: actor.facts.id, changes };
  }

  private storedAnswer(answer: unknown): Closing['storedAnswer'] {
    return this.key && { ...this.key, answer: JSON.stringify(answer) };
  }
}

/** The idempotency key of a request, with its hash. */
export function keyOf({ actor, key, fingerprint }: WriteRequest): Key | null {
  if (key === null) return null;
  return { account: actor.facts.id, key, hash: createHash('sha256').update(fingerprint).digest() };
}

/**
 * Runs a write in one transaction and answers its result; a repeated key gets the stored answer. If `work` throws,
 * everything is rolled back including the key, so that a refused request may be retried.
 */
export async function write<T>(
  context: Context,
  request: WriteRequest,
  work: (write: Write) => Promise<T>,
  batch: BatchKind | null = null,
): Promise<T> {
  try {
    return await context.database.write(
      request.actor.entrance,
      (transaction) => work(new Write(context, request, transaction, batch)),
      request.key,
    );
  } catch (error) {
    if (error instanceof IdempotentReplay) return JSON.parse(error.answer) as T;
    throw error;
  }
}
