import type { PostDeps } from '../messages/post.ts';
import type { Actor } from '../operations/context.ts';

/** What the account of one's own stands on. */
export interface AccountDeps extends PostDeps {
  /** The system itself in the caller's tenant: it writes the messages. */
  actorOf(actor: Actor): Actor;
}
