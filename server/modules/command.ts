import type { Readable } from 'node:stream';
import type { Issue } from '../../engine/core/index.ts';
import type { QueryCall } from './query.ts';
import type { SystemServices } from './services.ts';

/** A record to add, or with an id to change. */
export interface SavedRow {
  readonly key: string;
  readonly id?: string;
  readonly version?: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** What came of one row. `version` of a refused one: the record was changed meanwhile, and stands so now. */
export type SavedOutcome =
  | { readonly key: string; readonly ok: true; readonly id: string; readonly version: number }
  | { readonly key: string; readonly ok: false; readonly issues: readonly Issue[]; readonly version?: number };

/** What a module may ask and do for a person. */
export interface PersonCall extends Pick<QueryCall, 'actor' | 'currency' | 'list' | 'sum'> {
  readonly tenant: string;
  readonly timeZone: string;
  readonly culture: string;
  /** Whether the person's grants hold this code on some rows of an entity; given a field, whether they see it there. */
  can(entity: string, code: string, field?: string): boolean;
  /** For sums over an entity's rows: null where the person reads all of them, else the organisations whose rows they read. Throws `forbidden`. */
  organisations(entity: string): Promise<readonly string[] | null>;
  /** Statements of the module in the person's tenant, past grants and members' walls: what they answer is for the module to guard. */
  read(text: string, values: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  /**
   * Adds records of an entity as the person, and changes those that have an id, under every rule; each is judged alone and
   * answered by its key, and one that was answered before is not written again.
   */
  save(entity: string, rows: readonly SavedRow[]): Promise<readonly SavedOutcome[]>;
  /** Deletes a record as the person, under every rule. `[]`: done. Issues: it was refused. */
  remove(entity: string, id: string): Promise<readonly Issue[]>;
  readonly services: SystemServices;
  /** The module's own words in the reader's language; the key begins with the module, as `rating.line.fuel`. */
  say(key: string, params?: Readonly<Record<string, unknown>>): string;
  /** Tables as a file in the reader's language. */
  file(book: Book, format: BookFormat): Promise<AnsweredFile>;
  readonly tenantName: string;
  /** The words of a reason. */
  explain(reason: Issue): string;
  /** Throws `refused`. */
  refuse(...reasons: readonly Issue[]): never;
  /** Throws `forbidden`. */
  forbid(): never;
}

/** What a command may ask and do for the person who gave it. */
export interface CommandCall extends PersonCall {
  /** As the schema of the command has it; numbers and booleans that came as texts are none any more. */
  readonly body: Readonly<Record<string, unknown>>;
  /**
   * Orders work that goes on after the answer; `request` is what it is run with. Answers the id of its job, which
   * `GET /api/job` and the events of the person who ordered it tell about.
   */
  order(work: string, request: Readonly<Record<string, unknown>>): Promise<string>;
}

/** Tables as a file of their own: a sheet each in a workbook, one below the other on paper. Every text is final. */
export interface Book {
  readonly title: string;
  /** Label and value. */
  readonly facts: readonly (readonly [string, string])[];
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

/** A JSON schema, and examples where the document shows some. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Something that the business is asked to do and that is no entity's own step: `POST /api/{path}`, for everyone signed in. */
export interface Command {
  /** Two segments, as `membership/close`. */
  readonly path: string;
  readonly body: JsonSchema;
  readonly answer: JsonSchema;
  /** Right on an entity without which the command is forbidden. */
  readonly needs?: { readonly entity: string; readonly code: string };
  /** How often one person may ask in a minute. */
  readonly perMinute: number;
  run(call: CommandCall): Promise<unknown>;
}

export const defineCommand = (command: Command): Command => command;

/** A file that was handed in with a request for work. */
export interface HandedFile {
  readonly name: string;
  readonly objectName: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 in hexadecimal: the same file has the same one. */
  readonly hash: string;
}

/** What ordered work is run with: as the person who ordered it, with the rights that they have now. */
export interface WorkCall extends PersonCall {
  readonly job: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly files: readonly HandedFile[];
  open(file: HandedFile): Promise<Readable>;
  /** Runs `read` with the path of a file of this machine that holds the bytes. */
  local<T>(file: HandedFile, read: (path: string) => AsyncGenerator<T>): AsyncGenerator<T>;
  /** What an earlier attempt noted as `resume`, where the queue runs the work again after a stop; null at first. */
  readonly resume: unknown;
  /** Reports progress to the person who waits, and keeps what another attempt needs to resume. */
  progress(so: { readonly done?: number; readonly total?: number; readonly resume?: unknown }): Promise<void>;
  /** Aborted when the node stops: work comes to a place where it can be taken up again, and throws. */
  readonly signal: AbortSignal;
}

/** Work that a person orders and that goes on after the answer. What it returns is the job's result. */
export interface Work {
  /** As `claims.import`. */
  readonly name: string;
  run(call: WorkCall): Promise<Readonly<Record<string, unknown>>>;
}

export const defineWork = (name: string, run: Work['run']): Work => ({ name, run });

/** A door for files that work is done with: `POST /api/{path}` with parts `files`, answered with `{job}`. */
export interface Upload {
  /** Two segments, as `Claim/upload`. */
  readonly path: string;
  readonly needs: { readonly entity: string; readonly code: string };
  /** Most files of one request. */
  readonly most: number;
  /** Most bytes of one file. */
  readonly maxBytes: number;
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
