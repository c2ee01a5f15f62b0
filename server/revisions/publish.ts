import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Conflict, EntityDocument, Issue, SchemaDocument } from '../../engine/core/index.ts';
import { issue, overlayOf, printDocument, stillOpen, undecided } from '../../engine/core/index.ts';
import { AppError, refused } from '../errors.ts';
import type { Actor } from '../operations/context.ts';
import type { ChangeStep } from '../store/change-plan.ts';
import { runChange, type ChangeRun } from '../store/run-change.ts';
import type { Blocker } from './blockers.ts';
import type { PublishAnswers } from './publish-answers.ts';
import { lastRevision, planDocument, type PublishDeps } from './plan.ts';
import type { TargetSchema } from './target-schema.ts';

export interface Publication extends PublishAnswers {
  readonly document: EntityDocument;
  readonly reason: string;
  /**
   * The revision that the document was made from; publishing is refused if another is live by then. 0 for a new entity,
   * including one that reuses the name of a retired entity.
   */
  readonly baseRevision: number;
  /** Stamp of the draft that is published; the draft is deleted unless it was changed since. */
  readonly fromDraft?: number;
  /** The job that completes with it. */
  readonly job?: string;
  /** The publish decides conflicts with the base, so it is allowed without any other change. */
  readonly settles?: boolean;
  /** Conflicts with the present base that stay undecided and listed. */
  readonly open?: readonly Conflict[];
  /** The publisher accepts the problems that may be accepted, with a reason. */
  readonly acceptProblems?: boolean;
  /** Restore must be complete: fail if data was purged (otherwise warn). */
  readonly whole?: boolean;
}

/** The statements of a publish. Throws `refused` with every issue that blocks it. */
export async function demandPublishable(deps: PublishDeps, actor: Actor, wanted: Publication): Promise<PlannedPublish> {
  const plan = await planDocument(deps, actor, wanted.document, wanted);
  const accepted = demandNothingStops(plan.blockers, wanted);
  if (plan.changes.length === 0 && !wanted.settles) throw refused(issue('schema.nothingToPublish', ''));
  return { ...plan.shape, changes: plan.changes.length, accepted };
}

/** Throws `refused` if anything blocks the publish; answers the accepted problems, as the history stores them. */
export function demandNothingStops(
  blockers: readonly Blocker[],
  { acceptProblems = false, whole = false, reason }: Pick<Publication, 'acceptProblems' | 'whole' | 'reason'>,
): Accepted[] {
  // The problems of a restored revision were accepted when it was first published.
  const signs = acceptProblems || whole;
  const stops: Issue[] = blockers.filter(({ warns, accepts, code }) =>
    warns ? whole && isCleared(code) : !(accepts && signs),
  );
  if (stops.length > 0) throw new AppError('refused', { issues: stops, data: { blockers } });
  const signed = signs && !whole ? blockers.filter(({ accepts }) => accepts) : [];
  if (signed.length > 0 && reason.trim() === '') throw refused(issue('schema.reasonNeeded', 'reason'));
  return signed.map(({ code, path, params }) => ({ code, path, params }));
}

/** A problem that the publisher accepted. */
export type Accepted = Pick<Issue, 'code' | 'path' | 'params'>;

const isCleared = (code: string): boolean => code === 'schema.cleared' || code === 'schema.keptCleared';

export type PlannedPublish = TargetSchema & { readonly changes: number; readonly accepted: readonly Accepted[] };

/**
 * Makes a document the live revision: tables are migrated online, then everything switches at once. Throws
 * `schemaStale` if someone else published first, `refused` with every issue that blocks it.
 */
export async function publish(
  deps: PublishDeps,
  actor: Actor,
  wanted: Publication,
  { enter, ...going }: Pick<ChangeRun, 'onProgress' | 'signal'> & Pick<Part, 'enter'> = {},
): Promise<number> {
  const part = await partOf(deps, actor, wanted, await demandPublishable(deps, actor, wanted), enter);
  await switchOver(deps, actor, [part], going);
  return part.revision;
}

/** One document's part of a switch: its statements, and what it writes during the switch. */
export interface Part {
  readonly key: string;
  readonly revision: number;
  readonly baseRevision: number;
  readonly steps: readonly ChangeStep[];
  readonly within: ChangeRun['within'];
  /** Adds new entities to the menu during the switch. */
  readonly enter?: ChangeRun['within'];
}

export async function partOf(
  { system, catalogs }: PublishDeps,
  actor: Actor,
  wanted: Publication,
  { document, table, steps, filled, before, after, changes, accepted }: PlannedPublish,
  enter?: ChangeRun['within'],
): Promise<Part> {
  const name = wanted.document.meta.entity;
  const baseDocument = catalogs.baseDocument(name);
  const open = stillOpen(wanted.open ?? [], (await catalogs.of(actor.tenant)).live.get(name)?.document, document);
  const revision = (await lastRevision(system, actor.tenant, name)) + 1;
  const gone = before ? before.codes.filter((code) => !after.codes.includes(code)) : [];
  const within = async (client: pg.Client) => {
    await writeRevision(client, actor, {
      key: name,
      revision,
      baseRevision: wanted.baseRevision,
      document,
      base: baseDocument ?? null,
      open,
      table,
      changes,
      accepted,
      filled,
      reason: wanted.reason,
    });
    // Roles lose removed codes, so that a later code of the same name is not granted by accident.
    if (gone.length > 0) await forgetCodes(client, actor.tenant, name, gone);
    if (before && before.path !== after.path) await forgetEntries(client, actor.tenant, null, before.path, null);
    else if (before && gone.length > 0) await forgetEntries(client, actor.tenant, null, before.path, gone);
    await doneWith(client, actor, name, wanted.fromDraft);
    if (wanted.job !== undefined) await endJob(client, actor.tenant, wanted.job, revision);
  };
  return { key: name, revision, baseRevision: wanted.baseRevision, steps, within, ...(enter ? { enter } : {}) };
}

/** Applies several parts in one switch: all of them become live, or none. */
export async function switchOver(
  { system, ownerUrl }: PublishDeps,
  actor: Actor,
  parts: readonly Part[],
  going: Pick<ChangeRun, 'onProgress' | 'signal'> = {},
): Promise<void> {
  const { tenant } = actor;
  const run: ChangeRun = {
    ...{ tenant, subject: parts.map(({ key }) => key), steps: keysLast(parts.flatMap(({ steps }) => steps)), ...going },
    async first() {
      for (const { key, baseRevision } of parts) await refuseStale(system.pool, tenant, key, baseRevision);
    },
    async within(client) {
      for (const part of parts) await part.within(client);
      for (const { enter } of parts) await enter?.(client);
      await invalidateSchema(client, tenant);
    },
  };
  await runChange({ ownerUrl, system: system.pool }, run).catch((error: unknown) => {
    // The old revision stays live; the publisher sees the database's message.
    const failed = error instanceof pg.DatabaseError;
    throw failed ? refused(issue('schema.stepFailed', '', { reason: withoutNames(error.message) })) : error;
  });
}

/** Creates foreign keys between new entities after all their tables, whichever way they point. */
function keysLast(steps: readonly ChangeStep[]): ChangeStep[] {
  const keys = new Set(
    steps.flatMap(({ sql }) =>
      sql.includes(' FOREIGN KEY ') ? (/ADD CONSTRAINT ("[^"]+")/.exec(sql)?.[1] ?? []) : [],
    ),
  );
  const isKey = ({ sql, time }: ChangeStep): boolean =>
    time === 'online' && [...keys].some((key) => new RegExp(`(ADD|VALIDATE) CONSTRAINT ${key}`).test(sql));
  return [...steps.filter((step) => !isKey(step)), ...steps.filter(isKey)];
}

/** A database message without the names of tables and columns, which are internal. */
const withoutNames = (text: string): string => text.replace(/\b(own_\d+\w*|x_?\d+\w*)/g, '...');

/** Throws `schemaStale` unless the live revision is the one that this was made from. */
async function refuseStale(
  client: Queryable<{ revision: number; state: string }>,
  tenant: string,
  key: string,
  baseRevision: number,
  lock = '',
): Promise<void> {
  const { rows } = await client.query(
    `SELECT revision, state FROM lading.live_schema WHERE tenant_id = $1 AND entity = $2 ${lock}`,
    [tenant, key],
  );
  const [stands] = rows;
  const isAnew = stands?.state === 'retired' && baseRevision === 0;
  if ((stands?.revision ?? 0) !== baseRevision && !isAnew) throw new AppError('schemaStale');
}

/** A revision as it is written into the history and made live. */
interface Written<D extends SchemaDocument> {
  readonly key: string;
  readonly revision: number;
  readonly baseRevision: number;
  readonly document: D;
  readonly base: D | null;
  /** Undecided conflicts with the base. */
  readonly open: readonly Conflict[];
  readonly table: string | null;
  readonly changes: number;
  readonly accepted: readonly Accepted[];
  /** The replacement for values that the new type cannot hold. */
  readonly filled?: TargetSchema['filled'];
  readonly reason: string;
}

/** Writes a revision and makes it live, during the switch. Throws `schemaStale` if another one is live. */
export async function writeRevision<D extends SchemaDocument>(
  client: pg.Client,
  actor: Actor,
  { key, revision, baseRevision, document, base, open, table, changes, accepted, filled = {}, reason }: Written<D>,
): Promise<void> {
  await refuseStale(client, actor.tenant, key, baseRevision, 'FOR UPDATE');
  await client.query(
    `INSERT INTO lading.revision (tenant_id, entity, revision, hash, base_hash, document, overlay, changes, author, reason, accepted, filled, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, clock_timestamp())`,
    [
      actor.tenant,
      key,
      revision,
      hashOf(document),
      base ? hashOf(base) : null,
      JSON.stringify(document),
      base ? JSON.stringify(undecided(overlayOf(base, document), open)) : null,
      changes,
      actor.facts.id,
      reason,
      JSON.stringify(accepted),
      Object.keys(filled).length > 0 ? JSON.stringify(filled) : null,
    ],
  );
  await client.query(
    `INSERT INTO lading.live_schema (tenant_id, entity, origin, own_table, state, revision) VALUES ($1, $2, $3, $4, 'live', $5)
     ON CONFLICT (tenant_id, entity) DO UPDATE SET own_table = $4, state = 'live', revision = $5`,
    [actor.tenant, key, base ? 'changed' : 'added', table, revision],
  );
  await client.query('DELETE FROM lading.retired_table WHERE tenant_id = $1 AND table_name = $2', [
    actor.tenant,
    table,
  ]);
}

/** Deletes the published draft unless it was changed since. */
export const doneWith = (client: Queryable, actor: Actor, key: string, stamp: number | undefined): Promise<unknown> =>
  client.query('DELETE FROM lading.draft WHERE tenant_id = $1 AND entity = $2 AND stamp = $3', [
    ...[actor.tenant, key, stamp ?? null],
  ]);

const hashOf = (document: SchemaDocument): string => createHash('sha256').update(printDocument(document)).digest('hex');

export interface Queryable<Row = unknown> {
  query(text: string, values: unknown[]): Promise<{ rows: Row[] }>;
}

const endJob = (client: Queryable, tenant: string, job: string, revision: number): Promise<unknown> =>
  client.query(
    `UPDATE lading.job SET state = 'done', done = coalesce(total, done), result = $3, finished_at = now()
      WHERE tenant_id = $1 AND id = $2 AND state IN ('queued', 'running')`,
    [tenant, job, JSON.stringify({ revision })],
  );

/** Invalidates the tenant's schema on all nodes and browsers. */
export async function invalidateSchema(client: Queryable, tenant: string): Promise<void> {
  await client.query(
    `INSERT INTO lading.schema_serial VALUES ($1, 1) ON CONFLICT (tenant_id) DO UPDATE SET serial = lading.schema_serial.serial + 1`,
    [tenant],
  );
  await client.query('SELECT lading.renew_rights($1)', [tenant]);
  await client.query(`INSERT INTO lading.event (tenant_id, kind) VALUES ($1, 'design')`, [tenant]);
}

const forgetCodes = (client: Queryable, tenant: string, entity: string, gone: readonly string[]): Promise<unknown> =>
  client.query(
    `UPDATE public.role__grants g SET codes = coalesce((
       SELECT string_agg(trim(c), ',') FROM unnest(string_to_array(g.codes, ',')) c WHERE trim(c) <> ALL ($3)), '')
      WHERE g.tenant_id = $1 AND g.entity = $2 AND string_to_array(replace(g.codes, ' ', ''), ',') && $3`,
    [tenant, entity, gone],
  );

/** Revokes menu entries from roles: the screens of an entity, its buttons, or some of these. */
export const forgetEntries = (
  client: Queryable,
  tenant: string,
  entity: string | null,
  path: string,
  codes: readonly string[] | null,
): Promise<unknown> =>
  client.query(
    `WITH gone AS (
       SELECT array_agg(id) AS ids FROM public.menu WHERE tenant_id = $1 AND (type = '1' AND entity = $2 OR type = '2'
          AND lower(split_part(permission, ':', 1)) = lower($3) AND ($4::text[] IS NULL OR split_part(permission, ':', 2) = ANY ($4))))
     UPDATE public.role r SET "menus" = (SELECT coalesce(array_agg(m), '{}') FROM unnest(r."menus") m WHERE m <> ALL (gone.ids))
       FROM gone WHERE r.tenant_id = $1 AND r."menus" && gone.ids`,
    [tenant, entity, path, codes],
  );
