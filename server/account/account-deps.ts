import type { PostDeps } from '../messages/post.ts';
import type { Actor } from '../operations/context.ts';

/** Dependencies of the calls on one's own account. */
export interface AccountDeps extends PostDeps {
  /** The system actor of the caller's tenant, which sends messages. */
  actorOf(actor: Actor): Actor;
}
