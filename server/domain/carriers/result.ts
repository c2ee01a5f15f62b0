import type { CarrierFailure, CarrierResult } from './carrier.ts';
import type { Failed } from './wire/client.ts';

export const done = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });

/** Our own refusals, before any call. */
export const refuse = (code: string, text: string): CarrierFailure => ({
  ...{ ok: false, kind: 'refused', code, text, retryAt: null },
});

/** The carrier did it and said so in a way that was not understood: it must be looked up. */
export const notUnderstood = (writes: boolean): CarrierFailure => ({
  ...{ ok: false, kind: writes ? 'lost' : 'unavailable', code: 'carriers.notUnderstood' },
  ...{ text: 'The answer was not understood.', retryAt: null },
});

/** Whether each package has a number, and one of its own. */
export const areWhole = (numbers: readonly (string | null)[]): boolean =>
  !numbers.includes(null) && new Set(numbers).size === numbers.length;

export const unsupported = (code: string, text: string): CarrierFailure => ({
  ...{ ok: false, kind: 'unsupported', code, text, retryAt: null },
});

/** A reply read, or the failure that came instead. */
export function read<T>(
  answer: { ok: true; reply: unknown } | Failed,
  how: (reply: unknown) => CarrierResult<T>,
): CarrierResult<T> {
  return answer.ok ? how(answer.reply) : answer.failure;
}

/**
 * Runs one call per item, a few at a time. Once the carrier is unavailable, the remaining items get the same result without a call.
 */
export async function each<A, T>(
  many: readonly A[],
  ask: (one: A) => Promise<CarrierResult<T>>,
  lanes = 6,
): Promise<readonly CarrierResult<T>[]> {
  const results: CarrierResult<T>[] = [];
  let next = 0;
  let end: CarrierFailure | null = null;
  const lane = async () => {
    for (let place = next++; place < many.length; place = next++) {
      const result: CarrierResult<T> = end ?? (await ask(many[place] as A));
      results[place] = result;
      if (!result.ok && ['credentials', 'limited', 'unavailable'].includes(result.kind)) end ??= result;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}

/** One call per item: single failures are reported in place; if all fail, the result is one failure. */
export function gathered<T>(
  trackingNos: readonly string[],
  results: readonly CarrierResult<T>[],
): CarrierResult<readonly (T | { trackingNo: string; error: string })[]> {
  const [first] = results;
  const whole = results.every((result) => !result.ok && result.kind !== 'refused');
  if (first && whole && !first.ok) return first;
  return done(
    results.map((result, place) =>
      result.ok ? result.value : { trackingNo: trackingNos[place] ?? '', error: result.code },
    ),
  );
}
