import { issue, matchesWhole, type ActorFacts, type Issue } from '../../engine/core/index.ts';
import type { ModuleQuery, QueryCall } from './query.ts';
import type { Command, CommandCall, Download, JsonSchema, Upload, Work } from './command.ts';
import type { SystemServices, RecordOf } from './services.ts';
import type { PublicQuestion } from './public.ts';

/** A module speaks of refusals as everybody does, and imports nothing else. */
export { issue, matchesWhole, type Issue };
export { defineQuery, type ModuleQuery, type QueryCall } from './query.ts';
export {
  bookFormats,
  defineCommand,
  defineDownload,
  defineUpload,
  defineWork,
  type AnsweredFile,
  type Book,
  type BookFormat,
  type Command,
  type CommandCall,
  type Download,
  type HandedFile,
  type JsonSchema,
  type SavedOutcome,
  type SavedRow,
  type Upload,
  type Work,
  type WorkCall,
} from './command.ts';
export type { SystemServices, ModuleFiles, Letter, RecordOf } from './services.ts';
export { definePublic, type PublicCall, type PublicQuestion } from './public.ts';

/** The services of jobs, schedules and everything else that runs outside a request. */
export interface ActingServices extends SystemServices {
  /** A call as the system of a tenant: what a command asks and does for a person, without one; in English unless said. */
  asSystem(tenant: string, body?: Readonly<Record<string, unknown>>, culture?: string): Promise<CommandCall>;
}

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
  /**
   * Adds another record of the same entity beside the step, as the person and under the rules of adding; with a line of its
   * own in the trail. Answers its id. Throws `refused`. An effect of a record's beginning has none.
   */
  add?(values: Readonly<Record<string, unknown>>): Promise<string>;
}

/**
 * What a step writes into a book beside its record. An effect answers it instead of writing, so that it travels with the
 * step's last statements, and what many records book travels together.
 */
export interface Booking {
  /** A function of the database that takes `lines` as JSON and answers why they are refused, as `{code, ...params}`, or null. */
  readonly book: string;
  /** The same for many, each line with its `link`: refusals by link, or null. */
  readonly bookEach: string;
  /** What stands before the code of a refusal: `ledger` makes `ledger.belowFloor`. */
  readonly words: string;
  readonly lines: readonly object[];
}

/** Runs in the transition's transaction. Answers a patch for the record and what is booked, or the issues that refuse the transition. */
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

/** The person's own step has been committed; what is outside has not been asked yet. */
export interface CallOf extends RecordOf {
  readonly action: string;
  /** What the step was asked with. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly actor: ActorFacts;
  readonly services: ActingServices;
  /** The rows that this person may read. */
  list: QueryCall['list'];
  /** Adds a record as this person, under every rule, in a transaction of its own. `[]`: done. Issues: it was refused. */
  add(entity: string, record: Readonly<Record<string, unknown>>): Promise<readonly Issue[]>;
}

/**
 * Runs after commit, before the answer goes out, outside of any transaction: the place to ask a server that is not ours.
 * Run again for a repeated request, so it must be idempotent. Issues turn the answer into a refusal, though the step
 * stands; `goTo` is an address that the person is sent to.
 */
export interface ExternalCall {
  readonly kind: 'call';
  readonly name: string;
  run(call: CallOf): Promise<{ goTo?: string; issues?: readonly Issue[] } | void>;
}

/** Computes one field on every write, from the record. Pure. */
export interface Value {
  readonly kind: 'value';
  readonly name: string;
  run(record: Readonly<Record<string, unknown>>): unknown;
}

/**
 * Judges a whole record of one entity on every write of it, whichever way it came (form, inline, import and its preview, bulk,
 * API, an action): what a table of rules cannot say, such as the cells of a sheet. Pure. Issues name the place.
 */
export interface Check {
  readonly entity: string;
  run(record: Readonly<Record<string, unknown>>): readonly Issue[];
}

/** New records before anything is judged, as they were typed and with their defaults. */
export interface FillerCall {
  readonly records: readonly Readonly<Record<string, unknown>>[];
  /** Reads in the transaction that adds them; what it writes could not be taken back for one of them alone. */
  query(text: string, values: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
}

/**
 * Fills in new records of one entity on every way in (form, import and its preview, bulk, API, a module), before references,
 * computed fields and rules are settled. Answers a patch for each, or null; also fields that nobody types may be in it.
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

/** What the system does by the clock, over all tenants. */
export interface ScheduleCall {
  /** As the system role, past the tenants' walls. */
  query: SystemServices['query'];
  /** Of a node that runs; a script that runs one task by itself has none. */
  readonly services?: ActingServices;
}

/** Work that a timer may name. It answers how many rows it was about; what it throws is noted where failures are looked at. */
export interface Schedule {
  readonly name: string;
  /** When a new platform runs it, as cron in UTC. */
  readonly cron: string;
  run(call: ScheduleCall): Promise<number>;
}

export const defineSchedule = (name: string, cron: string, run: Schedule['run']): Schedule => ({ name, cron, run });

/**
 * Work that every node does again and again while it runs, apart from the queue: what must follow within a second. Nodes do
 * it at the same time, so it takes what it works on for itself.
 */
export interface Loop {
  readonly name: string;
  /** Milliseconds between two rounds when there was nothing to do; after one with work the next follows at once. */
  readonly every: number;
  /** One round; answers how much there was to do. */
  run(services: ActingServices): Promise<number>;
  /** Waits for what rounds have begun, before the node stops. */
  settle(): Promise<void>;
}

export const defineLoop = (name: string, every: number, run: Loop['run'], settle: Loop['settle']): Loop => ({
  ...{ name, every, run, settle },
});

/** A message from a server that is not ours: `POST /api/{path}`, without a session. */
export interface WebhookCall {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** As it came over the wire, which is what a signature speaks of. */
  readonly body: Buffer;
  readonly services: ActingServices;
}

/** An endpoint for messages of other servers. It trusts nothing but what it has verified itself. Issues: answered with 400. */
export interface Webhook {
  /** Two segments, as `payments/stripe`. */
  readonly path: string;
  run(call: WebhookCall): Promise<readonly Issue[]>;
}

export const defineWebhook = (path: string, run: Webhook['run']): Webhook => ({ path, run });

/** A request of a device: a machine with a token of its own, which the module gave it and knows it by. */
export interface DeviceCall {
  /** What stands behind `Bearer`; empty where there is none. */
  readonly token: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Aborted when the device hangs up or the node stops: what waits for something comes to its end. */
  readonly signal: AbortSignal;
  readonly services: ActingServices;
  /** Throws `refused`. */
  refuse(...reasons: readonly Issue[]): never;
  /** Throws `noSession`: the token opens nothing. */
  unknown(): never;
}

/** An endpoint for devices: `POST /api/{path}` without a session. It authenticates the device token itself. */
export interface Device {
  /** Two segments, as `PrintAgent/take`. */
  readonly path: string;
  readonly body: JsonSchema;
  readonly answer: JsonSchema;
  /** How often one address may ask in a minute, where a guess could open the door. */
  readonly perMinute?: number;
  /** Bytes go out as they are, everything else in the envelope. */
  run(call: DeviceCall): Promise<unknown>;
}

export const defineDevice = (device: Device): Device => device;

/** A document as it is laid out: every text final, in the reader's language. */
export interface Layout {
  readonly culture: string;
  readonly title: string;
  /** Label and value, one beside the other. */
  readonly facts: readonly (readonly [string, string])[];
  /** `share` of the width; numbers stand to the right. */
  readonly columns: readonly { readonly header: string; readonly share: number; readonly number?: boolean }[];
  readonly lines: readonly (readonly string[])[];
  /** Rows under the table, in its columns. */
  readonly foot: readonly (readonly string[])[];
}

export interface DocumentCall extends QueryCall {
  readonly culture: string;
  readonly tenantName: string;
  /** Words of a message, as `statement.title`. */
  say(key: string, params?: Readonly<Record<string, unknown>>): string;
  /** The word of a field, in an entity's own words. */
  field(entity: string, name: string): string;
  /**
   * All rows that match, in the words of the reader: each column by its name, and as it stands on the wire under `raw`.
   * Throws `forbidden`, or `refused` with `export.tooMany`.
   */
  rows(
    query: Readonly<Record<string, string>>,
    columns: readonly string[],
  ): Promise<readonly { words: Readonly<Record<string, string>>; raw: Readonly<Record<string, unknown>> }[]>;
}

/** What the export of an entity's list looks like as a PDF; a list without one has none. */
export interface Document {
  readonly entity: string;
  run(call: DocumentCall): Promise<{ layout: Layout } | { issues: Issue[] }>;
}

export const defineDocument = (entity: string, run: Document['run']): Document => ({ entity, run });

/**
 * Sums over an append-only entity that a module keeps beside its lines, by the hour and by some fields, so that totals of
 * everybody do not read through every line. The table has `tenant_id`, `hour`, the fields under their own names, `lines`
 * (how many) and a column per sum; several rows may stand for one hour. It is always exact.
 */
export interface Projection {
  readonly entity: string;
  /** With its schema, as `ledger.turnover`. */
  readonly table: string;
  /** The time that is kept by the hour. */
  readonly time: string;
  readonly by: readonly string[];
  readonly sums: readonly string[];
}

/** A sheet of a file as texts, row by row as they stand; what is merged stands in each of its cells. */
export interface FileSheet {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
}

/** A record as a reader understood it. Issues, with the cell for a path, mean that it is not taken at all. */
export interface FoundRecord {
  /** The same for the same record each time the file is read: where it stands. */
  readonly at: string;
  readonly title: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** How much was understood, as a message with its figures. */
  readonly summary: Issue;
  /** What stands in the file in words and is for a person to read. */
  readonly notes: readonly string[];
  readonly issues: readonly Issue[];
}

/** What a file is read with: its name, and what the person said beside it. */
export interface ReaderCall {
  readonly name: string;
  readonly sheets: readonly FileSheet[];
  /** By field, and by what the reader asks for besides. */
  readonly given: Readonly<Record<string, string>>;
}

/** What is asked for beside the fields of a record; `label` is the key of a message. */
export interface ReaderQuestion {
  readonly name: string;
  readonly label: string;
}

/**
 * Reads files as others publish them into records of an entity, where their heads are not its fields. Pure: looks at
 * nothing but the file. An empty list: this is nothing that it knows.
 */
export interface Reader {
  readonly entity: string;
  /** Fields that a person may say or change for each record before it is added. */
  readonly asks: readonly string[];
  read(call: ReaderCall): { readonly records: readonly FoundRecord[]; readonly questions?: readonly ReaderQuestion[] };
}

export const defineReader = (entity: string, reader: Omit<Reader, 'entity'>): Reader => ({ entity, ...reader });

/** What keys of a scope open: calls as `POST Order/add`, and what such a call says whatever was sent. */
export interface KeyScope {
  /** As a key's record names it. */
  readonly name: string;
  readonly calls: readonly { readonly call: string; readonly sets?: Readonly<Record<string, unknown>> }[];
}

/** A business module: what it plugs in, and the SQL that must stand after the tables (each statement may run again). */
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
  readonly ddl?: readonly string[];
}
