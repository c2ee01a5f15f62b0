import type { CarrierFailure, CarrierResult } from './carrier.ts';
import type { Failed } from './wire/client.ts';

export const done = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });

/** What we refuse ourselves, before anybody is asked. */
export const refuse = (code: string, text: string): CarrierFailure => ({
  ...{ ok: false, kind: 'refused', code, text, retryAt: null },
});

/** The carrier did it and said so in a way that was not understood: it must be looked up. */
export const notUnderstood = (writes: boolean): CarrierFailure => ({
  ...{ ok: false, kind: writes ? 'lost' : 'unavailable', code: 'carriers.notUnderstood' },
  ...{ text: 'The answer was not understood.', retryAt: null },
});

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

/** Each of many asked by itself: one that fails says so in its place, all that fail are one failure. */
export function gathered<T>(
  results: readonly { trackingNo: string; result: CarrierResult<T> }[],
): CarrierResult<readonly (T | { trackingNo: string; error: string })[]> {
  const [first] = results;
  const whole = results.every(({ result }) => !result.ok && result.kind !== 'refused');
  if (first && whole && !first.result.ok) return first.result;
  return done(results.map(({ trackingNo, result }) => (result.ok ? result.value : { trackingNo, error: result.code })));
}
