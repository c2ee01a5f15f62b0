import { removeStored, isText, storeLocally, readStored } from '../ui/local-storage.ts';

/** Where the session's token is kept, and beside it one's own while one looks through the eyes of a role. */
export const tokenKey = 'Access-Token';
const ownKey = 'Access-Token-Own';
const cameFromKey = 'PREVIEW_FROM';
const tokenMilliseconds = 604_800_000;

/** Goes on as a role, with nothing left of what was shown before; one's own session waits. */
export function beginPreview(token: string): void {
  storeLocally(ownKey, readStored<string>(tokenKey), tokenMilliseconds);
  storeLocally(cameFromKey, location.pathname + location.search);
  storeLocally(tokenKey, token, tokenMilliseconds);
  location.assign('/welcome');
}

/** Takes one's own session up again; false where there is none waiting. */
export function takeOwnSession(): boolean {
  const own = readStored<string>(ownKey, isText);
  if (!own) return false;
  removeStored(ownKey);
  storeLocally(tokenKey, own, tokenMilliseconds);
  return true;
}

/** Back to where the look began. */
export function leavePreview(): void {
  const from = readStored<string>(cameFromKey, isText) ?? '/welcome';
  removeStored(cameFromKey);
  location.assign(from);
}
