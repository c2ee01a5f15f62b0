/** A reader's position: everything committed below this transaction has been delivered. */
export interface Cursor {
  readonly xid: string;
  /** Seconds since 1970, to detect positions older than the retention of events. */
  readonly at: number;
}

/** Events are retained for a day; minus an hour of safety margin. */
const longest = 82_800;

export const printCursor = (xid: string, now: Date): string => `${xid}.${Math.floor(now.getTime() / 1000)}`;

/** The cursor of a reconnecting client; null if it sends none, or one that is too old to resume. */
export function readCursor(text: string | null, newest: string, now: Date): Cursor | null {
  const [, xid = '', seconds = ''] = /^(\d{1,19})\.(\d{1,12})$/.exec(text ?? '') ?? [];
  if (!xid || BigInt(xid) > BigInt(newest)) return null;
  const at = Number(seconds);
  return now.getTime() / 1000 - at > longest ? null : { xid, at };
}
