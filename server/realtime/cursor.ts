/** How far somebody has heard: everything that was committed below this transaction. */
export interface Cursor {
  readonly xid: string;
  /** Seconds since 1970, by which it is seen that events before it may be gone. */
  readonly at: number;
}

/** Events are kept for a day; an hour less leaves no doubt. */
const longest = 82_800;

export const printCursor = (xid: string, now: Date): string => `${xid}.${Math.floor(now.getTime() / 1000)}`;

/** The cursor that a client came back with; null where it names none, or one that is too old to go on from. */
export function readCursor(text: string | null, newest: string, now: Date): Cursor | null {
  const [, xid = '', seconds = ''] = /^(\d{1,19})\.(\d{1,12})$/.exec(text ?? '') ?? [];
  if (!xid || BigInt(xid) > BigInt(newest)) return null;
  const at = Number(seconds);
  return now.getTime() / 1000 - at > longest ? null : { xid, at };
}
