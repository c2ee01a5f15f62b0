import { can } from '../../engine/core/index.ts';
import type { Actor, Context } from '../operations/context.ts';
import { momentIn } from '../operations/moment.ts';
import { claimOverdueReviewsSql, reviewersSql, tellReviewerSql } from '../store/account-sql.ts';
import type { Texts } from '../texts.ts';
import type { ActingServices } from '../modules/module.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import type { Actors } from './actors.ts';

/** Days between two reminders of the same overdue review. */
const everyDays = 7;

export interface ReminderDeps {
  readonly context: Pick<Context, 'clock'>;
  readonly system: Pick<SystemDatabase, 'pool'>;
  readonly actors: Pick<Actors, 'byAccount'>;
  readonly services: Pick<ActingServices, 'mail'>;
  readonly texts: Texts;
}

interface Reviewer {
  id: string;
  email: string | null;
}

/** Staff who may decide reviews: administrators, and those whose roles grant it. */
async function reviewersOf({ system, actors }: ReminderDeps, tenant: string): Promise<Reviewer[]> {
  const { rows } = await system.pool.query<Reviewer>(reviewersSql, [tenant]);
  const found: Reviewer[] = [];
  for (const row of rows) {
    const actor = await actors.byAccount(tenant, row.id);
    const entity = actor?.catalog.byName.get('access-review');
    if (actor && entity && can(actor.rightsOn(entity), 'keep')) found.push(row);
  }
  return found;
}

/**
 * Reminds those who may decide a tenant's overdue reviews, by mail and bell: all overdue ones together, each once a
 * week.
 */
export async function remindOfReviews(on: ReminderDeps, actor: Actor, locale: string): Promise<void> {
  const { system, services, texts, context } = on;
  const today = momentIn(actor.timeZone, context.clock()).slice(0, 10);
  const { rows } = await system.pool.query(claimOverdueReviewsSql, [actor.tenant, today, everyDays]);
  if (rows.length === 0) return;
  const culture = texts.culture(locale);
  const params = { count: rows.length, tenant: actor.tenantName };
  const [title, text] = (['title', 'text'] as const).map((part) =>
    texts.message(culture, `accessReviewOverdue.${part}`, params),
  ) as [string, string];
  const payload = JSON.stringify({ title, message: text, messagetype: 2, path: '/AccessReview?view=overdue' });
  for (const { id, email } of await reviewersOf(on, actor.tenant)) {
    await system.pool.query(tellReviewerSql, [actor.tenant, id, payload]);
    if (email)
      await services.mail({
        ...{ tenant: actor.tenant, to: email, title, text, culture, template: 'accessReviewOverdue' },
        ...{ about: id, key: `access-review-${id}-${today}` },
      });
  }
}
