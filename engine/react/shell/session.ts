import { create } from 'zustand';
import { WireError } from '../data/data-client.ts';
import { createHttpDataClient } from '../data/http-data-client.ts';
import { createSessionClient, type LoginUser, type SignInKind } from '../data/session-client.ts';
import type { DataClient } from '../data/data-client.ts';
import type { WireOptions } from '../data/wire.ts';
import { currentCulture } from '../ui/culture.ts';
import { dropKept, keep, readKept } from '../ui/kept.ts';

/**
 * A session is `out` without a token. A token makes it `loading` until the server says whose it is, then `ready`; `failed`
 * when the server cannot be asked, which keeps the token and offers another try. A refused token is `out` again.
 */
export interface SessionState {
  state: 'out' | 'loading' | 'ready' | 'failed';
  user: LoginUser | null;
  /** New with every sign-in, so that nothing cached outlives the person it was shown to. */
  client: DataClient;
  error: unknown;
  /** True from a sign-in until the first screen has greeted. */
  fresh: boolean;
}

const tokenKey = 'Access-Token';
const tokenMilliseconds = 604_800_000;

/** How this browser speaks to the server: who it is, in which language, and what happens when the session is over. */
export const options: WireOptions = {
  getToken: () => readKept<string>(tokenKey),
  getCulture: currentCulture,
  onUnauthorised: () => leave(),
};

const sessions = createSessionClient(options);

export const useSession = create<SessionState>(() => ({
  state: options.getToken() ? 'loading' : 'out',
  user: null,
  client: createHttpDataClient(options),
  error: null,
  fresh: false,
}));

export const loadBrand = () => sessions.brand();

/** Signs in and keeps the token for seven days. Throws `WireError` with the server's words. */
export async function signIn(kind: SignInKind, account: string, password: string): Promise<void> {
  const token = await sessions.signIn(kind, account, password);
  keep(tokenKey, token, tokenMilliseconds);
  keep('SIGN_IN_KIND', kind);
  useSession.setState({
    state: 'loading',
    user: null,
    client: createHttpDataClient(options),
    error: null,
    fresh: true,
  });
}

interface Ask {
  client: DataClient;
  culture: string;
  done: Promise<void>;
}

let asking: Ask | null = null;
let answered: Ask | null = null;

/** Sees to it that the person is known, in the present culture; asks only where that has not been told yet. */
export function ensureUser(): void {
  const { client } = useSession.getState();
  if (answered?.client !== client || answered.culture !== currentCulture()) void loadUser();
}

/** Asks the server who this is, in the present culture; a second call of the same waits for the first. */
export function loadUser(): Promise<void> {
  const { client } = useSession.getState();
  const culture = currentCulture();
  if (asking?.client === client && asking.culture === culture) return asking.done;
  const ask: Ask = { client, culture, done: Promise.resolve() };
  asking = ask;
  ask.done = askUser(ask).finally(() => {
    if (asking === ask) asking = null;
  });
  return ask.done;
}

/** An answer that is no longer wanted (another session, another culture) changes nothing. */
async function askUser(ask: Ask): Promise<void> {
  const wanted = () => asking === ask && useSession.getState().client === ask.client;
  try {
    const user = await sessions.loginUser();
    if (!wanted()) return;
    answered = ask;
    useSession.setState({ state: 'ready', user, error: null });
  } catch (error) {
    if (!wanted()) return;
    const unreachable = error instanceof WireError && (error.status === 0 || error.status >= 500);
    if (unreachable) useSession.setState({ state: 'failed', error });
    else leave();
  }
}

/** Ends the session on the server if it can be reached, and here in any case. */
export async function signOut(): Promise<void> {
  await sessions.signOut().catch(() => undefined);
  leave();
}

/** Where a person without a session belongs: the sign-in page last used, and back again afterwards. */
export function signInPath(wanted: string): string {
  const page = readKept<SignInKind>('SIGN_IN_KIND') === 'member' ? '/user/client-login' : '/user/login';
  return wanted && wanted !== '/' && wanted !== '/welcome' ? `${page}?redirect=${encodeURIComponent(wanted)}` : page;
}

/** Only addresses of this application; anything else goes home. */
export function safeRedirect(wanted: string | null): string {
  return wanted && /^\/(?![/\\])/.test(wanted) && !wanted.startsWith('/user/') ? wanted : '/welcome';
}

function leave(): void {
  dropKept(tokenKey);
  if (useSession.getState().state !== 'out')
    useSession.setState({ state: 'out', user: null, error: null, fresh: false });
}
