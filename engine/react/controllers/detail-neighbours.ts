export interface Neighbours {
  before: string | null;
  after: string | null;
  at: number;
  count: number;
}

/** The ids around this one, as the list handed them over in the navigation state (`{ids: [...]}`); none without it. */
export function neighbours(state: unknown, id: string): Neighbours {
  const ids =
    typeof state === 'object' && state !== null && 'ids' in state && Array.isArray(state.ids)
      ? state.ids.map(String)
      : [];
  const at = ids.indexOf(id);
  if (at < 0) return { before: null, after: null, at: 0, count: 0 };
  return { before: ids[at - 1] ?? null, after: ids[at + 1] ?? null, at, count: ids.length };
}
