/** Messages that every group robot accepts per minute. */
export const maxPerMinute = 20;
/** Slightly more than a minute, because messages with different latencies may arrive closer together. */
export const minute = 62_000;

/**
 * How to send waiting events: one per message while the rate limit allows it, the rest combined in the last message.
 * Empty at the limit. `sent`: times of earlier messages.
 */
export function batchesOf<T>(waiting: readonly T[], sent: readonly number[], now: number): readonly (readonly T[])[] {
  const room = maxPerMinute - sent.filter((at) => at > now - minute).length;
  if (room <= 0 || waiting.length === 0) return [];
  if (waiting.length <= room) return waiting.map((each) => [each]);
  return [...waiting.slice(0, room - 1).map((each) => [each]), waiting.slice(room - 1)];
}

/** Milliseconds until the next attempt, by number of failures. */
export const restAfter = (tries: number): number => Math.min(60_000 * 2 ** tries, 3_600_000);
/** Attempts before an event is dropped; the last ones are an hour apart. */
export const maxTries = 12;
