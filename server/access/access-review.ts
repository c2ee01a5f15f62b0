import { issue, type Entity } from '../../engine/core/index.ts';
import { defineEffect, type ActingServices, type Handler } from '../modules/module.ts';
import type { Actor, Context } from '../operations/context.ts';
import { momentIn } from '../operations/moment.ts';
import { insertMany } from '../operations/write/insert-many.ts';
import { AppError } from '../errors.ts';
import { accountsToReviewSql, openReviewsSql } from '../store/account-sql.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import type { Texts } from '../texts.ts';
import type { Actors } from './actors.ts';
import { remindOfReviews } from './remind-reviews.ts';

/** Days in which a person with access has to be reviewed. */
const reviewDays = 30;
const dayMilliseconds = 86_400_000;

export interface AccessReviewDeps {
  readonly context: Context;
  readonly system: SystemDatabase;
  readonly actors: Pick<Actors, 'systemIn' | 'readsRestricted' | 'restricted' | 'byAccount'>;
  readonly services: ActingServices;
}

interface ToReview {
  id: string;
  roles: string | null;
  factor: boolean;
  seen: Date | null;
}

/**
 * Opens a review for each account that can read restricted entities and has none for this quarter, in tenants that have
 * such records, closes those of accounts that can no longer read them, and reminds of overdue ones. Answers how many
 * it opened or closed.
 */
export async function reviewAccess(on: AccessReviewDeps & { readonly texts: Texts }): Promise<number> {
  let count = await closeLapsed(on);
  for (const tenant of await on.system.db.selectFrom('tenant').selectAll().execute()) {
    if (tenant.kind === 'platform') continue;
    const actor = await on.actors.systemIn({ ...tenant, platform: false });
    const found = new Map<string, ToReview>();
    for (const name of on.actors.restricted) {
      const entity = actor.catalog.byName.get(name);
      const asked = entity ? await toReview(on, actor, entity) : [];
      for (const account of asked) found.set(account.id, account);
    }
    count += await openReviews(on, actor, [...found.values()]);
    await remindOfReviews(on, actor, tenant.defaultLocale);
  }
  return count;
}

async function toReview({ context, system }: AccessReviewDeps, actor: Actor, entity: Entity): Promise<ToReview[]> {
  const quarter = quarterOf(momentIn(actor.timeZone, context.clock()));
  const { rows } = await system.pool.query<ToReview>(accountsToReviewSql(entity), [actor.tenant, quarter]);
  return rows;
}

async function openReviews(
  { context, actors }: AccessReviewDeps,
  actor: Actor,
  accounts: readonly ToReview[],
): Promise<number> {
  const now = context.clock();
  const moment = (at: Date) => momentIn(actor.timeZone, at);
  const records = [];
  for (const { id, roles, factor, seen } of accounts) {
    if (!(await actors.readsRestricted(actor.tenant, id))) continue;
    const locked = {
      account: id,
      quarter: quarterOf(moment(now)),
      roles: roles?.slice(0, 500) ?? null,
      secondFactor: factor,
      lastSeenAt: seen && moment(seen),
      dueOn: moment(new Date(now.getTime() + reviewDays * dayMilliseconds)).slice(0, 10),
    };
    records.push({ input: {}, given: { locked } });
  }
  const entity = actor.catalog.byName.get('access-review');
  if (!entity || records.length === 0) return 0;
  const { ids, refused } = await insertMany(context, actor, entity, records, { verb: 'add', key: null });
  const [reasons] = refused.values();
  if (reasons) throw new AppError('refused', { issues: [...reasons] });
  return ids.length;
}

async function closeLapsed({ system, actors, services }: AccessReviewDeps): Promise<number> {
  const { rows } = await system.pool.query<{ tenant: string; id: string; account: string | null }>(openReviewsSql);
  let closed = 0;
  for (const { tenant, id, account } of rows) {
    if (account !== null && (await actors.readsRestricted(tenant, account))) continue;
    const refusals = await services.act({ tenant, entity: 'access-review', id }, 'remove');
    if (refusals.length === 0) closed += 1;
  }
  return closed;
}

const quarterOf = (moment: string): string => `${moment.slice(0, 4)}-Q${Math.ceil(Number(moment.slice(5, 7)) / 3)}`;

export const accessReviewHandlers = (on: () => Pick<AccessReviewDeps, 'actors'>): readonly Handler[] => [
  /** Refuses to record an access as removed while the account still has it. */
  defineEffect('identity.require-no-access', async ({ record, tenant }) => {
    const { account } = record;
    if (account === null || account === undefined) return {};
    return (await on().actors.readsRestricted(tenant, String(account)))
      ? { issues: [issue('accessReview.stillReads', '')] }
      : {};
  }),
];
