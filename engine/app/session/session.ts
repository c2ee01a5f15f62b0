import { create } from 'zustand';
import { createHttpDataClient } from '../../kit/data/http-data-client.ts';
import {
  createSessionClient,
  type LoginUser,
  type SignInAttempt,
  type SignInKind,
} from '../../kit/data/session-client.ts';
import type { DataClient } from '../../kit/data/data-client.ts';
import { WireError } from '../../kit/data/data-client.ts';
import type { WireOptions } from '../../kit/data/wire.ts';
import { currentCulture } from '../../kit/ui/culture.ts';
import {
  removeStored,
  hasExpired,
  isText,
  storeLocally,
  onStoredInOtherTab,
  readStored,
} from '../../kit/ui/local-storage.ts';
import { reloadPage } from '../../kit/ui/reload.ts';
import { leavePreview, takeOwnSession, tokenKey } from '../../kit/data/preview.ts';

/**
 * A session is `out` without a token. A token makes it `loading` until the server says whose it is, then `ready`; `failed`
 * when the server cannot be asked, which keeps the token and offers another try. A refused token is `out` again.
 */
export interface SessionState {
  state: 'out' | 'loading' | 'ready' | 'failed';
  user: LoginUser | null;
  /** New with every sign-in, so that no cache is shown to another person. */
  client: DataClient;
  error: unknown;
  /** True from a sign-in until the first screen has greeted. */
  fresh: boolean;
  /** Why the session before is over, for the sign-in page to say; null after a wanted one. */
  ended: Ended | null;
  /** The server does not take the session any more: said, and a moment later over. */
  refused: boolean;
}

export type Ended = 'expired' | 'revoked' | 'frozen' | 'over' | 'elsewhere';

const tokenMilliseconds = 604_800_000;

/** The connection to the server: the session's token, the language, and what happens when the session ends. */
export const options: WireOptions = {
  getToken: () => readStored<string>(tokenKey, isText),
  getCulture: currentCulture,
  onUnauthorised: (error, token) => {
    // Ignore responses of a previous session; sign-out shows its own message.
    if (token !== options.getToken() || leaving) return;
    const ending = endings[error.code];
    if (token && !ending) refuse();
    else leave(ending ?? null);
  },
};

/** The codes by which the server says why a session is over. */
const endings: Readonly<Record<number, Ended>> = { 1011007: 'frozen', 1011008: 'expired', 1011009: 'revoked' };

const sessions = createSessionClient(options);

export const useSession = create<SessionState>(() => ({
  state: options.getToken() ? 'loading' : 'out',
  user: null,
  client: createHttpDataClient(options),
  error: null,
  fresh: false,
  ended: hasExpired(tokenKey) ? 'expired' : null,
  refused: false,
}));

// Signing out or in within another tab of this browser applies here too.
onStoredInOtherTab(tokenKey, () => {
  if (!options.getToken()) leave('elsewhere');
  else enter(false);
});

export const loadBrand = () => sessions.brand();

/** Signs in and keeps the token for seven days. Throws `WireError` with the server's words. */
export async function signIn(attempt: SignInAttempt): Promise<void> {
  const token = await sessions.signIn(attempt);
  storeLocally(tokenKey, token, tokenMilliseconds);
  storeLocally('SIGN_IN_KIND', attempt.kind);
  enter(true);
}

function enter(fresh: boolean): void {
  const client = createHttpDataClient(options);
  useSession.setState({ state: 'loading', user: null, client, error: null, fresh, ended: null, refused: false });
}

interface UserRequest {
  client: DataClient;
  culture: string;
  done: Promise<void>;
}

let pending: UserRequest | null = null;
let answered: UserRequest | null = null;

/** Sees to it that the person is known, in the present culture; asks only where there is no answer yet, and a failure is one. */
export function ensureUser(): void {
  const { client } = useSession.getState();
  if (answered?.client !== client || answered.culture !== currentCulture()) void loadUser();
}

/** Asks the server who this is, in the present culture; a second call of the same waits for the first. */
export function loadUser(): Promise<void> {
  const { client } = useSession.getState();
  const culture = currentCulture();
  if (pending?.client === client && pending.culture === culture) return pending.done;
  const request: UserRequest = { client, culture, done: Promise.resolve() };
  pending = request;
  request.done = fetchUser(request).finally(() => {
    if (pending === request) pending = null;
  });
  return request.done;
}

/** The same after something has changed: an answer that is on its way may have been read before that, so it is asked again. */
export async function renewUser(): Promise<void> {
  await pending?.done;
  await loadUser();
}

/**
 * An answer that is no longer wanted (another session, another culture) changes nothing. A refusal has ended the session
 * already (`onUnauthorised`); any other failure says nothing of it, least of all one that is cut off because the page is left.
 */
async function fetchUser(request: UserRequest): Promise<void> {
  const token = options.getToken();
  // Refused, it would be asked again and again: a session that is over has no answer to fail with.
  if (!token) return leave(null);
  const path = () =>
    pending === request && useSession.getState().client === request.client && options.getToken() === token;
  try {
    const user = await sessions.loginUser();
    if (!path()) return;
    storeLocally(userKey, user.id);
    useSession.setState({ state: 'ready', user, error: null });
  } catch (error) {
    if (!path()) return;
    // A server that cannot say who this is would not know them at the next call either.
    if (error instanceof WireError && error.status === 500) return void (await signOut('over'));
    useSession.setState({ state: 'failed', error });
  }
  answered = request;
}

/** Ends the session on the server if it can be reached, and here in any case. */
export async function signOut(ended: Ended | null = null): Promise<void> {
  // A look through the eyes of a role ends with the session that it came out of.
  takeOwnSession();
  leaving = true;
  await sessions.signOut().catch(() => undefined);
  leave(ended);
  leaving = false;
}

let leaving = false;

/** The session was ended from elsewhere, and the person reads so: until they sign out, no refused call leads them away. */
export function beginLeaving(): void {
  leaving = true;
}

/** Whether the person is on the way out by their own wish: what the server says of it then is no news. */
export const isLeaving = (): boolean => leaving;

/** Where a person without a session belongs: the sign-in page last used, and back again afterwards. */
export function signInPath(path: string): string {
  const page = readStored<SignInKind>('SIGN_IN_KIND') === 'member' ? '/user/client-login' : '/user/login';
  return path && path !== '/' && path !== '/welcome' ? `${page}?redirect=${encodeURIComponent(path)}` : page;
}

/** Only paths of this application; anything else leads to the home page. */
export function safeRedirect(path: string | null): string {
  const home = readStored('HOME_PAGE') === null ? '/welcome' : '/';
  if (!path?.startsWith('/')) return home;
  try {
    const { origin, pathname, search, hash } = new URL(path, location.origin);
    const inside = origin === location.origin && !pathname.startsWith('//') && !/^\/user(\/|$)/i.test(pathname);
    return inside ? pathname + search + hash : home;
  } catch {
    return home;
  }
}

const userKey = 'USER_ID';

/** What is kept of a person beside the token, as the clients of this wire name it. */
const personal = [tokenKey, userKey, 'ALL_APPS_MENU', 'DICT_TYPE_TREE_DATA'];

/** How long the message about a refused session shows before it ends (spec section 8). */
const refusedMilliseconds = 1500;

/** The server refuses the session without a reason: show it at once, then restart the page without a session. */
function refuse(): void {
  if (useSession.getState().refused) return;
  useSession.setState({ refused: true });
  setTimeout(() => {
    if (!useSession.getState().refused) return;
    leave('over');
    reloadPage();
  }, refusedMilliseconds);
}

/** The session is over here. The first reason stands: what fails afterwards fails because of it. */
function leave(ended: Ended | null): void {
  if (takeOwnSession()) return leavePreview();
  for (const key of personal) removeStored(key);
  const { state } = useSession.getState();
  if (state !== 'out')
    useSession.setState({ state: 'out', user: null, error: null, fresh: false, ended, refused: false });
}
