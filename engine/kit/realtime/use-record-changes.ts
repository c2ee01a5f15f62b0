import { useEffect, useRef } from 'react';
import { followRecords, type LiveEvent } from '../data/live-events.ts';

/** Records that changed, by id; `many` where they are too many to name, or were missed. */
export interface RecordChanges {
  ids: ReadonlySet<string>;
  /** How often each record was announced. */
  times: ReadonlyMap<string, number>;
  added: ReadonlySet<string>;
  many: boolean;
}

/** Milliseconds in which changes are gathered: a screen follows a bulk action in a few steps, not in hundreds. */
const gather = 400;

/**
 * Subscribes to changes of an entity's records, throttled to a few updates a second; null: none yet. `readAt`: when the
 * records on the screen were asked for (`followRecords`), where that is not now.
 */
export function useRecordChanges(
  entity: string | null,
  onChange: (changes: RecordChanges) => void,
  readAt?: { readonly current: number },
): void {
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    if (entity === null) return;
    let times = new Map<string, number>();
    let added = new Set<string>();
    let many = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        const changes = { ids: new Set(times.keys()), times, added, many };
        times = new Map();
        added = new Set();
        many = false;
        latest.current(changes);
      }, gather);
    };
    const gatherChange = ({ record, added: isNew }: LiveEvent) => {
      if (!record) many = true;
      else {
        times.set(record, (times.get(record) ?? 0) + 1);
        if (isNew) added.add(record);
      }
      soon();
    };
    const unfollow = followRecords([entity], gatherChange, readAt?.current);
    return () => {
      clearTimeout(timer);
      unfollow();
    };
  }, [entity, readAt]);
}
