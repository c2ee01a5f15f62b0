import type { EntityMeta } from '../../index.ts';

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
}

export interface EntityAnswer {
  meta: EntityMeta;
  /** The caller's codes on it: read, add, edit, delete, import, export, transitions, actions. */
  codes: string[];
  /** `options`: words of the values of its title, where that is a choice. */
  refs: Record<string, { path: string; title: string; readable: boolean; options?: Record<string, string> }>;
  texts: EntityTexts;
  rights: { readOnly: string[] };
}

export interface EntityTexts {
  name: string;
  plural: string;
  fields: Record<string, string>;
  help?: Record<string, string>;
  options?: Record<string, Record<string, string>>;
  states?: Record<string, string>;
  actions?: Record<string, string>;
  confirm?: Record<string, string>;
  rules?: Record<string, string>;
  sections?: Record<string, string>;
  views?: Record<string, string>;
  lines?: Record<string, Record<string, string>>;
  input?: Record<string, Record<string, string>>;
}

/** A refusal by the server, or by the network (`code` 0). Thrown by every call of the client. */
export class WireError extends Error {
  constructor(
    readonly status: number,
    readonly code: number,
    message: string,
    readonly issues: WireIssue[] = [],
    readonly traceId: string = '',
    /** For 409: the record as it is now. */
    readonly data: unknown = null,
  ) {
    super(message);
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

export interface JobState {
  id: string;
  state: 'queued' | 'running' | 'done' | 'failed';
  done: number;
  total: number | null;
  result: unknown;
  file: string | null;
}

/** Query of a list: plain wire keys (see server/README.md), values as text. */
export type ListQueryParams = Record<string, string | string[]>;

/** The contract with the server. `http-data-client.ts` speaks it; tests may speak it otherwise. */
export interface DataClient {
  entity(path: string): Promise<EntityAnswer>;
  page(path: string, query: ListQueryParams, signal?: AbortSignal): Promise<Page>;
  detail(path: string, id: string): Promise<WireRecord>;
  dropDown(path: string, query: ListQueryParams, signal?: AbortSignal): Promise<{ code: string; value: string }[]>;
  tree(path: string, signal?: AbortSignal): Promise<TreeNode[]>;
  history(path: string, id: string): Promise<HistoryEntry[]>;
  aggregate(path: string, query: ListQueryParams, signal?: AbortSignal): Promise<Record<string, unknown>[]>;
  add(path: string, record: Record<string, unknown>, key: string): Promise<{ id: string; version: number }>;
  edit(path: string, record: Record<string, unknown>, key: string): Promise<{ id: string; version: number }>;
  /** delete, a transition or an action on one record. */
  act(
    path: string,
    action: string,
    input: Record<string, unknown>,
    key: string,
  ): Promise<{ id: string; version?: number; status?: string }>;
  /** The same on many; each row has its own outcome. */
  actAll(
    path: string,
    action: string,
    ids: string[],
    input: Record<string, unknown>,
    key: string,
  ): Promise<RowResult[]>;
  export(
    path: string,
    request: { format: 'csv' | 'xlsx'; columns: string[]; query: ListQueryParams },
    key: string,
  ): Promise<{ job: string }>;
  job(id: string): Promise<JobState>;
  upload(file: File, onProgress?: (fraction: number) => void): Promise<string>;
  download(fileId: string): Promise<{ name: string; blob: Blob }>;
  preference<T>(key: string): Promise<T | null>;
  keepPreference(key: string, value: unknown): Promise<void>;
}
