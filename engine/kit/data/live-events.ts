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
/** Entities of the records on the screens, with the moment from which each is followed. */
const watched = new Map<string, { screens: number; since: number }>();
let onWatched: (ago: number) => void = () => undefined;

/** Changes of records that were announced lately, for screens whose reading is older than their listening. */
let recent: { at: number; event: LiveEvent }[] = [];
/** The moment of the last announcement that is not among them any more. */
let forgotten = -1;
const recentMilliseconds = 30_000;
const maxRecent = 1_000;

/** Subscribes to events of one kind; returns the unsubscribe function. */
export function onLive(kind: string, listener: Listener): () => void {
  const registered = listeners.get(kind) ?? new Set();
  listeners.set(kind, registered.add(listener));
  return () => void registered.delete(listener);
}

export function emitLive(event: LiveEvent): void {
  if (event.kind === 'record' || event.kind === 'reload') remember(event);
  for (const listener of [...(listeners.get(event.kind) ?? [])]) listener(event);
}

function remember(event: LiveEvent): void {
  const at = performance.now();
  recent.push({ at, event });
  const tooOld = recent.findLastIndex((each) => each.at < at - recentMilliseconds) + 1;
  const dropped = Math.max(tooOld, recent.length - maxRecent);
  forgotten = recent[dropped - 1]?.at ?? forgotten;
  recent = recent.slice(dropped);
}

/**
 * Follows the changes of these entities' records as a screen shows them: `record` events, and `reload` where changes
 * were missed. `since`: when the records were asked for, by `performance.now()`; what was announced after that, or
 * happened before the server knew of this screen, is told as well. Returns the function that ends it.
 */
export function followRecords(
  entities: readonly string[],
  listener: Listener,
  since: number = performance.now(),
): () => void {
  const concerns = ({ kind, entity }: LiveEvent) => kind === 'reload' || entities.includes(entity ?? '');
  const receive = (event: LiveEvent) => concerns(event) && listener(event);
  const stops = [onLive('record', receive), onLive('reload', receive)];
  if (since <= forgotten) listener({ kind: 'reload' });
  else for (const { at, event } of recent) if (at > since) receive(event);
  for (const entity of entities) {
    const { screens = 0, since: before = since } = watched.get(entity) ?? {};
    watched.set(entity, { screens: screens + 1, since: Math.min(before, since) });
  }
  onWatched(millisecondsSince(since));
  return () => {
    for (const stop of stops) stop();
    for (const entity of entities) {
      const { screens = 1, since: before = 0 } = watched.get(entity) ?? {};
      if (screens > 1) watched.set(entity, { screens: screens - 1, since: before });
      else watched.delete(entity);
    }
    onWatched(0);
  };
}

export const watchedEntities = (): string[] => [...watched.keys()];

/** Milliseconds since the first of the watched records was asked for. */
export const watchedFor = (): number =>
  Math.max(0, ...[...watched.values()].map(({ since }) => millisecondsSince(since)));

const millisecondsSince = (moment: number): number => Math.max(0, Math.round(performance.now() - moment));

/** Notifies the connection when screens start or stop watching records, and how long ago those were asked for. */
export function onWatchedChange(listener: (ago: number) => void): void {
  onWatched = listener;
}
