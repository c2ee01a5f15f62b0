/** What every group robot takes in any minute. */
export const maxPerMinute = 20;
/** A little more than a minute, so that messages which travel at unlike speeds do not arrive too close together. */
export const minute = 62_000;

/**
 * Which events go into which messages now: each alone as long as the minute has room, the rest together in its last one.
 * Nothing where there is no room. `sent`: moments of the messages before.
 */
export function batchesOf<T>(waiting: readonly T[], sent: readonly number[], now: number): readonly (readonly T[])[] {
  const room = maxPerMinute - sent.filter((at) => at > now - minute).length;
  if (room <= 0 || waiting.length === 0) return [];
  if (waiting.length <= room) return waiting.map((each) => [each]);
  return [...waiting.slice(0, room - 1).map((each) => [each]), waiting.slice(room - 1)];
}

/** Milliseconds until the next attempt, by how many have failed. */
export const restAfter = (tries: number): number => Math.min(60_000 * 2 ** tries, 3_600_000);
/** Attempts after which an event is given up; the last ones are an hour apart. */
export const maxTries = 12;
