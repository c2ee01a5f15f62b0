import { post } from '../messages/post.ts';
import type { Actor } from '../operations/context.ts';
import { boundMailSql } from '../store/account-sql.ts';
import type { Culture } from '../texts.ts';
import type { AccountDeps } from './account-deps.ts';

/**
 * Mails the caller what happened to their account: to their proven address, unless they have opted out. `except`: an
 * address that is being bound and needs no mail.
 */
export async function mailToSelf(
  deps: AccountDeps,
  actor: Actor,
  template: 'addressMoved' | 'passwordReplaced' | 'factorOn' | 'factorOff',
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
