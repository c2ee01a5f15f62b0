type Listener = (path: string, id: string | null) => void;

const listeners = new Set<Listener>();

/** Says that a record was changed from this page; `null` for several. Screens that show it read it again. */
export function announceChange(path: string, id: string | null): void {
  for (const listener of [...listeners]) listener(path, id);
}

/** Listens to what is changed from this page; gives the way to stop. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
