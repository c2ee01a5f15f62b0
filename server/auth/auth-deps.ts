import type { PostDeps } from '../messages/post.ts';
import type { Actor } from '../operations/context.ts';
import type { Captchas } from './captcha/captchas.ts';
import type { HostTenant } from './tenant-host.ts';

/** Dependencies of registration and recovery. */
export interface AuthDeps extends PostDeps {
  captchas: Pick<Captchas, 'burn'>;
  /** The system actor of a tenant. */
  actorOf(tenant: HostTenant): Actor;
  /** Runs work after the answer was sent. */
  later(work: () => Promise<void>): void;
}
