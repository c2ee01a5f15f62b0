import { post } from '../messages/post.ts';
import type { Actor } from '../operations/context.ts';
import { boundMailSql } from '../store/account-sql.ts';
import type { Culture } from '../texts.ts';
import type { AccountDeps } from './account-deps.ts';

/**
 * Tells the caller by mail what happened to their account: at the address that they have proven, where they have not said
 * that they want none. An address that is being bound (`except`) need not be told.
 */
export async function mailToSelf(
  deps: AccountDeps,
  actor: Actor,
  template: 'addressMoved' | 'passwordReplaced',
  culture: Culture,
  except?: string,
): Promise<void> {
  const { rows } = await deps.system.pool.query<{ email: string; wanted: boolean }>(boundMailSql, [
    actor.tenant,
    actor.facts.id,
  ]);
  const [found] = rows;
  if (!found?.wanted || found.email === except) return;
  const params = { tenant: actor.tenantName, name: actor.name };
  await post(deps, deps.actorOf(actor), { kind: 'mail', to: found.email, template, params, culture });
}
