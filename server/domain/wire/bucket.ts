/** What an API allows: so many at once, and so many a second afterwards. */
export interface Usage {
  readonly burst: number;
  readonly perSecond: number;
}

/** A token bucket that keeps an operation below its limit. */
export function createBucket({ burst, perSecond }: Usage, now: () => number) {
  let rate = perSecond;
  let left = burst;
  let seen = now();
  let closedUntil = 0;
  const refill = () => {
    left = Math.min(burst, left + ((now() - seen) / 1_000) * rate);
    seen = now();
  };
  return {
    /** Null: go ahead. Else the moment at which one is free. */
    take(cost = 1): number | null {
      refill();
      if (closedUntil > now()) return closedUntil;
      if (left < cost) return Math.ceil(now() + ((cost - left) / rate) * 1_000);
      left -= cost;
      return null;
    },
    /** A call that cost nothing after all. */
    give(cost: number): void {
      refill();
      left = Math.min(burst, left + cost);
    },
    /** The rate that the answer names; other people of the same account may have used it too. */
    tell(told: { readonly perSecond?: number; readonly left?: number }): void {
      refill();
      if (told.perSecond !== undefined && told.perSecond > 0) rate = told.perSecond;
      if (told.left !== undefined) left = Math.min(left, told.left);
    },
    /** Refused as too many: nothing before that moment, and the bucket is empty. */
    closeUntil(moment: number): void {
      refill();
      left = 0;
      closedUntil = Math.max(closedUntil, moment);
    },
  };
}
export type Bucket = ReturnType<typeof createBucket>;
