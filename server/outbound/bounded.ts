/** A bounded cache that creates a value per key on first use and evicts the oldest keys. */
export function createBounded<T>(most: number, make: (key: string) => T) {
  const kept = new Map<string, T>();
  return {
    of(key: string): T {
      const found = kept.get(key);
      if (found !== undefined) return found;
      const made = make(key);
      kept.set(key, made);
      if (kept.size > most) kept.delete(kept.keys().next().value ?? '');
      return made;
    },
  };
}
