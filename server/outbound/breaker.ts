/** Failures in a row after which the circuit opens for a while. */
const enough = 5;
const shortest = 10_000;
const longest = 120_000;

/**
 * Circuit breaker: spares a server that is down. After some failures in a row calls are refused with the time
 * of the next attempt; then one is let through, and each of its failures doubles the pause.
 */
export function createBreaker(now: () => number) {
  let failures = 0;
  let pause = shortest;
  let openUntil = 0;
  let probing = false;

  return {
    /** Null: go ahead. Else the moment of the next attempt. */
    restsUntil(): number | null {
      if (failures < enough) return null;
      if (openUntil > now()) return openUntil;
      if (probing) return now() + 1_000;
      probing = true;
      return null;
    },
    /** Whether calls are refused now; reserves nothing, unlike `restsUntil`. */
    isOpen: (): boolean => failures >= enough && openUntil > now(),
    succeeded(): void {
      failures = 0;
      pause = shortest;
      probing = false;
    },
    failed(): void {
      failures += 1;
      if (failures < enough) return;
      if (probing) pause = Math.min(pause * 2, longest);
      probing = false;
      openUntil = now() + pause;
    },
    /** Neither: it never came to asking. */
    passed(): void {
      probing = false;
    },
  };
}
export type Breaker = ReturnType<typeof createBreaker>;
