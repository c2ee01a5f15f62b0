import { issue, matchesWhole, type ActorFacts, type Issue } from '../../engine/core/index.ts';
import type { ModuleQuery, QueryCall } from './query.ts';
import type { Command, CommandCall, Download, JsonSchema, StationCall, Upload, Work } from './command.ts';
import type { RowQuery } from './row-query.ts';
import type { StartingRecords } from './starting-records.ts';
import type { SystemServices, RecordOf } from './services.ts';
import type { PublicQuestion } from './public.ts';

/** Re-exports what modules need for issues, so that they import nothing else. */
export { issue, matchesWhole, type Issue };
export { dayIn } from './day-in.ts';
export { defineQuery, type ModuleQuery, type QueryCall } from './query.ts';
export {
  bookFormats,
  defineCommand,
  defineDownload,
  defineUpload,
  defineWork,
  type AnsweredFile,
  type Book,
  type Picture,
  type BookFormat,
  type Command,
  type CommandCall,
  type Download,
  type HandedFile,
  type HeldGrant,
  type JsonSchema,
  type SavedOutcome,
  type SavedRow,
  type StationCall,
  type Upload,
  type Work,
  type WorkCall,
} from './command.ts';
export type { SystemServices, HttpCall, HttpReply, ModuleFiles, Letter, RecordOf } from './services.ts';
export type { RowQuery } from './row-query.ts';
export type { StartingRecords } from './starting-records.ts';
export { definePublic, type PublicCall, type PublicQuestion } from './public.ts';

/** The services for jobs, schedules and other work outside of requests. */
export interface ActingServices extends SystemServices {
  /** A call as the tenant's system actor; in English by default. */
  asSystem(tenant: string, body?: Readonly<Record<string, unknown>>, culture?: string): Promise<CommandCall>;
}

/** Statements in the transition's own transaction. */
export interface EffectTransaction {
  readonly query: RowQuery;
}

export interface EffectCall {
  readonly entity: string;
  readonly action: string;
  readonly tenant: string;
  /** The tenant's own currency, an ISO code. */
  readonly currency: string;
  /** The record with the transition's changes; canonical wire values. */
  readonly record: Readonly<Record<string, unknown>>;
  readonly input: Readonly<Record<string, unknown>>;
  readonly actor: ActorFacts;
  /** Unique for this step of this record, forever: the key for an effect's own rows. */
  readonly operationKey: string;
  readonly transaction: EffectTransaction;
  /**
   * Adds another record of the same entity as the person, under the rules of adding and with an audit entry. Answers
   * its id. Throws `refused`. Absent for start effects.
   */
  add?(values: Readonly<Record<string, unknown>>): Promise<string>;
}

/**
 * What an action posts to a book. Effects return it instead of writing, so that it is sent with the action's last
 * statements and batches of records share it.
 */
export interface Booking {
  /** A database function that takes `lines` as JSON and answers a refusal as `{code, ...params}`, or null. */
  readonly book: string;
  /** The same for many bookings, each line with its `link`: refusals by link, or null. */
  readonly bookEach: string;
  /** Prefix of refusal codes: `ledger` makes `ledger.belowFloor`. */
  readonly words: string;
  readonly lines: readonly object[];
}

/**
 * Runs in the transition's transaction. Answers changes of the record and a booking, or the issues that refuse the
 * transition.
 */
export interface Effect {
  readonly kind: 'effect';
  readonly name: string;
  run(call: EffectCall): Promise<{ patch?: Record<string, unknown>; issues?: Issue[]; booking?: Booking } | void>;
}

/** The record as it is when the job runs. */
export interface JobCall extends Omit<EffectCall, 'transaction' | 'input' | 'currency'> {
  readonly services: ActingServices;
}

/** Runs after commit, from the outbox, retried until it succeeds; must be idempotent on `operationKey`. */
export interface Job {
  readonly kind: 'job';
  readonly name: string;
  run(call: JobCall): Promise<void>;
}

/** The person's action is committed; the external call has not been made yet. */
export interface CallOf extends RecordOf {
  readonly action: string;
  /** The action's input. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly actor: ActorFacts;
  readonly services: ActingServices;
  /** The rows that this person may read. */
  list: QueryCall['list'];
  /** Adds a record as this person, under all rules, in its own transaction. `[]`: done. Issues: refused. */
  add(entity: string, record: Readonly<Record<string, unknown>>): Promise<readonly Issue[]>;
}

/**
 * Runs after the commit and before the answer, outside of a transaction: for calls to other servers. Repeated for a
 * repeated request, so it must be idempotent. Issues turn the answer into a refusal although the transition stays;
 * `goTo` redirects the person.
 */
export interface ExternalCall {
  readonly kind: 'call';
  readonly name: string;
  run(call: CallOf): Promise<{ goTo?: string; issues?: readonly Issue[] } | void>;
}

/** Computes a field from the record on every write. Pure. */
export interface Value {
  readonly kind: 'value';
  readonly name: string;
  run(record: Readonly<Record<string, unknown>>): unknown;
}

/**
 * Validates a whole record of an entity on every write (form, inline, import, preview, bulk, API, action), for checks
 * that rules cannot express, such as a sheet's cells. Pure. Issues name the path.
 */
export interface Check {
  readonly entity: string;
  run(record: Readonly<Record<string, unknown>>): readonly Issue[];
}

/** Drafts of new records before validation, with their defaults. */
export interface FillerCall {
  readonly records: readonly Readonly<Record<string, unknown>>[];
  /** Reads in the adding transaction; it must not write, because a single record cannot be rolled back. */
  readonly query: RowQuery;
}

/**
 * Fills in new records of an entity in every code path (form, import, preview, bulk, API, module), before references,
 * computed fields and rules. Answers changes for each, or null; read-only fields may be set.
 */
export interface Filler {
  readonly entity: string;
  run(call: FillerCall): Promise<readonly (Readonly<Record<string, unknown>> | null)[]>;
}

export const defineFiller = (entity: string, run: Filler['run']): Filler => ({ entity, run });

export const defineCheck = (entity: string, run: Check['run']): Check => ({ entity, run });

export type Handler = Effect | Job | ExternalCall | Value;

export const defineEffect = (name: string, run: Effect['run']): Effect => ({ kind: 'effect', name, run });
export const defineJob = (name: string, run: Job['run']): Job => ({ kind: 'job', name, run });
export const defineExternalCall = (name: string, run: ExternalCall['run']): ExternalCall => ({
  kind: 'call',
  name,
  run,
});
export const defineValue = (name: string, run: Value['run']): Value => ({ kind: 'value', name, run });

/** The context of a scheduled task, over all tenants. */
export interface ScheduleCall {
  /** As the system role, across tenants. */
  readonly query: RowQuery;
  /** Absent in scripts that run a single task. */
  readonly services?: ActingServices;
}

/** A task for timers. Answers how many rows it affected; errors are logged. */
export interface Schedule {
  readonly name: string;
  /** Default schedule on a new platform, as cron in UTC. */
  readonly cron: string;
  run(call: ScheduleCall): Promise<number>;
}

export const defineSchedule = (name: string, cron: string, run: Schedule['run']): Schedule => ({ name, cron, run });

/**
 * Continuous work of every node beside the queue, for what must follow within a second. Nodes run it concurrently, so
 * it must claim its work.
 */
export interface Loop {
  readonly name: string;
  /** Milliseconds between rounds without work; after one with work the next follows at once. */
  readonly every: number;
  /** One round; answers how much work there was. */
  run(services: ActingServices): Promise<number>;
  /** Waits for work that rounds have started, before the node stops. */
  settle(): Promise<void>;
}

export const defineLoop = (name: string, every: number, run: Loop['run'], settle: Loop['settle']): Loop => ({
  ...{ name, every, run, settle },
});

/** A message of another server: `POST /api/{path}`, without a session. */
export interface WebhookCall {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The raw bytes, which a signature covers. */
  readonly body: Buffer;
  readonly services: ActingServices;
}

/** An endpoint for messages of other servers. It must verify everything itself. Issues: answered with 400. */
export interface Webhook {
  /** Two segments, such as `payments/stripe`. */
  readonly path: string;
  run(call: WebhookCall): Promise<readonly Issue[]>;
}

export const defineWebhook = (path: string, run: Webhook['run']): Webhook => ({ path, run });

/** A request of a device with a token that the module issued. */
export interface DeviceCall {
  /** The bearer token; empty if missing. */
  readonly token: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Aborted when the device disconnects or the node stops; waiting must end then. */
  readonly signal: AbortSignal;
  readonly services: ActingServices;
  /** Throws `refused`. */
  refuse(...reasons: readonly Issue[]): never;
  /** Throws `noSession`: the token is unknown. */
  unknown(): never;
}

/** An endpoint for devices: `POST /api/{path}` without a session. It authenticates the device token itself. */
export interface Device {
  /** Two segments, such as `PrintAgent/take`. */
  readonly path: string;
  readonly body: JsonSchema;
  readonly answer: JsonSchema;
  /** Rate limit per address and minute, for endpoints where tokens could be guessed. */
  readonly perMinute?: number;
  /** Bytes are answered as they are, everything else in the envelope. */
  run(call: DeviceCall): Promise<unknown>;
}

export const defineDevice = (device: Device): Device => device;

/** A document with final texts in the reader's language. */
export interface Layout {
  readonly culture: string;
  readonly title: string;
  /** Label and value. */
  readonly facts: readonly (readonly [string, string])[];
  /** `share` of the width; numbers are right-aligned. */
  readonly columns: readonly { readonly header: string; readonly share: number; readonly number?: boolean }[];
  readonly lines: readonly (readonly string[])[];
  /** Footer rows in the table's columns. */
  readonly foot: readonly (readonly string[])[];
}

export interface DocumentCall extends QueryCall {
  readonly culture: string;
  readonly tenantName: string;
  /** A message such as `statement.title`. */
  say(key: string, params?: Readonly<Record<string, unknown>>): string;
  /** The label of an entity's field. */
  field(entity: string, name: string): string;
  /**
   * All matching rows in the reader's language: columns by name, and wire values under `raw`. Throws `forbidden`, or
   * `refused` with `export.tooMany`.
   */
  rows(
    query: Readonly<Record<string, string>>,
    columns: readonly string[],
  ): Promise<readonly { words: Readonly<Record<string, string>>; raw: Readonly<Record<string, unknown>> }[]>;
}

/** The PDF layout of an entity's list; lists without one offer no PDF. */
export interface Document {
  readonly entity: string;
  run(call: DocumentCall): Promise<{ layout: Layout } | { issues: Issue[] }>;
}

export const defineDocument = (entity: string, run: Document['run']): Document => ({ entity, run });

/**
 * Hourly sums of an append-only entity that a module maintains, so that totals need not read every line. The table has
 * `tenant_id`, `hour`, the grouping fields by name, `lines` (a count) and a column per sum; an hour may have several
 * rows. Always exact.
 */
export interface Projection {
  readonly entity: string;
  /** With its schema, such as `ledger.turnover`. */
  readonly table: string;
  /** The time field that is grouped by hour. */
  readonly time: string;
  readonly by: readonly string[];
  readonly sums: readonly string[];
}

/** A sheet as texts by row; merged cells repeat their value. */
export interface FileSheet {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
  /** Rows and columns that are not shown when the file is opened. */
  readonly hidden?: { readonly rows: readonly number[]; readonly columns: readonly number[] };
}

/** A record as parsed. It is not imported if it has issues, whose path is a cell. */
export interface FoundRecord {
  /** A stable position of the record in the file. */
  readonly at: string;
  readonly title: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** A summary message with counts. */
  readonly summary: Issue;
  /** Free-text notes of the file, to show to the person. */
  readonly notes: readonly string[];
  readonly issues: readonly Issue[];
}

/** The input of a reader: the file's name and the person's choices. */
export interface ReaderCall {
  readonly name: string;
  readonly sheets: readonly FileSheet[];
  /** By field, and by the reader's questions. */
  readonly given: Readonly<Record<string, string>>;
}

/** A question beside the record's fields; `label` is the key of a message. */
export interface ReaderQuestion {
  readonly name: string;
  readonly label: string;
}

/**
 * Reads files in a foreign layout into records of an entity. Pure: depends on the file only. An empty list: unknown
 * layout.
 */
export interface Reader {
  readonly entity: string;
  /** Fields that a person may fill in or change for each record before the import. */
  readonly asks: readonly string[];
  read(call: ReaderCall): { readonly records: readonly FoundRecord[]; readonly questions?: readonly ReaderQuestion[] };
}

export const defineReader = (entity: string, reader: Omit<Reader, 'entity'>): Reader => ({ entity, ...reader });

/** What a scope of an API key allows: calls such as `POST Order/add`, and body fields that the scope fixes. */
export interface KeyScope {
  /** The name in a key's record. */
  readonly name: string;
  readonly calls: readonly { readonly call: string; readonly sets?: Readonly<Record<string, unknown>> }[];
}

/** A business module: its contributions, and SQL that runs after the tables (repeatable). */
export interface ServerModule {
  readonly handlers: readonly Handler[];
  readonly checks?: readonly Check[];
  readonly fillers?: readonly Filler[];
  readonly queries?: readonly ModuleQuery[];
  readonly commands?: readonly Command[];
  readonly works?: readonly Work[];
  readonly uploads?: readonly Upload[];
  readonly downloads?: readonly Download[];
  readonly publics?: readonly PublicQuestion[];
  readonly webhooks?: readonly Webhook[];
  readonly devices?: readonly Device[];
  readonly schedules?: readonly Schedule[];
  readonly loops?: readonly Loop[];
  readonly documents?: readonly Document[];
  readonly projections?: readonly Projection[];
  readonly readers?: readonly Reader[];
  readonly scopes?: readonly KeyScope[];
  readonly stationCalls?: readonly StationCall[];
  readonly startingRecords?: readonly StartingRecords[];
  /** Numbers that a searched text contains in another form, such as a scanned bar code: they are searched too. */
  readonly numbers?: readonly ((text: string) => readonly string[])[];
  /** Entities whose readers are reviewed each quarter, and need a second factor where the tenant's setting asks for one. */
  readonly restricted?: readonly string[];
  readonly ddl?: readonly string[];
}
