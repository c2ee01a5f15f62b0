/** A server event that screens may react to. */
export interface LiveEvent {
  kind: string;
  id?: string;
  entity?: string;
  record?: string | null;
  added?: boolean;
  /** Of a job: queued, running, done, failed. */
  state?: string;
}

type Listener = (event: LiveEvent) => void;

const listeners = new Map<string, Set<Listener>>();
const watched = new Map<string, number>();
let onWatched: () => void = () => undefined;

/** Subscribes to events of one kind; returns the unsubscribe function. */
export function onLive(kind: string, listener: Listener): () => void {
  const registered = listeners.get(kind) ?? new Set();
  listeners.set(kind, registered.add(listener));
  return () => void registered.delete(listener);
}

export function emitLive(event: LiveEvent): void {
  for (const listener of [...(listeners.get(event.kind) ?? [])]) listener(event);
}

/** Says that a screen shows records of this entity, until the answer is called. */
export function watchEntity(entity: string): () => void {
  watched.set(entity, (watched.get(entity) ?? 0) + 1);
  onWatched();
  return () => {
    const left = (watched.get(entity) ?? 1) - 1;
    if (left > 0) watched.set(entity, left);
    else watched.delete(entity);
    onWatched();
  };
}

export const watchedEntities = (): string[] => [...watched.keys()];

/** Notifies the connection when screens start or stop watching records. */
export function onWatchedChange(listener: () => void): void {
  onWatched = listener;
}
