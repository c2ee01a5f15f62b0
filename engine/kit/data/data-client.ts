import type {
  FoundGroup,
  JobsAnswer,
  JobState,
  RecordComment,
  RecordFile,
  SavedView,
} from '../../../schemas/generated/calls.js';
import type { Answer, Given } from './own-calls.ts';
import type { BlockMeta, EntityMeta, Tone, Period } from '../../core/index.ts';
import type { FigureAmount, ShownFigure } from './figures.ts';

export type {
  ComparedText,
  FoundGroup,
  FoundRow,
  JobsAnswer,
  JobState,
  RecordComment,
  RecordFile,
  SavedView,
  TextCoverage,
} from '../../../schemas/generated/calls.js';

/** A record in wire form: canonical values by field name, `$ref` titles, `_can` and `_why`. */
export type WireRecord = {
  id: string;
  version?: number;
  status?: string;
  _can?: string[];
  _why?: Record<string, WireIssue>;
} & Record<string, unknown>;

export interface WireIssue {
  path: string;
  code: string;
  message: string;
  params?: Record<string, unknown>;
}

export interface Page {
  pageNo: number;
  pageSize: number;
  totalRows: number;
  /** True when `totalRows` is a cap ("10,000+"), not a count. */
  capped: boolean;
  rows: WireRecord[];
  /** Amounts of other entities' records by the key of the figure, for rows by their ids. */
  figures?: Readonly<Record<string, readonly FigureAmount[]>>;
}

export interface EntityAnswer {
  meta: EntityMeta;
  /** The caller's codes on it: read, add, edit, delete, import, export, transitions, actions. */
  codes: string[];
  /** `options`: words of the values of its title, where that is a choice. */
  refs: Record<string, { path: string; title: string; readable: boolean; options?: Record<string, string> }>;
  texts: EntityTexts;
  rights: { readOnly: string[] };
  /** The figures of other entities that its lists show. */
  figures?: readonly ShownFigure[];
  /** Texts of the tenant's settings that are shown beside fields. */
  notes?: Record<string, string>;
  /** The ways between the states of its flow, those of others too. */
  moves?: { from: readonly string[]; to: string; tone: Tone }[];
  /** Transitions that touch nothing but the record. */
  reversible?: string[];
  /** Its list has a document of its own: an export may be a PDF. */
  document?: boolean;
  /** Files of other shapes are understood: see `readPreview`. */
  reader?: boolean;
  /** Transitions that do more and that nothing takes back. */
  final?: string[];
}

export interface EntityTexts {
  name: string;
  plural: string;
  fields: Record<string, string>;
  help?: Record<string, string>;
  /** Headings of the texts beside fields. */
  notes?: Record<string, string>;
  /** What the page of a record in a state says first. */
  banners?: Record<string, string>;
  options?: Record<string, Record<string, string>>;
  states?: Record<string, string>;
  actions?: Record<string, string>;
  confirm?: Record<string, string>;
  rules?: Record<string, string>;
  sections?: Record<string, string>;
  views?: Record<string, string>;
  /** Related lists, by entity and field, that are called otherwise than the entity's records are. */
  related?: Record<string, Record<string, string>>;
  /** Names of its printed documents. */
  documents?: Record<string, string>;
  /** Named totals of the list. */
  counted?: Record<string, string>;
  /** Of an action: the heading of its dialog, its button, what is said once it is done, the figure that it moves. */
  titles?: Record<string, string>;
  buttons?: Record<string, string>;
  done?: Record<string, string>;
  forecast?: Record<string, string>;
  lines?: Record<string, Record<string, string>>;
  input?: Record<string, Record<string, string>>;
}

type RefusalDetails = Partial<Pick<WireError, 'message' | 'issues' | 'traceId' | 'data'>>;

/** A refusal by the server, or by the network (`code` 0). Thrown by every call of the client. */
export class WireError extends Error {
  readonly issues: WireIssue[];
  readonly traceId: string;
  /** For 409: the record as it is now. */
  readonly data: unknown;

  constructor(
    readonly status: number,
    readonly code: number,
    { message = '', issues = [], traceId = '', data = null }: RefusalDetails = {},
  ) {
    super(message);
    this.issues = issues;
    this.traceId = traceId;
    this.data = data;
  }
}

/** One record of a tree; `children` are its own. */
export interface TreeNode {
  id: string;
  title: string;
  children?: TreeNode[];
}

export interface RowResult {
  id: string;
  ok: boolean;
  issues?: WireIssue[];
}

export interface HistoryEntry {
  id: string;
  at: string;
  by: string | null;
  $by: string | null;
  verb: string;
  version: number;
  changes: { field: string; before: unknown; after: unknown }[];
}

/** A block of a declared screen as the server shows it to this person. */
export interface ShownBlock extends Omit<BlockMeta, 'entity' | 'to' | 'needs'> {
  title: string;
  /** What a block of text says. */
  text?: string;
  /** The wire path of what it asks. */
  path?: string;
  links?: { path: string; title: string; adds: boolean }[];
}

export interface ShownScreen {
  screen: string;
  title: string;
  note: string;
  /** Null where no block uses a period. */
  period: Period | null;
  /** Seconds, or null. */
  refresh: number | null;
  blocks: ShownBlock[];
}

/** What a failed job noted, as the error that it was. */
export function jobFailure({ result }: Pick<JobState, 'result'>): WireError {
  const { code, message, issues } = (typeof result === 'object' && result !== null ? result : {}) as Partial<WireError>;
  return new WireError(200, Number(code ?? 0), {
    message: String(message ?? ''),
    issues: Array.isArray(issues) ? issues : [],
  });
}

/** Query of a list: plain wire keys (see engine/docs/wire.md), values as text. */
export type ListQueryParams = Record<string, string | string[]>;

/** What is sent to keep one; without an `id` it is a new one. */
export type StoredView = Omit<SavedView, 'id' | 'own' | 'mayChange' | 'withheld'> & { id?: string };

/** The first rows of a file as an import would take them. */
export interface ImportPreview {
  header: string[];
  /** What each column is taken for, `lines[1].name` for a cell of a sub-table; null for what is passed over. */
  mapping: (string | null)[];
  problems: string[];
  rows: { cells: string[]; reasons: string[] }[];
  more: boolean;
}

/** What a person says of a file: for all of it, and of the records that are wanted by where they stand. */
export interface ReadChoice {
  given?: Readonly<Record<string, string>>;
  records?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A file of another shape as it was understood. */
export interface ReadPreview {
  asks: string[];
  questions: { name: string; label: string }[];
  records: {
    at: string;
    title: string;
    summary: string;
    values: Record<string, unknown>;
    notes: string[];
    /** A record with any of them is not taken. */
    problems: string[];
  }[];
}

/** The contract with the server. `http-data-client.ts` speaks it; tests may speak it otherwise. */
export interface DataClient {
  /** What a page of its own asks for, by the path of the call. */
  read<T>(path: string, query?: ListQueryParams, signal?: AbortSignal): Promise<T>;
  /** The same for what such a page changes. */
  send<T>(path: string, body: object, key: string): Promise<T>;
  /** A file that a call makes of what is posted. */
  obtain(path: string, body: object): Promise<{ name: string; blob: Blob }>;
  entity(path: string): Promise<EntityAnswer>;
  page(path: string, query: ListQueryParams, signal?: AbortSignal): Promise<Page>;
  /** Rows without pages, at most a thousand. */
  list(path: string, query: ListQueryParams): Promise<WireRecord[]>;
  detail(path: string, id: string): Promise<WireRecord>;
  dropDown(
    path: string,
    query: ListQueryParams,
    signal?: AbortSignal,
  ): Promise<{ code: string; value: string; subtitle?: string }[]>;
  tree(path: string, signal?: AbortSignal): Promise<TreeNode[]>;
  history(path: string, id: string): Promise<HistoryEntry[]>;
  /** A call beside those of every entity, of a module's own. */
  answer<T>(path: string, query: ListQueryParams, signal?: AbortSignal): Promise<T>;
  aggregate(path: string, query: ListQueryParams, signal?: AbortSignal): Promise<Record<string, unknown>[]>;
  add(path: string, record: Record<string, unknown>, key: string): Promise<{ id: string; version: number }>;
  edit(path: string, record: Record<string, unknown>, key: string): Promise<{ id: string; version: number }>;
  /** delete, a transition or an action on one record. */
  act(
    path: string,
    request: { action: string; input: Record<string, unknown> },
    key: string,
  ): Promise<{ id: string; version?: number; status?: string }>;
  /** The same on many; each row has its own outcome. */
  actAll(
    path: string,
    request: { action: string; ids: string[]; input: Record<string, unknown> },
    key: string,
  ): Promise<RowResult[]>;
  export(
    path: string,
    request: { format: 'csv' | 'xlsx' | 'pdf'; columns: string[]; query: ListQueryParams },
    key: string,
  ): Promise<{ job: string }>;
  job(id: string): Promise<JobState>;
  jobs(limit: number, signal?: AbortSignal): Promise<JobsAnswer>;
  textCoverage(): Promise<Answer<'textCoverage'>>;
  compareTexts(query: Given<'compareTexts'>, signal?: AbortSignal): Promise<Answer<'compareTexts'>>;
  /** A declared screen, worded in the present culture. */
  screen(name: string, signal?: AbortSignal): Promise<ShownScreen>;
  /** Sends a file; the signal breaks it off. */
  upload(file: File, onProgress?: (fraction: number) => void, signal?: AbortSignal): Promise<string>;
  /** What may be shown in place; `thumb` asks for the small picture beside a picture. */
  preview(fileId: string, size?: 'thumb'): Promise<{ name: string; blob: Blob }>;
  download(fileId: string): Promise<{ name: string; blob: Blob }>;
  preference<T>(key: string): Promise<T | null>;
  savePreference(key: string, value: unknown): Promise<unknown>;
  importPreview(path: string, file: File, mapping: readonly (string | null)[] | null): Promise<ImportPreview>;
  /** Under a key that was used before it answers the job from then. */
  import(
    path: string,
    request: { file: File; mapping: readonly (string | null)[] },
    key: string,
  ): Promise<{ job: string }>;
  readPreview(path: string, file: File, choice: ReadChoice): Promise<ReadPreview>;
  /** Adds the records that are wanted, each whole or not at all. */
  readImport(
    path: string,
    request: { file: File; choice: ReadChoice },
    key: string,
  ): Promise<{ results: { at: string; id: string | null; reasons: string[] }[] }>;
  /** Files for work that goes on after the answer; under a key that was used before it answers the job from then. */
  handIn(
    path: string,
    request: { files: readonly File[]; onProgress?: (fraction: number) => void },
    key: string,
  ): Promise<{ job: string }>;
  /** A document of a record, in a language of its own. */
  printDocument(
    path: string,
    of: { id: string; document: string; language: string },
  ): Promise<{ name: string; blob: Blob }>;
  /** A mail of a record as it would be sent. */
  mailPreview(
    path: string,
    of: { id: string; document: string; language: string },
    signal?: AbortSignal,
  ): Promise<{ subject: string; html: string }>;
  /** Sends a mail of a record; `attach` names a document that goes with it. */
  mailDocument(
    path: string,
    mail: { id: string; document: string; language: string; to: string; attach: string | null },
    key: string,
  ): Promise<void>;
  importTemplate(path: string): Promise<{ name: string; blob: Blob }>;
  /** Every kind of record that a text belongs to; those that bear just this number first. */
  search(text: string, signal?: AbortSignal): Promise<readonly FoundGroup[]>;
  /** The files on a record, oldest first. */
  attachments(path: string, record: string): Promise<readonly RecordFile[]>;
  addAttachment(file: Given<'addAttachment'>): Promise<{ id: string }>;
  dropAttachment(id: string): Promise<unknown>;
  /** The comments on a record, oldest first. */
  comments(path: string, record: string): Promise<readonly RecordComment[]>;
  addComment(comment: Given<'addComment'>): Promise<{ id: string }>;
  dropComment(id: string): Promise<unknown>;
  /** Those whom a comment of this person can name. */
  commentPeople(search: string): Promise<Answer<'commentPeople'>>;
  savedViews(path: string): Promise<readonly SavedView[]>;
  saveView(path: string, view: StoredView): Promise<{ id: string }>;
  dropView(id: string): Promise<unknown>;
}
