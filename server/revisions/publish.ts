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
   * The revision that the document was made from; another one being live meanwhile is a refusal. 0 where it was made from
   * nothing: under the name of an entity that was taken out of use it is another entity.
   */
  readonly baseRevision: number;
  /** The stamp of the draft that it is published from: that draft is done with, one that went on stays. */
  readonly fromDraft?: number;
  /** The job that ends with it. */
  readonly job?: string;
  /** It decides conflicts with the base, which is something to publish even where nothing else changes. */
  readonly settles?: boolean;
  /** Where it and the present base still disagree: nobody decided, so it stays on the list. */
  readonly open?: readonly Conflict[];
  /** Whoever publishes signs for the problems that may be signed for, with the reason. */
  readonly acceptProblems?: boolean;
  /** It promises what a revision had: refused where that has been cleared, which is otherwise only told. */
  readonly whole?: boolean;
}

/** The statements of a publish that nothing stands against. Throws `refused` with whatever does. */
export async function demandPublishable(deps: PublishDeps, actor: Actor, wanted: Publication): Promise<PlannedPublish> {
  const plan = await planDocument(deps, actor, wanted.document, wanted);
  const accepted = demandNothingStops(plan.blockers, wanted);
  if (plan.changes.length === 0 && !wanted.settles) throw refused(issue('schema.nothingToPublish', ''));
  return { ...plan.shape, changes: plan.changes.length, accepted };
}

/** Throws `refused` with whatever stands in the way; answers what was signed for, as the history keeps it. */
export function demandNothingStops(
  blockers: readonly Blocker[],
  { acceptProblems = false, whole = false, reason }: Pick<Publication, 'acceptProblems' | 'whole' | 'reason'>,
): Accepted[] {
  // A revision that is gone back to was signed for when it was published.
  const signs = acceptProblems || whole;
  const stops: Issue[] = blockers.filter(({ warns, accepts, code }) =>
    warns ? whole && isCleared(code) : !(accepts && signs),
  );
  if (stops.length > 0) throw new AppError('refused', { issues: stops, data: { blockers } });
  const signed = signs && !whole ? blockers.filter(({ accepts }) => accepts) : [];
  if (signed.length > 0 && reason.trim() === '') throw refused(issue('schema.reasonNeeded', 'reason'));
  return signed.map(({ code, path, params }) => ({ code, path, params }));
}

/** Something that was signed for. */
export type Accepted = Pick<Issue, 'code' | 'path' | 'params'>;

const isCleared = (code: string): boolean => code === 'schema.cleared' || code === 'schema.keptCleared';

export type PlannedPublish = TargetSchema & { readonly changes: number; readonly accepted: readonly Accepted[] };

/**
 * Makes a document the live revision: the tables follow while requests go on, then everything switches at once. Throws
 * `schemaStale` where somebody else published first, `refused` with whatever stands in the way.
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

/** One document's part of a switch: its statements, and what it writes in that moment. */
export interface Part {
  readonly key: string;
  readonly revision: number;
  readonly baseRevision: number;
  readonly steps: readonly ChangeStep[];
  readonly within: ChangeRun['within'];
  /** Puts what is new into the menu, in the same moment. */
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
    // Codes that go take the roles' own lines with them: whoever makes the name anew gives it anew.
    if (gone.length > 0) await forgetCodes(client, actor.tenant, name, gone);
    if (before && before.path !== after.path) await forgetEntries(client, actor.tenant, null, before.path, null);
    else if (before && gone.length > 0) await forgetEntries(client, actor.tenant, null, before.path, gone);
    await doneWith(client, actor, name, wanted.fromDraft);
    if (wanted.job !== undefined) await endJob(client, actor.tenant, wanted.job, revision);
  };
  return { key: name, revision, baseRevision: wanted.baseRevision, steps, within, ...(enter ? { enter } : {}) };
}

/** Carries parts out in one switch: all of them are live with its commit, or none is. */
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
    // The old revision goes on as it was; whoever publishes learns what the database said.
    const failed = error instanceof pg.DatabaseError;
    throw failed ? refused(issue('schema.stepFailed', '', { reason: withoutNames(error.message) })) : error;
  });
}

/** Keys between entities that come together are made once all of their tables stand, whichever way they point. */
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

/** Refuses where another revision is live than the one that this was made from. */
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

/** One revision as it goes into the history, to be the live one. */
interface Written<D extends SchemaDocument> {
  readonly key: string;
  readonly revision: number;
  readonly baseRevision: number;
  readonly document: D;
  readonly base: D | null;
  /** Conflicts with the base that nobody has decided. */
  readonly open: readonly Conflict[];
  readonly table: string | null;
  readonly changes: number;
  readonly accepted: readonly Accepted[];
  /** What was named for values that a new type cannot say. */
  readonly filled?: TargetSchema['filled'];
  readonly reason: string;
}

/** Writes a revision and makes it the live one, inside the moment of the switch. Throws `schemaStale` where another one is live. */
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

/** A draft ends with the publish of what it said; one that went on meanwhile stays. */
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

/** Every node and browser of the tenant learns with its next word that there is another schema. */
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

/** Takes entries of the menu from roles that gave a right by them: the screens of an entity, its buttons, or some of these. */
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
