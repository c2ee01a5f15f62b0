import type { Readable } from 'node:stream';
import type { Issue } from '../../engine/core/index.ts';
import type { RowQuery } from './row-query.ts';

/**
 * A call to another server. Its answer has at most a megabyte; a redirect is an answer like any other, because
 * credentials go nowhere else.
 */
export interface HttpCall {
  /** On whose behalf: limits and the circuit breaker are kept for each tenant and account. */
  readonly tenant: string;
  readonly account?: string;
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, a text as it is. */
  readonly body?: object | string;
  /**
   * The call may run twice: it only reads, or the other server recognises a key in it. Then it is also retried if its
   * outcome is unknown. Otherwise only what was certainly not received is retried. True for `GET` by default.
   */
  readonly repeatable?: boolean;
  /** Milliseconds for one attempt; 5,000 by default. */
  readonly timeoutMs?: number;
  /** The address was written by the operator and not by a tenant, so it may be within our own network. */
  readonly ownNetwork?: boolean;
}

/**
 * `answered`: with any status. `unsent`: it was certainly not received (the circuit is open, too many calls, no
 * connection); `retryAt` in milliseconds where it is known. `lost`: sent without a complete answer, so look up what
 * happened before trying again.
 */
export type HttpReply =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: Readonly<Record<string, unknown>>;
      readonly text: string;
    }
  | { readonly kind: 'unsent'; readonly retryAt: number | null }
  | { readonly kind: 'lost' };

/** Services for module code running outside a request, as the tenant's system actor. */
export interface SystemServices {
  /** As the system role, across tenants: a statement must name its tenant. */
  readonly query: RowQuery;
  /** Like `query`, for what takes long and changes nothing: a standby may answer, with everything that is committed now. */
  readonly queryReport: RowQuery;
  /** Inserts many rows by `COPY ... FROM STDIN` in text format, as the system role. */
  copy(text: string, rows: string): Promise<void>;
  /** Runs a transition or action of a record in its own transaction. `[]`: done. Issues: refused. */
  act(of: RecordOf, action: string, input?: Readonly<Record<string, unknown>>): Promise<readonly Issue[]>;
  /** Runs a transition or action of many records in as few transactions as possible. Answers the refused ones by id. */
  actOnEach(of: RecordsOf, action: string): Promise<ReadonlyMap<string, readonly Issue[]>>;
  /**
   * Decrypts a record's secret for an external call (an account's key); null if unset. It must never reach a record, an
   * answer, a log or an error message.
   */
  secret(of: RecordOf, field: string): Promise<string | null>;
  /**
   * Calls another server: with a time limit, three attempts, a rate limit per account, and a circuit breaker that spares
   * a server that is down. Never throws.
   *
   * @example
   *   const reply = await services.http({ tenant, account: id, url: `${base}/rates`, headers: { authorization: key } });
   *   const rates = reply.kind === 'answered' && reply.status === 200 ? JSON.parse(reply.text) : null;
   */
  http(call: HttpCall): Promise<HttpReply>;
  /** The present moment; tests move it. */
  clock(): Date;
  newId(): string;
  /** This process, for leases: `<number of its node>:<a name of its own>`. */
  worker(): string;
  /** Numbers of the nodes that are connected; a lease of another one may be taken over. */
  livingNodes(): Promise<readonly number[]>;
  /** An HMAC with a key of this deployment: deterministic for a purpose and a text. */
  sign(purpose: string, text: string): string;
  /** Whether a signature is this text's. */
  isSigned(purpose: string, text: string, signature: string): boolean;
  /** A message of a module (`locales/<culture>/modules/<module>.json`) in a language. */
  say(culture: string, module: string, key: string, params?: Readonly<Record<string, unknown>>): string;
  /** Sends a mail in the tenant's name, once per key. */
  mail(letter: Letter): Promise<void>;
  /** Persistent files. */
  readonly files: ModuleFiles;
  /** Enqueues a record's job, now or later; a second one with the same key replaces the first. */
  enqueue(job: string, of: RecordOf & { readonly action?: string }, when?: { at?: Date; key?: string }): Promise<void>;
  /** Adds an entry to the exception log (`sysExLog`), for a person to look at. */
  report(tenant: string, where: string, what: string): void;
}

/** A mail with final texts. */
export interface Letter {
  readonly tenant: string;
  readonly to: string;
  readonly title: string;
  readonly text: string;
  /** Template and subject record, both stored on the mail's record. */
  readonly template: string;
  readonly about: string;
  readonly culture: string;
  readonly key: string;
}

export interface RecordOf {
  readonly tenant: string;
  readonly entity: string;
  readonly id: string;
}

export interface RecordsOf {
  readonly tenant: string;
  readonly entity: string;
  readonly ids: readonly string[];
}

/** Files of modules, as records of `file`: people who may see a record's file field may open the file. */
export interface ModuleFiles {
  /** Stores a file and answers its record's id. With a customer, its members find it among their own files. */
  keep(file: {
    readonly tenant: string;
    readonly customer: string | null;
    readonly name: string;
    readonly content: Buffer | Readable;
  }): Promise<string>;
  /** Reads a small file completely. Throws `notFound`. */
  read(tenant: string, id: string): Promise<Buffer>;
  /** Deletes the bytes and the record of a file; a missing one is ignored. No record may reference it any more. */
  drop(tenant: string, id: string): Promise<void>;
  /** Streams a file. Throws `notFound`. */
  stream(tenant: string, id: string): Promise<Readable>;
}
