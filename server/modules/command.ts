import type { Readable } from 'node:stream';
import type { Issue } from '../../engine/core/index.ts';
import type { QueryCall } from './query.ts';
import type { RowQuery } from './row-query.ts';
import type { SystemServices } from './services.ts';

/** A record to add, or with an id to change. */
export interface SavedRow {
  readonly key: string;
  readonly id?: string;
  readonly version?: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Result of one row. `version` of a refused one: the current version after a concurrent change. */
export type SavedOutcome =
  | { readonly key: string; readonly ok: true; readonly id: string; readonly version: number }
  | { readonly key: string; readonly ok: false; readonly issues: readonly Issue[]; readonly version?: number };

/** What a module may read and do for a person. */
export interface PersonCall extends Pick<QueryCall, 'actor' | 'currency' | 'list' | 'sum'> {
  readonly tenant: string;
  readonly timeZone: string;
  readonly culture: string;
  /** Whether the person's grants have this code on some rows of an entity; with a field, whether they see it there. */
  can(entity: string, code: string, field?: string): boolean;
  /**
   * For sums over an entity's rows: null if the person reads all of them, else the organisations whose rows they read.
   * Throws `forbidden`.
   */
  organisations(entity: string): Promise<readonly string[] | null>;
  /** Runs SQL in the person's tenant without grants and member policies: the module must restrict the answer itself. */
  readonly read: RowQuery;
  /** Like `read`, for what takes long and changes nothing: a standby may answer, with everything that is committed now. */
  readonly report: RowQuery;
  /**
   * Adds and changes records of an entity as the person, under all rules; each is validated separately and answered by
   * its key, and repeated ones are not written again.
   */
  save(entity: string, rows: readonly SavedRow[]): Promise<readonly SavedOutcome[]>;
  /** Deletes a record as the person, under all rules. `[]`: done. Issues: refused. */
  remove(entity: string, id: string): Promise<readonly Issue[]>;
  readonly services: SystemServices;
  /** A message of the module in the reader's language; the key begins with the module, as `rating.line.fuel`. */
  say(key: string, params?: Readonly<Record<string, unknown>>): string;
  /** Tables as a file in the reader's language. */
  file(book: Book, format: BookFormat): Promise<AnsweredFile>;
  readonly tenantName: string;
  /** The message of an issue. */
  explain(reason: Issue): string;
  /** Throws `refused`. */
  refuse(...reasons: readonly Issue[]): never;
  /** Throws `forbidden`. */
  forbid(): never;
}

/** A person's grants on an entity, with labels. */
export interface HeldGrant {
  readonly entity: string;
  readonly path: string;
  readonly title: string;
  readonly codes: readonly { readonly code: string; readonly word: string }[];
  readonly fields: readonly { readonly name: string; readonly word: string }[];
  /** Fields that they do not see on any row. */
  readonly hidden: readonly string[];
}

/** What a command may read and do for its caller. */
export interface CommandCall extends PersonCall {
  /** The shared station at which the person is signed in; null elsewhere. */
  readonly station: string | null;
  /** All that the caller may do, for handing it on. */
  held(): readonly HeldGrant[];
  /** Validated by the command's schema; numbers and booleans sent as texts are converted. */
  readonly body: Readonly<Record<string, unknown>>;
  /**
   * Orders background work with `request` as its input. Answers the job's id; its progress is at `GET /api/job` and in
   * the person's events.
   */
  order(work: string, request: Readonly<Record<string, unknown>>): Promise<string>;
}

export interface Picture {
  readonly type: 'png' | 'jpeg';
  readonly bytes: Buffer;
}

/** Tables as a file: a sheet each in a workbook, one below the other in a document. All texts are final. */
export interface Book {
  readonly title: string;
  /** Label and value. */
  readonly facts: readonly (readonly [string, string])[];
  /** PNG or JPEG; it stands beside the title. */
  readonly logo?: Picture | null;
  readonly tables: readonly {
    readonly title: string;
    readonly note: string;
    /** `share` of the width on paper. */
    readonly columns: readonly { readonly header: string; readonly share: number; readonly number?: boolean }[];
    readonly lines: readonly (readonly (string | number | null)[])[];
  }[];
}

export const bookFormats = ['xlsx', 'pdf'] as const;
export type BookFormat = (typeof bookFormats)[number];

/** A file inside an answer; `content` is base64. */
export interface AnsweredFile {
  readonly name: string;
  readonly mediaType: string;
  readonly content: string;
}

/** A JSON schema, with examples for the OpenAPI document. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A command that belongs to no entity: `POST /api/{path}`, for everyone signed in. */
export interface Command {
  /** Two segments, such as `membership/close`. */
  readonly path: string;
  readonly body: JsonSchema;
  readonly answer: JsonSchema;
  /** The right on an entity that the command requires. */
  readonly needs?: { readonly entity: string; readonly code: string };
  /** Rate limit per person and minute. */
  readonly perMinute: number;
  /** Begins something that must not begin twice: a repeated idempotency key gets the first answer. */
  readonly once?: boolean;
  /** Open to sessions of shared stations: as an act of the person, which keeps the session open, or as a look. */
  readonly atStation?: 'act' | 'look';
  run(call: CommandCall): Promise<unknown>;
}

export const defineCommand = (command: Command): Command => command;

/** A call that is no command, open to sessions of shared stations as an act of the person. */
export interface StationCall {
  /** Below `/api/`, such as `Level/add`; a `POST`. */
  readonly path: string;
  /** The right that the person needs. */
  readonly needs: { readonly entity: string; readonly code: string };
  /** The fields that the body may have; others are refused, and so are lists of records. */
  readonly takes: readonly string[];
}

/** An uploaded file of ordered work. */
export interface HandedFile {
  readonly name: string;
  readonly objectName: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
}

/** What ordered work runs with: as the person who ordered it, with their current rights. */
export interface WorkCall extends PersonCall {
  readonly job: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly files: readonly HandedFile[];
  open(file: HandedFile): Promise<Readable>;
  /** Runs `read` with a local path of the file. */
  local<T>(file: HandedFile, read: (path: string) => AsyncGenerator<T>): AsyncGenerator<T>;
  /** The `resume` state stored by an earlier attempt that was stopped; null at first. */
  readonly resume: unknown;
  /** Reports progress to the person who waits, and keeps what another attempt needs to resume. */
  progress(so: { readonly done?: number; readonly total?: number; readonly resume?: unknown }): Promise<void>;
  /** Aborted when the node stops: work must reach a resumable point and throw. */
  readonly signal: AbortSignal;
}

/** Background work ordered by a person. Its return value is the job's result. */
export interface Work {
  /** Such as `claims.import`. */
  readonly name: string;
  run(call: WorkCall): Promise<Readonly<Record<string, unknown>>>;
}

export const defineWork = (name: string, run: Work['run']): Work => ({ name, run });

/** An upload for work: `POST /api/{path}` with parts `files`, answered with `{job}`. */
export interface Upload {
  /** Two segments, such as `Claim/upload`. */
  readonly path: string;
  readonly needs: { readonly entity: string; readonly code: string };
  /** Maximum files per request. */
  readonly most: number;
  /** Maximum bytes per file. */
  readonly maxBytes: number;
  /** The work refuses empty files, each by itself; else one refuses the whole request. */
  readonly takesEmpty?: boolean;
  /** The name of the work. */
  readonly work: string;
}

export const defineUpload = (upload: Upload): Upload => upload;

/** A command whose answer is a file: `POST /api/{path}`, answered with its bytes; a refusal is answered as always. */
export interface Download extends Omit<Command, 'answer' | 'run'> {
  run(call: CommandCall): Promise<{
    readonly name: string;
    readonly mediaType: string;
    readonly content: Buffer | Readable;
  }>;
}

export const defineDownload = (download: Download): Download => download;
