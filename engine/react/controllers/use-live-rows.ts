import { useCallback, useEffect, useRef, useState } from 'react';
import { useDataClient } from '../data/client.ts';
import type { ReadyEntity } from '../data/use-entity.ts';
import { useRecordChanges } from '../realtime/use-record-changes.ts';
import { listQueryParams } from './list-state.ts';
import type { ListController } from './use-list.ts';

/** What happened to the list elsewhere and is not shown yet. */
export interface LiveRows {
  /** Records that came, went or moved; null: there are some, and nobody counted them. Zero: nothing. */
  waiting: number | null;
  show(): void;
}

/** As many changed records as are looked at one by one. */
const most = 100;

/**
 * Follows what others do to the rows: a row that is there and still belongs is changed in its place; what came or went is
 * counted and shown when the person asks, so that no row moves under the pointer.
 */
export function useLiveRows({ entity }: ReadyEntity, list: ListController): LiveRows {
  const client = useDataClient();
  const waiting = useRef(new Set<string>());
  const [count, setCount] = useState<number | null>(0);
  const latest = useRef(list);
  latest.current = list;

  const forget = useCallback(() => {
    waiting.current = new Set();
    setCount(0);
  }, []);
  // A new question brings everything with it.
  useEffect(forget, [list.generation, forget]);

  useRecordChanges(entity.name, ({ ids, added, many }) => {
    const { state, rowOf, patch, generation } = latest.current;
    if (many || ids.size > most) return setCount(null);
    const shown = [...ids].filter((id) => rowOf(id));
    const asked = [...new Set([...shown, ...added])];
    if (asked.length === 0) return;
    const query = { ...listQueryParams(state), 'id.in': asked.join(','), pageNo: '1', pageSize: String(most) };
    client.page(entity.path, query).then(
      ({ rows }) => {
        const now = latest.current;
        if (now.generation !== generation) return;
        for (const row of rows) {
          const old = now.rowOf(row.id);
          if (!old) waiting.current.add(row.id);
          else if (old.version !== row.version || old['updatedAt'] !== row['updatedAt']) patch(row);
        }
        const found = new Set(rows.map(({ id }) => id));
        for (const id of shown) if (!found.has(id)) waiting.current.add(id);
        setCount((before) => (before === null ? null : waiting.current.size));
      },
      () => setCount(null),
    );
  });

  const show = useCallback(() => {
    forget();
    latest.current.reload();
  }, [forget]);
  return { waiting: count, show };
}
