import type pg from 'pg';
import { createHash } from 'node:crypto';
import type {
  Change,
  Command,
  Conflict,
  DraftConflict,
  Edit,
  EntityDocument,
  Issue,
  SchemaDocument,
} from '../../engine/core/index.ts';
import {
  applyCommands,
  applyEdits,
  changesBetween,
  commandLimits,
  issue,
  rebaseDraft,
  resolveConflict,
} from '../../engine/core/index.ts';
import { AppError, refused } from '../errors.ts';
import type { Actor } from '../operations/context.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { inTransaction } from '../store/in-transaction.ts';
import { zoned } from '../store/sql.ts';

/** One named step of a draft, oldest first; undone ones come last, until another step discards them. */
export interface LogEntry {
  n: number;
  name: string;
  by: string;
  at: string;
  undone: boolean;
}

export interface Draft<D extends SchemaDocument = EntityDocument> {
  document: D;
  stamp: number;
  baseRevision: number;
  by: string;
  at: string;
  log: LogEntry[];
  /** What both the draft and its base changed; must be decided before publishing. */
  conflicts: DraftConflict[];
  /** Paths of the live revision's conflicts with the delivered base that the draft decides. */
  settled: string[];
  /** What the base changed when the draft was last rebased. */
  came: Change[];
}

/** What a draft is based on: the live document and its revision. */
export interface DraftBase<D extends SchemaDocument = EntityDocument> {
  readonly document: D;
  readonly revision: number;
  /** Conflicts between the live revision and the present delivered base. */
  readonly conflicts: readonly Conflict[];
}

type Client = pg.Pool | pg.PoolClient;

const logSql = `SELECT s.n, s.name, coalesce(a.name, '') AS by, ${zoned('s.at', 's.tenant_id')} AS at, s.undone
  FROM lading.draft_step s LEFT JOIN public.account a ON a.tenant_id = s.tenant_id AND a.id = s.by
 WHERE s.tenant_id = $1 AND s.entity = $2 AND NOT s.sealed ORDER BY s.n`;

/** Reads a draft; `entity` is the document's key (`documentKey`). */
export async function readDraft<D extends SchemaDocument = EntityDocument>(
  client: Client,
  tenant: string,
  entity: string,
): Promise<Draft<D> | null> {
  const { rows } = await client.query<Omit<Draft<D>, 'log'>>(
    `SELECT d.document, d.stamp, d.base_revision AS "baseRevision", d.conflicts, d.settled, d.came,
            coalesce((SELECT a.name FROM public.account a WHERE a.tenant_id = d.tenant_id AND a.id = d.by), '') AS by,
            ${zoned('d.at', 'd.tenant_id')} AS at
       FROM lading.draft d WHERE d.tenant_id = $1 AND d.entity = $2`,
    [tenant, entity],
  );
  const [draft] = rows;
  if (!draft) return null;
  const log = await client.query<LogEntry>(logSql, [tenant, entity]);
  return { ...draft, log: log.rows };
}

export interface DraftAnswer<D extends SchemaDocument = EntityDocument> {
  stamp: number;
  document: D;
  log: LogEntry[];
}

/** The error for a request with an outdated stamp, with the current draft. */
const stale = (stamp: number, document: SchemaDocument): AppError =>
  new AppError('schemaStale', { data: { stamp, document } });

/** What drafts of one kind of document need. */
interface DraftsOn<D extends SchemaDocument> {
  readonly system: SystemDatabase;
  readonly check: (actor: Actor, document: D) => Promise<Issue[]>;
  /** The base of an entity's drafts; null if the entity is not in use. */
  readonly groundOf: (actor: Actor, entity: string) => Promise<DraftBase<D> | null>;
}

/** Whose draft of what, and what a new one begins with. */
interface DraftOf<D extends SchemaDocument> {
  readonly actor: Actor;
  readonly entity: string;
  readonly begin: () => Promise<DraftBase<D>>;
}

type Input = Readonly<Record<string, unknown>>;

/** Changes drafts, one request at a time per draft; a request with an outdated stamp is refused. */
export function createDrafts<D extends SchemaDocument = EntityDocument>(
  system: DraftsOn<D>['system'],
  check: DraftsOn<D>['check'],
  groundOf: DraftsOn<D>['groundOf'],
) {
  const on: DraftsOn<D> = { system, check, groundOf };
  type Begin = DraftOf<D>['begin'];
  return {
    /** Applies all commands or none; `dryRun` answers their issues and leaves the draft unchanged. */
    run: (actor: Actor, entity: string, input: Input, key: string | null, begin: Begin) =>
      runCommands(on, { actor, entity, begin }, input, key),

    /** Undoes the last step, or redoes the last undone one. */
    move: (actor: Actor, entity: string, stamp: unknown, way: 'undo' | 'redo', begin: Begin) =>
      moveStep(on, { actor, entity, begin }, stamp, way),

    /**
     * Decides conflicts of the draft with its base, or of the live revision with the delivered base; a step like any
     * other.
     */
    settle: (actor: Actor, entity: string, input: Input, begin: Begin) =>
      settleConflict(on, { actor, entity, begin }, input),

    /** The draft rebased onto the live revision, or null; rebasing changes its stamp. */
    current: (actor: Actor, entity: string) => currentDraft(on, actor, entity),

    async discard(actor: Actor, entity: string): Promise<void> {
      await system.pool.query('DELETE FROM lading.draft WHERE tenant_id = $1 AND entity = $2', [actor.tenant, entity]);
    },
  };
}

const lockDraft = (client: pg.PoolClient, actor: Actor, entity: string) =>
  client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 7221))', [`${actor.tenant} ${entity}`]);

async function currentDraft<D extends SchemaDocument>(
  { system, check, groundOf }: DraftsOn<D>,
  actor: Actor,
  entity: string,
): Promise<Draft<D> | null> {
  const ground = await groundOf(actor, entity);
  const hash = ground && groundHash(ground.document);
  const stands = async (client: Client) => {
    const { rows } = await client.query<{ ground: D | null; hash: string | null }>(
      'SELECT ground, ground_hash AS hash FROM lading.draft WHERE tenant_id = $1 AND entity = $2',
      [actor.tenant, entity],
    );
    return rows[0] && ground && rows[0].hash !== hash ? rows[0] : null;
  };
  if (await stands(system.pool)) {
    await inTransaction(system.pool, async (client) => {
      await lockDraft(client, actor, entity);
      const moved = await stands(client);
      const draft = await readDraft<D>(client, actor.tenant, entity);
      if (!moved || !draft || !ground) return;
      // Drafts older than the stored base take the live document as theirs.
      const from = moved.ground ?? ground.document;
      const rebased = await rebaseDraft({ base: from, now: ground.document, draft: draft.document }, (each) =>
        check(actor, each),
      );
      const open = draft.conflicts.filter(({ at }) => !rebased.conflicts.some((each) => each.at === at));
      const conflicts = [...open, ...rebased.conflicts];
      const came = changesBetween(from, ground.document);
      await writeRebased(client, actor, entity, { document: rebased.document, conflicts, came, ground });
    });
  }
  return readDraft<D>(system.pool, actor.tenant, entity);
}

async function writeRebased<D extends SchemaDocument>(
  client: pg.PoolClient,
  actor: Actor,
  entity: string,
  { document, conflicts, came, ground }: Pick<Draft<D>, 'document' | 'conflicts' | 'came'> & { ground: DraftBase<D> },
): Promise<void> {
  await client.query('UPDATE lading.draft_step SET sealed = true WHERE tenant_id = $1 AND entity = $2', [
    actor.tenant,
    entity,
  ]);
  await client.query(
    `UPDATE lading.draft SET document = $3, conflicts = $4, came = $5, ground = $6, ground_hash = $7, base_revision = $8,
            stamp = stamp + 1 WHERE tenant_id = $1 AND entity = $2`,
    [
      ...[actor.tenant, entity, JSON.stringify(document), JSON.stringify(conflicts), JSON.stringify(came)],
      ...[JSON.stringify(ground.document), groundHash(ground.document), ground.revision],
    ],
  );
}

async function changeDraft<D extends SchemaDocument>(
  on: DraftsOn<D>,
  { actor, entity, begin }: DraftOf<D>,
  stamp: unknown,
  work: (client: pg.PoolClient, draft: Draft<D>) => Promise<D | null>,
): Promise<DraftAnswer<D>> {
  const { system, check } = on;
  await currentDraft(on, actor, entity);
  return inTransaction(system.pool, async (client) => {
    await lockDraft(client, actor, entity);
    const held = await readDraft<D>(client, actor.tenant, entity);
    const draft = held ?? (await open(client, actor, entity, await begin()));
    if (Number(stamp) !== draft.stamp) throw stale(draft.stamp, draft.document);
    const document = await work(client, draft);
    if (!document) return { stamp: draft.stamp, document: draft.document, log: draft.log };
    const issues = await check(actor, document);
    if (issues.length > 0) throw refused(...issues);
    await client.query(
      'UPDATE lading.draft SET document = $3, stamp = stamp + 1, by = $4, at = now() WHERE tenant_id = $1 AND entity = $2',
      [actor.tenant, entity, JSON.stringify(document), actor.facts.id],
    );
    const { rows: log } = await client.query<LogEntry>(logSql, [actor.tenant, entity]);
    return { stamp: draft.stamp + 1, document, log };
  });
}

interface Step {
  readonly name: string;
  readonly edits: readonly Edit[];
  readonly inverse: readonly Edit[];
  readonly key: string | null;
}

/** Records a step under its name and discards undone ones. */
async function noteStep(client: pg.PoolClient, actor: Actor, entity: string, step: Step): Promise<void> {
  await client.query('DELETE FROM lading.draft_step WHERE tenant_id = $1 AND entity = $2 AND undone', [
    actor.tenant,
    entity,
  ]);
  await client.query(
    `INSERT INTO lading.draft_step (tenant_id, entity, n, name, edits, inverse, by, key)
     SELECT $1, $2, coalesce(max(n), 0) + 1, $3, $4, $5, $6, $7 FROM lading.draft_step WHERE tenant_id = $1 AND entity = $2`,
    [
      ...[actor.tenant, entity, step.name.slice(0, 200), JSON.stringify(step.edits), JSON.stringify(step.inverse)],
      ...[actor.facts.id, step.key],
    ],
  );
}

async function runCommands<D extends SchemaDocument>(
  on: DraftsOn<D>,
  of: DraftOf<D>,
  input: Input,
  key: string | null,
): Promise<DraftAnswer<D>> {
  const { actor, entity } = of;
  const { stamp, name = '', commands, dryRun } = input;
  if (!Array.isArray(commands) || commands.some((each) => typeof each !== 'object' || each === null)) {
    throw refused(issue('json.invalid', 'commands'));
  }
  if (commands.length > commandLimits.commands)
    throw refused(issue('schema.tooMany', 'commands', { max: commandLimits.commands }));
  // A repeated request whose first answer was lost: the step is already done.
  const before = key === null ? null : await answerOfStep<D>(on.system, actor, entity, key);
  if (before) return before;
  let dry: DraftAnswer<D> | null = null;
  return changeDraft(on, of, stamp, async (client, draft) => {
    const done = applyCommands(draft.document, commands as Command[]);
    if (!done.ok) throw refused(...done.issues);
    if (dryRun === true) {
      const issues = await on.check(actor, done.value.document);
      if (issues.length > 0) throw refused(...issues);
      dry = { stamp: draft.stamp, document: done.value.document, log: draft.log };
      throw new DryRun();
    }
    await noteStep(client, actor, entity, { ...done.value, name: String(name), key });
    return done.value.document;
  }).catch((error: unknown) => {
    if (error instanceof DryRun && dry) return dry;
    throw error;
  });
}

/** The draft as it is now, if it has a step of this key. */
async function answerOfStep<D extends SchemaDocument>(
  system: SystemDatabase,
  actor: Actor,
  entity: string,
  key: string,
): Promise<DraftAnswer<D> | null> {
  const { rowCount } = await system.pool.query(
    'SELECT 1 FROM lading.draft_step WHERE tenant_id = $1 AND entity = $2 AND key = $3',
    [actor.tenant, entity, key],
  );
  return rowCount ? readDraft<D>(system.pool, actor.tenant, entity) : null;
}

const moveStep = <D extends SchemaDocument>(
  on: DraftsOn<D>,
  of: DraftOf<D>,
  stamp: unknown,
  way: 'undo' | 'redo',
): Promise<DraftAnswer<D>> =>
  changeDraft(on, of, stamp, async (client, draft) => {
    const back = way === 'undo';
    const { rows } = await client.query<{ n: number; edits: Edit[]; inverse: Edit[] }>(
      `UPDATE lading.draft_step SET undone = $3 WHERE tenant_id = $1 AND entity = $2 AND n =
         (SELECT ${back ? 'max' : 'min'}(n) FROM lading.draft_step WHERE tenant_id = $1 AND entity = $2 AND undone <> $3 AND NOT sealed)
       RETURNING n, edits, inverse`,
      [of.actor.tenant, of.entity, back],
    );
    const [step] = rows;
    return step ? applyEdits(draft.document, back ? step.inverse : step.edits).document : null;
  });

async function settleConflict<D extends SchemaDocument>(
  on: DraftsOn<D>,
  of: DraftOf<D>,
  input: Input,
): Promise<DraftAnswer<D>> {
  const { actor, entity } = of;
  const { stamp, at, take, name = `settle ${String(at)}` } = input;
  if (take !== 'mine' && take !== 'theirs') {
    throw refused(issue('schema.option', 'take', { value: String(take), options: 'mine, theirs' }));
  }
  const ground = await of.begin();
  return changeDraft(on, of, stamp, async (client, draft) => {
    const conflict = openConflicts(draft, ground.conflicts).find((each) => each.at === at);
    if (!conflict) throw refused(issue('schema.noPlace', 'at', { at: String(at) }));
    const document = resolveConflict(draft.document, conflict, take);
    if (!document) throw refused(issue('schema.baseMoved', String(at)));
    const conflicts = draft.conflicts.filter((each) => each.at !== at);
    await client.query('UPDATE lading.draft SET conflicts = $3, settled = $4 WHERE tenant_id = $1 AND entity = $2', [
      ...[actor.tenant, entity, JSON.stringify(conflicts), JSON.stringify([...draft.settled, at])],
    ]);
    const step = (to: SchemaDocument): Edit[] => [
      { op: 'put', way: ['meta'], value: to.meta },
      { op: 'put', way: ['texts'], value: to.texts },
    ];
    const [edits, inverse] = [step(document), step(draft.document)];
    await noteStep(client, actor, entity, { name: String(name), edits, inverse, key: null });
    return document;
  });
}

export type Drafts<D extends SchemaDocument = EntityDocument> = ReturnType<typeof createDrafts<D>>;

/** Undecided conflicts of the draft, and of the live revision with the delivered base. */
export const openConflicts = (
  draft: Pick<Draft, 'conflicts' | 'settled'> | null,
  live: readonly Conflict[],
): DraftConflict[] => [
  ...(draft?.conflicts ?? []),
  ...live
    .filter(({ at }) => !draft?.settled.includes(at) && !draft?.conflicts.some((each) => each.at === at))
    .map((conflict): DraftConflict => ({ ...conflict, holds: 'mine' })),
];

/** The conflicts as issues that block a publish. */
export const conflictIssues = ({ conflicts }: Pick<Draft, 'conflicts'>): Issue[] =>
  conflicts.map(({ at }) => issue('schema.conflict', at.replaceAll('/', '.')));

const groundHash = (document: SchemaDocument): string =>
  createHash('sha256').update(JSON.stringify(document)).digest('hex');

/** Rolls the transaction of a dry run back. */
class DryRun extends Error {}

async function open<D extends SchemaDocument>(
  client: pg.PoolClient,
  actor: Actor,
  entity: string,
  { document, revision }: DraftBase<D>,
): Promise<Draft<D>> {
  const text = JSON.stringify(document);
  await client.query(
    `INSERT INTO lading.draft (tenant_id, entity, stamp, base_revision, document, ground, ground_hash, by)
     VALUES ($1, $2, 0, $3, $4, $4, $5, $6)`,
    [actor.tenant, entity, revision, text, groundHash(document), actor.facts.id],
  );
  const nothing = { log: [], conflicts: [], settled: [], came: [] };
  return { document, stamp: 0, baseRevision: revision, by: actor.name, at: '', ...nothing };
}
