import type { Conflict, Issue, Merged, Patch, SchemaDocument } from '../../engine/core/index.ts';
import { applyOverlay, changesBetween } from '../../engine/core/index.ts';
import { AppError } from '../errors.ts';
import type { Actor } from '../operations/context.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import type { Keeping } from './purged-data.ts';
import type { DraftBase, Drafts } from './drafts.ts';
import type { Culture, Texts } from '../texts.ts';
import type { PublishAnswers } from './publish-answers.ts';
import { givenIn, reasonIn, type Body } from './input.ts';
import { zoned } from '../store/sql.ts';

/** The request of a rollback. */
interface Again<D extends SchemaDocument> extends PublishAnswers {
  document: D;
  baseRevision: number;
  reason: string;
  open: readonly Conflict[];
}

/** The storage of a kind of document's history; `entity` is the document's key. */
interface Rooms<D extends SchemaDocument> {
  readonly system: SystemDatabase;
  readonly drafts: Drafts<D>;
  readonly texts: Texts;
  /** The delivered document; undefined for a tenant's own. */
  base(entity: string): D | undefined;
  beginning(actor: Actor, entity: string): () => Promise<DraftBase<D>>;
  liveRevision(actor: Actor, entity: string): Promise<number>;
  publish(actor: Actor, wanted: Again<D>): Promise<number>;
  /** The effects of a rollback, including data that it cannot restore. */
  plan(actor: Actor, entity: string, wanted: Again<D> & { readonly to: number }, culture: Culture): Promise<unknown>;
  /** By revision: data in removed fields, and how long it is retained. Screens have no data. */
  keeping?(actor: Actor, entity: string): Promise<ReadonlyMap<number, readonly Keeping[]>>;
}

interface StoredRevision<D extends SchemaDocument> {
  document: D;
  overlay: Patch[] | null;
}

/**
 * Published revisions: read them, copy one into the draft, or make one live again. Revision 0 is the delivered
 * document.
 */
export function createHistory<D extends SchemaDocument>(rooms: Rooms<D>) {
  const { system, drafts, beginning } = rooms;

  const storedRevision = async (actor: Actor, entity: string, n: number): Promise<StoredRevision<D>> => {
    const base = n === 0 ? rooms.base(entity) : undefined;
    if (base) return { document: base, overlay: null };
    const { rows } = await system.pool.query<StoredRevision<D>>(
      'SELECT document, overlay FROM lading.revision WHERE tenant_id = $1 AND entity = $2 AND revision = $3',
      [actor.tenant, entity, Number.isInteger(n) ? n : -1],
    );
    if (!rows[0]) throw new AppError('notFound');
    return rows[0];
  };

  /** A revision merged with the present delivered base. */
  const presentOf = async (actor: Actor, entity: string, n: number): Promise<Merged<D>> => {
    const { document, overlay } = await storedRevision(actor, entity, n);
    const base = rooms.base(entity);
    return base && overlay ? applyOverlay(base, overlay) : { document, conflicts: [] };
  };

  const service = {
    async history(actor: Actor, entity: string, culture: Culture) {
      const { rows } = await system.pool.query<{ revision: number; accepted: Issue[] }>(
        `SELECT r.revision, coalesce(a.name, '') AS author, r.reason, ${zoned('r.at', 'r.tenant_id')} AS at, r.changes, r.hash, r.accepted
           FROM lading.revision r LEFT JOIN public.account a ON a.tenant_id = r.tenant_id AND a.id = r.author
          WHERE r.tenant_id = $1 AND r.entity = $2 ORDER BY r.revision DESC`,
        [actor.tenant, entity],
      );
      const keeping = await rooms.keeping?.(actor, entity);
      const worded = (found: Issue) => ({ ...found, message: rooms.texts.issue(culture, found) });
      return {
        revisions: rows.map((row) => ({
          ...{ ...row, accepted: row.accepted.map(worded) },
          data: keeping?.get(row.revision) ?? [],
        })),
      };
    },

    /** A revision as published, with its changes at that time. */
    async revision(actor: Actor, entity: string, n: number) {
      const { document } = await storedRevision(actor, entity, n);
      const before = n > 1 ? (await storedRevision(actor, entity, n - 1)).document : (rooms.base(entity) ?? null);
      return { document, changes: before ? changesBetween(before, document) : [] };
    },

    async restore(actor: Actor, entity: string, input: Body) {
      const { document } = await presentOf(actor, entity, Number(input['revision']));
      const commands = [{ do: 'replace', document }];
      const step = { ...input, name: `restore ${String(input['revision'])}`, commands };
      return drafts.run(actor, entity, step, null, beginning(actor, entity));
    },

    /** Publishes an older revision again as a new one; records written since stay. `dryRun` answers the plan. */
    async rollback(actor: Actor, entity: string, input: Body, culture: Culture) {
      const { document, conflicts: open } = await presentOf(actor, entity, Number(input['revision']));
      const baseRevision = await rooms.liveRevision(actor, entity);
      const wanted = { document, baseRevision, reason: reasonIn(input), open, ...givenIn(input) };
      if (input['dryRun'] === true)
        return rooms.plan(actor, entity, { ...wanted, to: Number(input['revision']) }, culture);
      return { revision: await rooms.publish(actor, wanted) };
    },
  };

  return {
    endpoints: service,
    /** A revision as it was published. */
    asPublished: async (actor: Actor, entity: string, n: number) => (await storedRevision(actor, entity, n)).document,
  };
}
