import { useState, type RefObject } from 'react';
import { useKeys, type WireRecord } from '../../kit/index.ts';
import { originOf } from './entry-form.tsx';
import type { Entry } from './entry.ts';
import { gapsFor, wordOfGap } from './gap-words.ts';
import type { Offer } from './offers.ts';
import type { Channels } from './use-channels.ts';
import { usePlacing } from './use-placing.ts';
import { useWords } from './wording.ts';

interface Given {
  entry: Entry;
  channels: Channels['channels'];
  record: WireRecord | null;
  page: RefObject<HTMLElement | null>;
  change: (part: Partial<Entry>) => void;
  /** What speaks against the price of a trial. */
  against: (offer: Offer) => string | null;
  onSaved: (as: { id: string; version: number }) => void;
  onPlaced: (record: WireRecord) => void;
}

/** Saves or places the entry once nothing is missing; what is missing is marked, and the first of it has the focus. */
export function useSending({ entry, channels, record, page, change, against, onSaved, onPlaced }: Given) {
  const t = useWords();
  const [tried, setTried] = useState<'no' | 'save' | 'place'>('no');
  const isFailed = record?.status === 'failed';
  const isClosed = record !== null && record.status !== 'draft' && !(isFailed && record._can?.includes('edit'));
  const dock = channels?.find(({ id }) => id === entry.choice?.channel)?.dock?.id ?? null;
  const { placing, saveDraft, place, clear } = usePlacing({
    ...{ entry, shipFrom: dock, action: isFailed ? 'retry' : 'submit', change, onSaved, onPlaced },
  });
  const busy = placing.step !== 'idle';
  const origin = originOf(entry, channels ?? []);
  const words = gapsFor(tried, entry, origin).map((gap) => [gap, wordOfGap(t, gap)]);
  const faults: Readonly<Record<string, string>> = { ...Object.fromEntries(words), ...placing.faults };
  const go = (what: 'save' | 'place') => {
    if (busy || isClosed) return;
    setTried(what);
    const lacking = gapsFor(what, entry, origin);
    if (lacking.length > 0) {
      clear();
      focusFirst(page.current, lacking);
      return;
    }
    void (what === 'save' ? saveDraft() : place(against));
  };
  const reset = () => {
    setTried('no');
    clear();
  };
  useKeys({ 'Mod+s': () => go('save'), 'Mod+Enter': () => go('place') });
  return { placing, busy, faults, isFailed, isClosed, go, clear, reset };
}

/** Goes to the first of these places on the page. */
function focusFirst(page: HTMLElement | null, places: readonly string[]): void {
  const all = [...(page?.querySelectorAll<HTMLElement>('[data-place]') ?? [])];
  const found = all.find(({ dataset }) => places.includes(dataset['place'] ?? ''));
  found?.querySelector<HTMLElement>('input, button, [tabindex]')?.focus();
  found?.scrollIntoView({ block: 'center' });
}
