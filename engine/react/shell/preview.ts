import { dropKept, isText, keep, readKept } from '../ui/kept.ts';

/** Where the session's token is kept, and beside it one's own while one looks through the eyes of a role. */
export const tokenKey = 'Access-Token';
const ownKey = 'Access-Token-Own';
const cameFromKey = 'PREVIEW_FROM';
const tokenMilliseconds = 604_800_000;

/** Goes on as a role, with nothing left of what was shown before; one's own session waits. */
export function beginPreview(token: string): void {
  keep(ownKey, readKept<string>(tokenKey), tokenMilliseconds);
  keep(cameFromKey, location.pathname + location.search);
  keep(tokenKey, token, tokenMilliseconds);
  location.assign('/welcome');
}

/** Takes one's own session up again; false where there is none waiting. */
export function takeOwnSession(): boolean {
  const own = readKept<string>(ownKey, isText);
  if (!own) return false;
  dropKept(ownKey);
  keep(tokenKey, own, tokenMilliseconds);
  return true;
}

/** Back to where the look began. */
export function leavePreview(): void {
  const from = readKept<string>(cameFromKey, isText) ?? '/welcome';
  dropKept(cameFromKey);
  location.assign(from);
}
