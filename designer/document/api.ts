import type {
  Change,
  Command,
  DraftConflict,
  EntityDocument,
  FieldTypeName,
  Issue,
  SchemaDocument,
} from '../../engine/core/index.ts';
import { callsOver, type DataClient, type Given, type JobState } from '../../engine/kit/index.ts';

/** An entity in the list of those that may be designed. */
export interface EntityEntry {
  readonly entity: string;
  readonly path: string;
  readonly name: string;
  readonly origin: 'base' | 'own';
  readonly revision: number;
  /** The tenant says something otherwise than the base. */
  readonly changed: boolean;
  readonly draft: { readonly by: string; readonly at: string } | null;
  readonly state: 'live' | 'draft' | 'retired';
  /** Of a delivered entity what the tenant added, of its own all that it has; screens have none. */
  readonly fields?: { readonly used: number; readonly most: number };
}

export interface EntityEntries {
  readonly entities: readonly EntityEntry[];
  /** Under `screen:<name>`; their path is the name alone. */
  readonly screens: readonly EntityEntry[];
  readonly limits: {
    readonly entities: number;
    /** Own fields of one delivered entity, and fields of one entity of the tenant's own. */
    readonly fields: number;
    readonly fieldsOfOwn: number;
    /** Drafts of new ones are entities too; `fields` is what the fullest delivered entity has. */
    readonly used: { readonly entities: number; readonly fields: number; readonly drafts: number };
  };
}

/** One named step of a draft, oldest first; undone steps come last until another step replaces them. */
export interface LogEntry {
  readonly n: number;
  readonly name: string;
  readonly by: string;
  readonly at: string;
  readonly undone: boolean;
}

export interface Draft<D extends SchemaDocument = EntityDocument> {
  readonly document: D;
  /** Grows with every change; an older stamp is refused with the current document. */
  readonly stamp: number;
  readonly baseRevision: number;
  readonly by: string;
  readonly at: string;
  readonly log: readonly LogEntry[];
  /** What others changed when the draft was last brought onto what is live now. */
  readonly came?: readonly Change[];
}

/** Another entity, as pickers need it. */
export interface OtherEntity {
  readonly entity: string;
  readonly path: string;
  readonly title: string;
  readonly name: string;
  readonly fields: readonly { readonly name: string; readonly type: FieldTypeName }[];
}

export interface DesignAnswer<D extends SchemaDocument = EntityDocument> {
  readonly entity: string;
  readonly origin: 'base' | 'own';
  readonly base: D | null;
  readonly published: D | null;
  readonly revision: number;
  readonly draft: Draft<D> | null;
  readonly others: readonly OtherEntity[];
  readonly roles: readonly { readonly code: string; readonly name: string }[];
  readonly sockets: {
    readonly effects: readonly string[];
    readonly jobs: readonly string[];
    readonly values: readonly string[];
  };
  readonly conflicts: readonly DraftConflict[];
  /** A publish that is under way. */
  readonly publishing?: { readonly job: string; readonly by: string } | null;
  /** Who else has it open. */
  readonly people: readonly { readonly name: string; readonly at: string }[];
}

/** An issue of the draft; a hint does not stop a publish. */
export type LintIssue = Issue & { readonly severity?: 'problem' | 'hint'; readonly message?: string };

export interface PublishPlan {
  readonly changes: readonly Change[];
  readonly lint: readonly LintIssue[];
  /** What the publish does, in the reader's words. */
  readonly sentences?: readonly (Pick<Issue, 'code' | 'params'> & { readonly message: string })[];
  /** The statements; empty for tenants. */
  readonly steps: readonly {
    readonly sql: string;
    readonly lock: string;
    readonly rows: number;
    readonly online: boolean;
    readonly reversible: boolean;
  }[];
  readonly permissions: readonly {
    readonly role: string;
    readonly code: string;
    readonly change: 'gained' | 'lost';
  }[];
  readonly blockers: readonly {
    readonly code: string;
    readonly path: string;
    readonly message: string;
    /** `alike`: the value that some of them share, where that is what is wrong. */
    readonly records: readonly { readonly id: string; readonly title: string; readonly alike?: string }[];
    readonly count: number;
    readonly needs?: 'mapping' | 'backfill' | 'money';
    /** It can be accepted with a signature (`acceptProblems`). */
    readonly accepts?: boolean;
    /** What the entity's list is narrowed by to show all of its records. */
    readonly filter?: Readonly<Record<string, string>>;
  }[];
  /** What must be accepted with a signature (`acceptProblems`): blockers that allow it, and texts newly missing in a language. */
  readonly problems?: PublishPlan['blockers'];
  /** The draft decides a conflict, which is worth a publish by itself. */
  readonly settles?: boolean;
  readonly users: readonly { readonly place: string; readonly what: string }[];
}

export interface PublishRequest {
  readonly stamp: number;
  readonly reason: string;
  /** The revision that this page knows as live. */
  readonly baseRevision: number;
  /** For states that go: where their records go instead. */
  readonly mapping?: Readonly<Record<string, string>>;
  /** For fields that become required: what records without a value get. */
  readonly backfill?: Readonly<Record<string, unknown>>;
  /** For money whose currency changes: a rate, or that the figures stay or go. */
  readonly money?: Readonly<Record<string, { readonly rate: string } | 'keep' | 'empty'>>;
  /** Signs for every blocker that accepts it; the history keeps them with the reason. */
  readonly acceptProblems?: boolean;
}

export type Published = { readonly revision: number } | { readonly job: string };

export interface Revision {
  readonly revision: number;
  readonly author: string;
  readonly reason: string;
  readonly at: string;
  readonly changes: number;
  /** Accepted problems, in their wording at the time. */
  readonly accepted?: readonly { readonly code: string; readonly path: string; readonly message: string }[];
  /** Fields that went or changed their type since: until when what was in them is kept, or when it was cleared. */
  readonly data?: readonly {
    readonly fields: readonly string[];
    readonly until: string | null;
    readonly cleared: string | null;
  }[];
}

export interface Comment {
  readonly id: string;
  readonly text: string;
  /** The place of the document that it is about. */
  readonly at: string;
  readonly by: string;
  readonly when: string;
}

export interface Moved<D extends SchemaDocument = EntityDocument> {
  readonly stamp: number;
  readonly document: D;
  readonly log: readonly LogEntry[];
}

/** A field that an earlier revision had and the present one has not; `items.worth` for one of a sub-table. */
export interface RemovedField {
  readonly field: string;
  readonly type: FieldTypeName;
  /** The last revision that had it. */
  readonly revision: number;
}

/** What a person gives with a rollback: why, and what becomes of records in its way. */
export type RollbackRequest = Pick<PublishRequest, 'reason' | 'mapping' | 'backfill' | 'money'>;

/** The life of schemas on the server; an entity goes by its name, a screen by `screen:<name>`. Every call throws `WireError`; a `post` under a key used before answers as it did then. */
export interface SchemaApi<D extends SchemaDocument = EntityDocument> {
  entities(): Promise<EntityEntries>;
  read(entity: string): Promise<DesignAnswer<D>>;
  create(document: D, key: string): Promise<unknown>;
  commands(
    entity: string,
    body: { stamp: number; name: string; commands: readonly Command[] },
    key: string,
  ): Promise<{ stamp: number; log: readonly LogEntry[] }>;
  /** `undo` or `redo` of one step. */
  step(entity: string, step: { which: 'undo' | 'redo'; stamp: number }, key: string): Promise<Moved<D>>;
  /** Decides what two sides changed; throws with the reasons where the draft cannot stand with it. */
  settle(
    entity: string,
    body: { stamp: number; at: string; take: 'mine' | 'theirs'; name: string },
    key: string,
  ): Promise<Moved<D>>;
  discard(entity: string, stamp: number, key: string): Promise<unknown>;
  plan(entity: string): Promise<PublishPlan>;
  /** Small changes are live with the answer; a large one is a job to be followed. */
  publish(entity: string, request: PublishRequest, key: string): Promise<Published>;
  job(id: string): Promise<JobState>;
  history(entity: string): Promise<{ revisions: readonly Revision[] }>;
  revision(entity: string, revision: number): Promise<{ document: D; changes: readonly Change[] }>;
  restore(entity: string, body: { stamp: number; revision: number }, key: string): Promise<Moved<D>>;
  /** What a rollback would mean; nothing is changed. */
  rollbackPlan(entity: string, revision: number, key: string): Promise<PublishPlan>;
  rollback(entity: string, request: RollbackRequest & { revision: number }, key: string): Promise<unknown>;
  removed(entity: string): Promise<{ fields: readonly RemovedField[] }>;
  /** Puts a removed field back into the draft, with its values and words. */
  bringBack(entity: string, body: { stamp: number; field: string }, key: string): Promise<unknown>;
  retire(entity: string, reason: string, key: string): Promise<unknown>;
  revive(entity: string, key: string): Promise<unknown>;
  comments(entity: string): Promise<{ comments: readonly Comment[] }>;
  comment(entity: string, body: { text: string; at: string }, key: string): Promise<unknown>;
}

export function createSchemaApi<D extends SchemaDocument = EntityDocument>(client: DataClient): SchemaApi<D> {
  const { ask, send } = callsOver(client);
  // What it answers of a document has the document's own type.
  const as = <T>(answer: Promise<unknown>) => answer as Promise<T>;
  type Body = Given<'createEntity'>['document'];
  return {
    entities: () => as(ask('schemaEntities', {})),
    read: (entity) => as(ask('readSchema', { entity })),
    create: (document, key) => send('createEntity', { document: document as unknown as Body }, key),
    commands: (entity, { commands, ...body }, key) =>
      as(send('changeDraft', { entity, ...body, commands: commands as Given<'changeDraft'>['commands'] }, key)),
    step: (entity, { which, stamp }, key) =>
      as(send(which === 'undo' ? 'undoDraft' : 'redoDraft', { entity, stamp }, key)),
    settle: (entity, body, key) => as(send('resolveConflict', { entity, ...body }, key)),
    discard: (entity, stamp, key) => send('discardDraft', { entity, stamp }, key),
    plan: (entity) => as(ask('planSchema', { entity })),
    publish: (entity, request, key) => as(send('publishSchema', { entity, ...request }, key)),
    job: (id) => client.job(id),
    history: (entity) => as(ask('schemaHistory', { entity })),
    revision: (entity, n) => as(ask('schemaRevision', { entity, n })),
    restore: (entity, body, key) => as(send('restoreSchema', { entity, ...body }, key)),
    rollbackPlan: (entity, revision, key) => as(send('rollBackSchema', { entity, revision, dryRun: true }, key)),
    rollback: (entity, request, key) => send('rollBackSchema', { entity, ...request }, key),
    removed: (entity) => as(ask('removedFields', { entity })),
    bringBack: (entity, body, key) => send('bringBackField', { entity, ...body }, key),
    retire: (entity, reason, key) => send('retireEntity', { entity, reason }, key),
    revive: (entity, key) => send('reviveEntity', { entity }, key),
    comments: (entity) => as(ask('schemaComments', { entity })),
    comment: (entity, body, key) => send('commentSchema', { entity, ...body }, key),
  };
}
