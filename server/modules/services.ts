import type { Readable } from 'node:stream';
import type { Issue } from '../../engine/core/index.ts';

/** What a module may do apart from a request's own transaction: as the system, which is a named actor of each tenant. */
export interface SystemServices {
  /** As the system role, past the tenants' walls: a statement names its tenant itself. */
  query(text: string, values: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  /** Rows in the text format of COPY, by a `COPY ... FROM STDIN` of the system role's: many of them at the least cost. */
  copy(text: string, rows: string): Promise<void>;
  /** Runs a transition or action of a record, in a transaction of its own. `[]`: done. Issues: it was refused. */
  act(of: RecordOf, action: string, input?: Readonly<Record<string, unknown>>): Promise<readonly Issue[]>;
  /**
   * The plain text of a record's secret, for the call that needs it (the key of an account elsewhere); null where there is
   * none. It goes into that call alone: never into a record, an answer, a log or the words of an error.
   */
  secret(of: RecordOf, field: string): Promise<string | null>;
  newId(): string;
  /** An HMAC with a key of this deployment: deterministic for a purpose and a text. */
  sign(purpose: string, text: string): string;
  /** The words of a module (`locales/<culture>/modules/<module>.json`) in a language. */
  say(culture: string, module: string, key: string, params?: Readonly<Record<string, unknown>>): string;
  /** Writes a mail as the tenant's own and hands it over, once per key. */
  mail(letter: Letter): Promise<void>;
  /** Bytes that outlive the call. */
  readonly files: ModuleFiles;
  /** Runs a job of a record apart from this call, at once or later; a second one with the same key takes the place of the first. */
  enqueue(job: string, of: RecordOf & { readonly action?: string }, when?: { at?: Date; key?: string }): Promise<void>;
  /** Writes what a person must look at into the exception log (`sysExLog`). */
  report(tenant: string, where: string, what: string): void;
}

/** A mail whose words are final. */
export interface Letter {
  readonly tenant: string;
  readonly to: string;
  readonly title: string;
  readonly text: string;
  /** What sends it, and of what it tells: both stand on its record. */
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

/** Files that a module keeps, as records of `file`: a person who may see a record's file field may open the file. */
export interface ModuleFiles {
  /** Answers the id of the file record. With a customer, its members find it among their own files. */
  keep(file: {
    readonly tenant: string;
    readonly customer: string | null;
    readonly name: string;
    readonly content: Buffer | Readable;
  }): Promise<string>;
  /** The whole file, for what is small. Throws `notFound`. */
  read(tenant: string, id: string): Promise<Buffer>;
  /** Removes the bytes and the record of a file; what is not there is no error. No record may point at it any more. */
  drop(tenant: string, id: string): Promise<void>;
  /** The same piece by piece. Throws `notFound`. */
  stream(tenant: string, id: string): Promise<Readable>;
}
