import type pg from 'pg';
import { can, issue, type Entity, type RecordStep } from '../../../engine/core/index.ts';
import { AppError, refused } from '../../errors.ts';
import type { Actor, Context } from '../../operations/context.ts';
import { zoned } from '../../store/sql.ts';
import { inTransaction } from '../../store/in-transaction.ts';
import type { SystemDatabase } from '../../store/system-database.ts';
import { readSteps } from './draft-steps.ts';
import { changesBackTo, menuHistory, type MenuMoment } from './menu-history.ts';
import { refuseEscalation, writeSteps } from './publish-menu.ts';

type Input = Readonly<Record<string, unknown>>;

/** The tenant's menu draft: named steps on the present menu, oldest first. */
export interface MenuDraft {
  /** Grows with every change; an older stamp is refused with the current draft. */
  readonly stamp: number;
  readonly steps: readonly RecordStep[];
  /** Who changed it last, and when in the tenant's zone; empty without steps. */
  readonly by: string;
  readonly at: string;
}

const none: MenuDraft = { stamp: 0, steps: [], by: '', at: '' };
const maxReason = 200;

/** Draft, publish, history and restore of a tenant's menu, for those who may administer it. */
export interface MenuDrafts {
  read(actor: Actor): Promise<MenuDraft>;
  /** Replaces the steps (`{stamp, steps}`); throws `schemaStale` with the current draft for an outdated stamp. */
  save(actor: Actor, input: Input): Promise<MenuDraft>;
  /** Writes all that the draft comes to, or nothing (`{stamp, reason}`). */
  publish(actor: Actor, input: Input): Promise<{ changed: number }>;
  history(actor: Actor): Promise<{ moments: MenuMoment[] }>;
  /** Makes a draft that brings back an earlier menu (`{stamp, moment, name}`). */
  restore(actor: Actor, input: Input): Promise<MenuDraft>;
}

export function createMenuDrafts({ context, system }: { context: Context; system: SystemDatabase }): MenuDrafts {
  const entityFor = (actor: Actor, code: string): Entity => {
    const entity = actor.catalog.byName.get('menu');
    if (!entity) throw new AppError('noRoute');
    if (actor.member || !can(actor.rightsOn(entity), code)) {
      throw new AppError('forbidden', { params: { code: `${entity.path}:${code}` } });
    }
    return entity;
  };
  const replace = (actor: Actor, stamp: unknown, stepsOf: (client: pg.PoolClient) => Promise<RecordStep[]>) =>
    inTransaction(system.pool, async (client) => {
      const draft = await lockedDraft(client, actor, stamp);
      await writeDraft(client, actor, draft.stamp, await stepsOf(client));
      return (await readDraft(client, actor.tenant)) ?? none;
    });
  return {
    async read(actor) {
      entityFor(actor, 'read');
      return (await readDraft(system.pool, actor.tenant)) ?? none;
    },
    async save(actor, input) {
      const steps = readSteps(entityFor(actor, 'edit'), input['steps']);
      return replace(actor, input['stamp'], async () => steps);
    },
    async publish(actor, input) {
      const entity = entityFor(actor, 'edit');
      const reason = typeof input['reason'] === 'string' ? input['reason'].trim() : '';
      if (reason === '') throw refused(issue('required', 'reason'));
      if (reason.length > maxReason) throw refused(issue('text.tooLong', 'reason', { max: maxReason }));
      const { steps } = (await readDraft(system.pool, actor.tenant)) ?? none;
      await refuseEscalation(context, actor, entity, steps);
      return inTransaction(system.pool, async (client) => {
        const draft = await lockedDraft(client, actor, input['stamp']);
        if (draft.steps.length === 0) throw refused(issue('menu.nothingToPublish', ''));
        const changed = await writeSteps({ context, actor, entity, client }, draft.steps);
        await client.query('INSERT INTO lading.menu_publication (tenant_id, by, reason) VALUES ($1, $2, $3)', [
          ...[actor.tenant, actor.facts.id, reason],
        ]);
        await writeDraft(client, actor, draft.stamp, []);
        return { changed };
      });
    },
    async history(actor) {
      entityFor(actor, 'read');
      return { moments: await menuHistory(system.pool, actor) };
    },
    async restore(actor, input) {
      const entity = entityFor(actor, 'edit');
      const { stamp, moment, name } = input;
      if (typeof moment !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(moment)) {
        throw new AppError('malformed');
      }
      const called = typeof name === 'string' ? name.slice(0, maxReason) : moment;
      return replace(actor, stamp, async (client) => {
        const changes = await changesBackTo(client, actor, entity, moment);
        return changes.length > 0 ? [{ name: called, changes }] : [];
      });
    },
  };
}

async function readDraft(
  client: Pick<pg.PoolClient, 'query'>,
  tenant: string,
  lock: '' | 'FOR UPDATE OF d' = '',
): Promise<MenuDraft | null> {
  const { rows } = await client.query<MenuDraft>(
    `SELECT d.stamp, d.steps, ${zoned('d.at', 'd.tenant_id')} AS at,
            coalesce((SELECT a.name FROM public.account a WHERE a.tenant_id = d.tenant_id AND a.id = d.by), '') AS by
       FROM lading.menu_draft d WHERE d.tenant_id = $1 ${lock}`,
    [tenant],
  );
  return rows[0] ?? null;
}

/** The draft, locked until the transaction ends; made first if the tenant has none. */
async function lockedDraft(client: pg.PoolClient, actor: Actor, stamp: unknown): Promise<MenuDraft> {
  await client.query(
    `INSERT INTO lading.menu_draft (tenant_id, stamp, steps, by) VALUES ($1, 0, '[]', $2) ON CONFLICT DO NOTHING`,
    [actor.tenant, actor.facts.id],
  );
  const draft = (await readDraft(client, actor.tenant, 'FOR UPDATE OF d')) ?? none;
  if (stamp !== draft.stamp) throw new AppError('schemaStale', { data: draft });
  return draft;
}

const writeDraft = (client: pg.PoolClient, actor: Actor, stamp: number, steps: readonly RecordStep[]) =>
  client.query('UPDATE lading.menu_draft SET stamp = $2, steps = $3, by = $4, at = now() WHERE tenant_id = $1', [
    actor.tenant,
    stamp + 1,
    JSON.stringify(steps),
    actor.facts.id,
  ]);
