import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { askedAt } from '../data/asked-at.ts';
import { useDataClient } from '../data/client.ts';
import type { WireRecord } from '../data/data-client.ts';
import { useEntity, type ReadyEntity } from '../data/use-entity.ts';
import { byFieldIds, byFieldNames } from './field-ids.ts';
import { useRecordChanges } from '../realtime/use-record-changes.ts';

export interface LoadedDetail {
  state: 'loading' | 'ready' | 'failed';
  ready: ReadyEntity | null;
  record: WireRecord | null;
  error: unknown;
  /** A newer reading is on its way; the one before still stands. */
  refreshing: boolean;
  /** Grows with each reading, so that history and lists beside it read again too. */
  stamp: number;
  reload: () => void;
}

interface Reading {
  record: WireRecord | null;
  error: unknown;
  /** Of the reading that is answered; -1 before the first answer. */
  stamp: number;
}

/** Reads the record again with each stamp. `readAt`: when the last answer was asked for; `onRead` is called for each record. */
function useReading(of: { path: string; id: string; stamp: number }, onRead: () => void) {
  const { path, id, stamp } = of;
  const client = useDataClient();
  const [reading, setReading] = useState<Reading>({ record: null, error: null, stamp: -1 });
  const readAt = useRef(0);
  const latest = useRef(onRead);
  latest.current = onRead;
  useEffect(() => {
    let cancelled = false;
    const requested = performance.now();
    client.detail(path, id).then(
      (record) => {
        if (cancelled) return;
        readAt.current = askedAt(record) ?? requested;
        latest.current();
        setReading({ record, error: null, stamp });
      },
      (error: unknown) => {
        if (cancelled) return;
        readAt.current = requested;
        setReading((before) => ({ record: stamp > 0 ? before.record : null, error, stamp }));
      },
    );
    return () => {
      cancelled = true;
    };
  }, [client, path, id, stamp]);
  return { reading, readAt };
}

/** One record with its entity. A reload keeps the old record on the screen until the new one is there. */
export function useDetail(path: string, id: string): LoadedDetail {
  const loaded = useEntity(path);
  const [stamp, setStamp] = useState(0);
  const revision = useMemo(() => (loaded.answer ? JSON.stringify(loaded.answer.meta) : ''), [loaded.answer]);
  /** The revision that the record was read in: a rename puts values under other names. */
  const [readIn, setReadIn] = useState('');
  const { reading: answer, readAt } = useReading({ path, id, stamp }, () => setReadIn(revision));
  const { retry } = loaded;
  const reload = useCallback(() => {
    setStamp((count) => count + 1);
    if (loaded.state === 'failed') retry();
  }, [loaded.state, retry]);

  useEffect(() => {
    if (revision === '' || readIn === revision) return;
    // The first reading may come before the entity; after that another revision means another reading.
    if (readIn === '') setReadIn(revision);
    else reload();
  }, [revision, readIn, reload]);

  useRecordChanges(
    answer.stamp < 0 ? null : (loaded.entity?.name ?? null),
    ({ ids, many }) => {
      if (many || ids.has(id)) reload();
    },
    readAt,
  );

  const ready = useMemo(
    () => (loaded.entity && loaded.answer ? { entity: loaded.entity, answer: loaded.answer } : null),
    [loaded.entity, loaded.answer],
  );
  // Until the record has been read in the new revision, its values stand under the names that their fields have now.
  const fitting = useRef<ReadyEntity | null>(null);
  if (readIn === '' || readIn === revision) fitting.current = ready;
  const before = fitting.current;
  const record = useMemo(
    () =>
      answer.record && ready && before && before !== ready ? renamed(answer.record, before, ready) : answer.record,
    [answer.record, before, ready],
  );
  const error = loaded.error ?? answer.error;
  const state =
    error && !record ? 'failed' : ready && record ? 'ready' : loaded.state === 'failed' ? 'failed' : 'loading';
  return { state, ready, record, error, refreshing: answer.stamp !== stamp, stamp, reload };
}

/** A record under the names that fields have in another revision: a rename moves no value. */
function renamed(record: WireRecord, was: ReadyEntity, now: ReadyEntity): WireRecord {
  const own = Object.fromEntries(
    Object.entries(record).filter(([key]) => !was.entity.byName.has(key.replace(/^\$/, ''))),
  );
  return { ...own, ...byFieldNames(now.entity.fields, byFieldIds(was.entity.fields, record)) } as WireRecord;
}
