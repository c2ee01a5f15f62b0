import { useCallback, useState } from 'react';
import { newKey, useDataClient, WireError, type WireRecord } from '../../kit/index.ts';
import type { Entry } from './entry.ts';
import { isChoice, type Offer, type RulePick } from './offers.ts';
import { placeOf, recordOf } from './wire.ts';

export interface Placing {
  step: 'idle' | 'saving' | 'trying' | 'submitting';
  /** Why the last try ended, and how far it had come. */
  error: unknown;
  /** What the server refuses, by place on the page. */
  faults: Readonly<Record<string, string>>;
  /** The draft is newer than what is typed. */
  conflict: { id: string; version: number } | null;
  saved: boolean;
}

const idle: Placing = { step: 'idle', error: null, faults: {}, conflict: null, saved: false };

interface Given {
  entry: Entry;
  /** The address of the chosen channel. */
  shipFrom: string | null;
  /** How the order goes on: drafts are submitted, failed ones tried again. */
  action: 'submit' | 'retry';
  change: (part: Partial<Entry>) => void;
  onSaved: (as: { id: string; version: number }) => void;
  onPlaced: (record: WireRecord) => void;
}

/** Saves the entry; and, to place it, tries the cost and submits. */
export function usePlacing({ entry, shipFrom, action, change, onSaved, onPlaced }: Given) {
  const client = useDataClient();
  const [placing, setPlacing] = useState(idle);

  const save = async (): Promise<{ id: string; version: number }> => {
    setPlacing({ ...idle, step: 'saving' });
    const record = recordOf(entry, entry.senderMode === 'channel' ? shipFrom : null);
    const body = JSON.stringify(record);
    const key = entry.sent?.body === body ? entry.sent.key : newKey();
    change({ sent: { body, key } });
    const { id, version } = entry.id ? await client.edit('Order', record, key) : await client.add('Order', record, key);
    onSaved({ id, version });
    return { id, version };
  };
  const failed = (error: unknown) => {
    const issues = error instanceof WireError ? error.issues : [];
    const faults = Object.fromEntries(
      issues.flatMap(({ path, message }) => {
        const place = placeOf(path);
        return place ? [[place, message] as const] : [];
      }),
    );
    const current = error instanceof WireError && error.status === 409 ? conflictOf(error.data) : null;
    setPlacing({ step: 'idle', error, faults, conflict: current, saved: false });
  };

  const saveDraft = async () => {
    try {
      await save();
      setPlacing({ ...idle, saved: true });
    } catch (error) {
      failed(error);
    }
  };
  /** `against` words what speaks against the price of the trial, which is the one that is charged. */
  const place = async (against: (offer: Offer) => string | null) => {
    try {
      const { id, version: saved } = await save();
      let version = saved;
      setPlacing({ ...idle, step: 'trying' });
      const { results } = await client.send<{
        results: { ok: boolean; version?: number; quotes?: Offer[]; pick?: RulePick }[];
      }>(...(['Order/trial', { ids: [id] }, newKey()] as const));
      const { pick } = results[0] ?? {};
      if (pick && !pick.picked) throw new WireError(200, 0, { message: pick.text });
      version = results[0]?.version ?? saved;
      if (version !== saved) onSaved({ id, version });
      const chosen = results[0]?.quotes?.find((offer) => isChoice(offer, pick ? pick.picked : entry.choice));
      const reason = chosen ? against(chosen) : null;
      if (reason !== null) throw new WireError(200, 0, { message: reason });
      setPlacing({ ...idle, step: 'submitting' });
      await client.act('Order', { action, input: { id, version } }, newKey());
      onPlaced(await client.detail('Order', id));
      setPlacing(idle);
    } catch (error) {
      failed(error);
    }
  };
  // A choice that the page makes by itself may come while a step runs, which goes on.
  const clear = useCallback(() => setPlacing((now) => (now.step === 'idle' ? idle : now)), []);
  return { placing, saveDraft, place, clear };
}

function conflictOf(data: unknown): Placing['conflict'] {
  const current = (data as { current?: { id?: unknown; version?: unknown } } | null)?.current;
  return typeof current?.id === 'string' && typeof current.version === 'number'
    ? { id: current.id, version: current.version }
    : null;
}
