import { useCallback, useEffect, useRef, useState } from 'react';
import { useDataClient } from '../data/client.ts';
import type { WireRecord } from '../data/data-client.ts';
import type { ReadyEntity } from '../data/use-entity.ts';
import { useRecordChanges } from '../realtime/use-record-changes.ts';
import { withFigures } from './list-figures.ts';
import { listQueryParams } from './list-state.ts';
import type { ListController } from './use-list.ts';

/** What happened to the list elsewhere and is not shown yet. */
export interface LiveRows {
  /** How many records were added, removed or moved; null: some, not counted. Zero: none. */
  waiting: number | null;
  show(): void;
}

/** As many changed records as are looked at one by one. */
const maxRows = 100;
/** Milliseconds after a read in which events may still arrive for changes that the read already contains. */
const late = 3_000;

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
  const reading = useRef<Reading>({ generation: list.generation, rows: list.rows, before: new Map(), at: 0 });
  if (reading.current.generation !== list.generation) {
    const { rows: before } = reading.current;
    reading.current = { generation: list.generation, rows: list.rows, before, at: Date.now() };
  }

  const forget = useCallback(() => {
    waiting.current = new Set();
    setCount(0);
  }, []);
  // A new question brings everything with it.
  useEffect(forget, [list.generation, forget]);

  const readAt = useRef(0);
  readAt.current = list.readAt ?? readAt.current;
  useRecordChanges(
    list.readAt === null ? null : entity.name,
    ({ ids, times, added, many }) => {
      const { state, rowOf, patch, generation } = latest.current;
      if (many || ids.size > maxRows) return setCount(null);
      const shown = [...ids].filter((id) => rowOf(id) && !takeBrought(reading.current, id, times.get(id) ?? 1));
      const requested = [...new Set([...shown, ...added])];
      if (requested.length === 0) return;
      const query = { ...listQueryParams(state), 'id.in': requested.join(','), pageNo: '1', pageSize: String(maxRows) };
      client.page(entity.path, query).then(
        (page) => {
          const { rows } = withFigures(page);
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
    },
    readAt,
  );

  const show = useCallback(() => {
    forget();
    latest.current.reload();
  }, [forget]);
  return { waiting: count, show };
}

/** The rows of the present reading, and those of the one before it. */
interface Reading {
  readonly generation: number;
  readonly rows: ReadonlyMap<number, WireRecord>;
  /** Without the rows that have changed since. */
  before: ReadonlyMap<number, WireRecord>;
  readonly at: number;
}

/**
 * Whether the last read already contains all announced changes of a row, as after an own change. Each change raises the
 * version by one and is announced once.
 */
function takeBrought(reading: Reading, id: string, times: number): boolean {
  const versionIn = (rows: Reading['rows']) => Number([...rows.values()].find((row) => row.id === id)?.version);
  const risen = versionIn(reading.rows) - versionIn(reading.before);
  reading.before = new Map([...reading.before].filter(([, row]) => row.id !== id));
  return Date.now() - reading.at < late && risen >= times;
}
