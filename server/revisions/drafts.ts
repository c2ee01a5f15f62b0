import type pg from 'pg';
import type { Command, Edit, EntityDocument, Issue } from '../../engine/index.ts';
import { applyCommands, applyEdits, commandLimits, issue } from '../../engine/index.ts';
import { AppError, refused } from '../errors.ts';
import type { Actor } from '../operations/context.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { inTransaction } from '../store/in-transaction.ts';

/** One named step of a draft, oldest first; undone ones stand last until something else is done. */
export interface LogEntry {
  n: number;
  name: string;
  by: string;
  at: string;
  undone: boolean;
}

export interface Draft {
  document: EntityDocument;
  stamp: number;
  baseRevision: number;
  by: string;
  at: string;
  log: LogEntry[];
}

/** The document that a new draft begins with, and the revision that it was published as. */
export interface Beginning {
  readonly document: EntityDocument;
  readonly revision: number;
}

type Client = pg.Pool | pg.PoolClient;

const logSql = `SELECT s.n, s.name, coalesce(a.name, '') AS by, to_char(s.at, 'YYYY-MM-DD HH24:MI:SS') AS at, s.undone
  FROM lading.draft_step s LEFT JOIN public.account a ON a.tenant_id = s.tenant_id AND a.id = s.by
 WHERE s.tenant_id = $1 AND s.entity = $2 ORDER BY s.n`;

export async function readDraft(client: Client, tenant: string, entity: string): Promise<Draft | null> {
  const { rows } = await client.query<Omit<Draft, 'log'>>(
    `SELECT d.document, d.stamp, d.base_revision AS "baseRevision",
            coalesce((SELECT a.name FROM public.account a WHERE a.tenant_id = d.tenant_id AND a.id = d.by), '') AS by,
            to_char(d.at, 'YYYY-MM-DD HH24:MI:SS') AS at
       FROM lading.draft d WHERE d.tenant_id = $1 AND d.entity = $2`,
    [tenant, entity],
  );
  const [draft] = rows;
  if (!draft) return null;
  const log = await client.query<LogEntry>(logSql, [tenant, entity]);
  return { ...draft, log: log.rows };
}

export interface Told {
  stamp: number;
  document: EntityDocument;
  log: LogEntry[];
}

/** Thrown to whoever speaks of a draft as it no longer is, with what stands there now. */
const stale = (stamp: number, document: EntityDocument): AppError =>
  new AppError('schemaStale', { data: { stamp, document } });

/** Changes of one entity's draft, one after another: whoever comes second with an old stamp is told so. */
export function createDrafts(
  system: SystemDatabase,
  check: (actor: Actor, document: EntityDocument) => Promise<Issue[]>,
) {
  const change = (
    actor: Actor,
    entity: string,
    stamp: unknown,
    begin: () => Promise<Beginning>,
    work: (client: pg.PoolClient, draft: Draft) => Promise<EntityDocument | null>,
  ): Promise<Told> =>
    inTransaction(system.pool, async (client) => {
      await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 7221))', [`${actor.tenant} ${entity}`]);
      const held = await readDraft(client, actor.tenant, entity);
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

  const known = async (actor: Actor, entity: string, key: string): Promise<Told | null> => {
    const { rowCount } = await system.pool.query(
      'SELECT 1 FROM lading.draft_step WHERE tenant_id = $1 AND entity = $2 AND key = $3',
      [actor.tenant, entity, key],
    );
    return rowCount ? readDraft(system.pool, actor.tenant, entity) : null;
  };

  return {
    /** All commands or none; `dryRun` answers what they would be refused for and leaves the draft alone. */
    async run(
      actor: Actor,
      entity: string,
      input: Readonly<Record<string, unknown>>,
      key: string | null,
      begin: () => Promise<Beginning>,
    ): Promise<Told> {
      const { stamp, name = '', commands, dryRun } = input;
      if (!Array.isArray(commands) || commands.some((each) => typeof each !== 'object' || each === null)) {
        throw refused(issue('json.invalid', 'commands'));
      }
      if (commands.length > commandLimits.commands)
        throw refused(issue('schema.tooMany', 'commands', { max: commandLimits.commands }));
      // Sent before, and the answer was lost on its way: it has been done.
      const before = key === null ? null : await known(actor, entity, key);
      if (before) return before;
      const told = await change(actor, entity, stamp, begin, async (client, draft) => {
        const done = applyCommands(draft.document, commands as Command[]);
        if (!done.ok) throw refused(...done.issues);
        if (dryRun === true) {
          const issues = await check(actor, done.value.document);
          if (issues.length > 0) throw refused(...issues);
          throw new DryRun({ stamp: draft.stamp, document: done.value.document, log: draft.log });
        }
        await client.query('DELETE FROM lading.draft_step WHERE tenant_id = $1 AND entity = $2 AND undone', [
          actor.tenant,
          entity,
        ]);
        await client.query(
          `INSERT INTO lading.draft_step (tenant_id, entity, n, name, edits, inverse, by, key)
           SELECT $1, $2, coalesce(max(n), 0) + 1, $3, $4, $5, $6, $7 FROM lading.draft_step WHERE tenant_id = $1 AND entity = $2`,
          [
            actor.tenant,
            entity,
            String(name).slice(0, 200),
            JSON.stringify(done.value.edits),
            JSON.stringify(done.value.inverse),
            actor.facts.id,
            key,
          ],
        );
        return done.value.document;
      }).catch((error: unknown) => {
        if (error instanceof DryRun) return error.told;
        throw error;
      });
      return told;
    },

    /** Takes the last step back, or does the last one that was taken back again. */
    move(
      actor: Actor,
      entity: string,
      stamp: unknown,
      way: 'undo' | 'redo',
      begin: () => Promise<Beginning>,
    ): Promise<Told> {
      return change(actor, entity, stamp, begin, async (client, draft) => {
        const back = way === 'undo';
        const { rows } = await client.query<{ n: number; edits: Edit[]; inverse: Edit[] }>(
          `UPDATE lading.draft_step SET undone = $3 WHERE tenant_id = $1 AND entity = $2 AND n =
             (SELECT ${back ? 'max' : 'min'}(n) FROM lading.draft_step WHERE tenant_id = $1 AND entity = $2 AND undone <> $3)
           RETURNING n, edits, inverse`,
          [actor.tenant, entity, back],
        );
        const [step] = rows;
        return step ? applyEdits(draft.document, back ? step.inverse : step.edits).document : null;
      });
    },

    async discard(actor: Actor, entity: string): Promise<void> {
      await system.pool.query('DELETE FROM lading.draft WHERE tenant_id = $1 AND entity = $2', [actor.tenant, entity]);
    },
  };
}

export type Drafts = ReturnType<typeof createDrafts>;

/** Carries the answer of a dry run out of a transaction that must not commit. */
class DryRun extends Error {
  constructor(readonly told: Told) {
    super('dry run');
  }
}

async function open(
  client: pg.PoolClient,
  actor: Actor,
  entity: string,
  { document, revision }: Beginning,
): Promise<Draft> {
  await client.query(
    'INSERT INTO lading.draft (tenant_id, entity, stamp, base_revision, document, by) VALUES ($1, $2, 0, $3, $4, $5)',
    [actor.tenant, entity, revision, JSON.stringify(document), actor.facts.id],
  );
  return { document, stamp: 0, baseRevision: revision, by: actor.name, at: '', log: [] };
}
