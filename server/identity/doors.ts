import type { Actor, Context } from '../operations/context.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import type { Culture, Texts } from '../texts.ts';
import { loginUser } from './login-user.ts';
import { closeSession } from './sessions.ts';
import { signIn, tenantByHost, type SignIn } from './sign-in.ts';

/** The ways in and out, for the routes that serve them. */
export interface Doors {
  /** Opens a session and answers its token; throws `signInFailed` or `tooManyFailures`. */
  signIn(attempt: SignIn): Promise<string>;
  /** Ends the session of a token; an unknown one is no error. */
  signOut(token: string): Promise<void>;
  /** What a host name shows before anyone is signed in. */
  brandOf(host: string): Promise<{ name: string; logo: string | null; currency: string; culture: string }>;
  loginUser(actor: Actor, culture: Culture): ReturnType<typeof loginUser>;
}

export function createDoors(context: Context, system: SystemDatabase, texts: Texts): Doors {
  return {
    signIn: (attempt) => signIn(system, context.newId, attempt),
    signOut: (token) => closeSession(system, token),
    async brandOf(host) {
      const tenant = await tenantByHost(system, host);
      return {
        name: tenant?.name ?? 'Lading',
        logo: tenant?.logo ?? null,
        currency: tenant?.currency ?? 'USD',
        culture: tenant?.defaultLocale ?? 'zh-CN',
      };
    },
    loginUser: (actor, culture) => loginUser(context, system, actor, culture, texts),
  };
}
