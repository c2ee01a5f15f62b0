export interface Neighbours {
  before: string | null;
  after: string | null;
  at: number;
  count: number;
}

/** The list holds more than it has loaded, and hands over those around the record alone. */
const numberIn = (state: unknown, name: 'total' | 'from'): number =>
  Number(typeof state === 'object' && state !== null ? (state as Record<string, unknown>)[name] : 0) || 0;

/** The ids around this one, as the list handed them over in the navigation state (`{ids: [...], from, total}`); none without it. */
export function neighbours(state: unknown, id: string): Neighbours {
  const ids =
    typeof state === 'object' && state !== null && 'ids' in state && Array.isArray(state.ids)
      ? state.ids.map(String)
      : [];
  const at = ids.indexOf(id);
  if (at < 0) return { before: null, after: null, at: 0, count: 0 };
  return {
    before: ids[at - 1] ?? null,
    after: ids[at + 1] ?? null,
    at: at + numberIn(state, 'from'),
    count: Math.max(ids.length, numberIn(state, 'total')),
  };
}
