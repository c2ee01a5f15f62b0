import type { PostDeps } from '../messages/post.ts';
import type { Actor } from '../operations/context.ts';
import type { Captchas } from './captcha/captchas.ts';
import type { HostTenant } from './tenant-host.ts';

/** What registering and recovering stand on. */
export interface AuthDeps extends PostDeps {
  captchas: Pick<Captchas, 'burn'>;
  /** The system itself in a tenant. */
  actorOf(tenant: HostTenant): Actor;
  /** Does the work after the answer has gone. */
  later(work: () => Promise<void>): void;
}
