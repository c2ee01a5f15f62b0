import { useCallback, useRef, useState } from 'react';
import { beep, newKey, useDataClient, type WireRecord } from '../../kit/index.ts';
import { lineOf } from './grades.ts';

export interface Seen {
  readonly number: string;
  readonly parcel: WireRecord | null;
  readonly orderNo: string | null;
}

export interface Arrival {
  readonly seen: Seen | null;
  readonly photos: readonly string[];
  /** What was done last, as the key of a word with its figures. */
  readonly said: { readonly word: string; readonly about: string } | null;
  readonly error: unknown;
}

const nothing: Arrival = { seen: null, photos: [], said: null, error: null };

/** The step that ends the stay of a parcel that is here. */
const endOf = ({ status }: WireRecord): string | null =>
  status === 'claimed' ? 'process' : status === 'toDispose' ? 'dispose' : null;

/** Takes parcels in line by line: a number, photos, a grade. Lines are worked off in the order in which they were scanned. */
export function useArrival(shoot: () => Promise<File | null>) {
  const client = useDataClient();
  const [state, setState] = useState<Arrival>(nothing);
  const now = useRef(state);
  const put = useCallback((next: Arrival) => {
    now.current = next;
    setState(next);
    beep(next.error ? 'error' : 'ok');
  }, []);
  const addPhoto = useCallback(
    async (file: File | null) => {
      if (file) put({ ...now.current, error: null, photos: [...now.current.photos, await client.upload(file)] });
    },
    [client, put],
  );
  const take = useCallback(
    async (text: string): Promise<void> => {
      const line = lineOf(text);
      const { seen, photos } = now.current;
      if (line.kind === 'undo') return put(nothing);
      if (line.kind === 'number' || !seen) {
        const found = await client.send<Seen>('Returns/scan', { text }, newKey());
        put({ ...nothing, seen: found });
        // Where there is a camera the parcel is under it now.
        return found.parcel ? undefined : addPhoto(await shoot());
      }
      if (line.kind === 'photo') return addPhoto(await shoot());
      if (seen.parcel) {
        const step = endOf(seen.parcel);
        if (line.kind !== 'done' || step === null) return put({ ...now.current, error: new Error('notNow') });
        await client.send(`ReturnedParcel/${step}`, { id: seen.parcel.id, version: seen.parcel['version'] }, newKey());
        return put({ ...nothing, said: { word: step, about: String(seen.parcel['parcelNo']) } });
      }
      if (line.kind !== 'grade') return put({ ...now.current, error: new Error('notNow') });
      if (photos.length === 0) return put({ ...now.current, error: new Error('noPhoto') });
      const values = { trackingNo: seen.number, grade: line.grade, photos, unitType: '0' };
      await client.send('ReturnedParcel/add', values, newKey());
      return put({ ...nothing, said: { word: seen.orderNo ? 'taken' : 'unidentified', about: seen.number } });
    },
    [client, put, addPhoto, shoot],
  );
  const queue = useRef<Promise<void>>(Promise.resolve());
  const after = useCallback(
    (step: () => Promise<void>) => {
      queue.current = queue.current.then(step).catch((failure: unknown) => put({ ...now.current, error: failure }));
    },
    [put],
  );
  return {
    state,
    scan: useCallback((text: string) => after(() => take(text)), [after, take]),
    photo: useCallback((file: File) => after(() => addPhoto(file)), [after, addPhoto]),
  };
}
