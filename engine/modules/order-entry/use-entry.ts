import { useCallback, useEffect, useRef, useState } from 'react';
import { removeStored, storeLocally, readStored, useDataClient, useViewer, type WireRecord } from '../../kit/index.ts';
import { noEntry, type Entry } from './entry.ts';
import { completed, entryOf, isEntry } from './wire.ts';

/** Two weeks, as the drafts of forms are kept. */
const keptFor = 14 * 86_400_000;

export type Opened =
  | { step: 'loading' }
  | { step: 'failed'; error: unknown }
  /** `record`: the order as it stands, where there is one. */
  | { step: 'open'; record: WireRecord | null };

/** Which order the address of the page asks for. */
export interface Asked {
  id: string;
  copy: string;
}

const recordOf = (opened: Opened): WireRecord | null => (opened.step === 'open' ? opened.record : null);

function keptAt(place: string): Entry | null {
  const stored = readStored<Entry>(place, isEntry);
  return stored && completed(stored);
}

/**
 * The entry of the page and where it comes from: what this browser kept of it, else the draft or the order to be copied,
 * else a blank one. Whatever is typed is kept at once, so that no reload, refusal or ended session loses it.
 */
export function useEntry({ id, copy }: Asked) {
  const client = useDataClient();
  const viewer = useViewer();
  const own = viewer.member?.id ?? '';
  const place = `ORDER_ENTRY_${viewer.id}_${id || (copy ? `copy${copy}` : 'new')}`;
  const blank = useCallback((): Entry => ({ ...noEntry, customer: own }), [own]);
  const [entry, setEntry] = useState<Entry>(blank);
  const [opened, setOpened] = useState<Opened>({ step: 'loading' });
  const [restored, setRestored] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const placeNow = useRef(place);
  placeNow.current = place;
  /** The place that the entry on the page belongs to. */
  const loaded = useRef('');

  useEffect(() => {
    if (loaded.current === place && attempt === 0) return;
    let gone = false;
    const kept = keptAt(place);
    const open = ({ fresh, record }: { fresh: Entry; record: WireRecord | null }) => {
      loaded.current = place;
      // What was typed over an older version would undo what happened since.
      const fits = kept !== null && (!id || kept.version === fresh.version);
      setEntry(fits ? kept : fresh);
      setRestored(fits);
      setOpened({ step: 'open', record });
    };
    const of = id || copy;
    if (!of) return open({ fresh: blank(), record: null });
    setOpened({ step: 'loading' });
    client.detail('Order', of).then(
      (record) => gone || open({ fresh: entryOf(record, id ? 'itself' : 'copy'), record: id ? record : null }),
      (error: unknown) => gone || setOpened({ step: 'failed', error }),
    );
    return () => {
      gone = true;
    };
  }, [client, id, copy, place, blank, attempt]);

  const change = useCallback((part: Partial<Entry> | ((entry: Entry) => Partial<Entry>)) => {
    setEntry((now) => {
      const next = { ...now, ...(typeof part === 'function' ? part(now) : part) };
      storeLocally(placeNow.current, next, keptFor);
      return next;
    });
  }, []);
  const start = useCallback((next: Entry) => {
    removeStored(placeNow.current);
    setEntry(next);
    setRestored(false);
  }, []);
  /** The entry is saved as this record: what the browser kept of it is no longer needed. */
  const saved = useCallback((as: { id: string; version: number }) => {
    removeStored(placeNow.current);
    setRestored(false);
    loaded.current = placeNow.current.replace(/_[^_]*$/, `_${as.id}`);
    setEntry((now) => ({ ...now, ...as, sent: null }));
  }, []);
  const again = useCallback(() => {
    loaded.current = '';
    setAttempt((count) => count + 1);
  }, []);
  const showRecord = useCallback((record: WireRecord) => setOpened({ step: 'open', record }), []);
  return { entry, opened, record: recordOf(opened), restored, change, start, saved, again, showRecord, blank };
}
