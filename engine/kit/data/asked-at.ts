const moments = new WeakMap<object, number>();

/** Notes when an answer was asked for: what was asked for ahead of its screen is older than the screen. */
export function noteAskedAt(answer: unknown, at: number): void {
  if (typeof answer === 'object' && answer !== null) moments.set(answer, at);
}

/** When the server was asked for this answer, by `performance.now()`; undefined for what came from elsewhere. */
export const askedAt = (answer: object): number | undefined => moments.get(answer);
