const minute = 60_000;
const hour = 60 * minute;

/** Milliseconds before each further attempt; after the last one a delivery is replayed by hand or not at all. */
const pauses = [
  ...[5_000, 30_000, 2 * minute, 10 * minute, 30 * minute],
  ...[hour, 2 * hour, 4 * hour, 8 * hour, 12 * hour, 24 * hour],
];

/** A webhook that has failed for so long, without one delivery between, is switched off. */
export const maxFailingSeconds = 5 * 24 * 3_600;

/** When a delivery is tried again after so many attempts; null: never. A tenth of chance keeps them from coming all at once. */
export function nextTry(attempts: number, now: number, chance = Math.random()): Date | null {
  const pause = pauses[attempts - 1];
  return pause === undefined ? null : new Date(now + Math.round(pause * (1 + chance / 10)));
}
