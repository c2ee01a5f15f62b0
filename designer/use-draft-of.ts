import { useEffect, useState } from 'react';
import type { SchemaDocument } from '../engine/core/index.ts';
import { currentCulture, removeStored, storeLocally, newKey, readStored, useViewer } from '../engine/kit/index.ts';
import type { SchemaApi } from './document/api.ts';
import { createDraft, type DraftDeps, type Waiting } from './document/draft.ts';
import type { DesignerStore } from './document/state.ts';

/** A draft is looked through when the hand rests. */
const lintMilliseconds = 300;

/** How often it is asked who else is here. */
const lookMilliseconds = 30_000;

interface Opened<D extends SchemaDocument> {
  readonly store: DesignerStore<D> | null;
  readonly error: unknown;
  again(): void;
}

/** Opens the draft of an entity or a screen, with what was done here before a reload. `lint` must stay the same function. */
export function useDraftOf<D extends SchemaDocument>(
  api: SchemaApi<D>,
  entity: string,
  lint: DraftDeps<D>['lint'],
): Opened<D> {
  const viewer = useViewer();
  const [store, setStore] = useState<DesignerStore<D> | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const place = `DESIGN_${viewer.id}_${entity}`;
  useEffect(() => {
    let cancelled = false;
    setError(null);
    api.read(entity).then(
      (answer) =>
        cancelled ||
        setStore(
          createDraft<D>({
            api,
            entity,
            answer,
            culture: currentCulture(),
            newKey,
            waiting: readStored<Waiting[]>(place, Array.isArray) ?? [],
            saveWaiting: (waiting) => (waiting.length > 0 ? storeLocally(place, waiting) : removeStored(place)),
            lint,
            whenIdle: (task) => void setTimeout(task, lintMilliseconds),
          }),
        ),
      (failure: unknown) => cancelled || setError(failure),
    );
    return () => {
      cancelled = true;
    };
  }, [api, entity, place, attempt, lint]);
  return { store, error, again: () => setAttempt(attempt + 1) };
}

/** Tells the server that this person is present, and merges what others did in the meantime. */
export function useDraftPolling(store: DesignerStore<SchemaDocument>, active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const look = () => {
      // A failed poll is retried at the next interval.
      if (document.visibilityState === 'visible')
        store
          .getState()
          .look()
          .catch(() => undefined);
    };
    const timer = setInterval(look, lookMilliseconds);
    const retry = () => store.getState().retry();
    document.addEventListener('visibilitychange', look);
    addEventListener('online', retry);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      removeEventListener('online', retry);
    };
  }, [store, active]);
}
