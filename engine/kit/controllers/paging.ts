import { useEffect } from 'react';
import { create } from 'zustand';
import { pageSizes } from '../../core/index.ts';
import { useDataClient } from '../data/client.ts';
import type { DataClient } from '../data/data-client.ts';
import { storeLocally, readStored } from '../ui/local-storage.ts';
import { whenIdle } from '../ui/when-idle.ts';

/** How this person goes through lists: page by page, or row after row without an end. */
export interface Paging {
  mode: 'pages' | 'endless';
  /** Rows of a page. */
  pageSize: number;
  /** Rows that a request of an endless list asks for. */
  blockSize: number;
}

export const usualPaging: Paging = Object.freeze({ mode: 'pages', pageSize: 10, blockSize: 100 });

/** With the person on the server under this key, and in this browser, so that the next list begins right at once. */
const preferenceKey = 'paging';
const storageKey = 'PAGING';

/** Reads the stored setting; anything invalid becomes the default. Pure. */
export function readPaging(stored: unknown): Paging {
  const fields = (typeof stored === 'object' && stored !== null ? stored : {}) as Partial<
    Record<keyof Paging, unknown>
  >;
  const size = (name: 'pageSize' | 'blockSize') => pageSizes.find((one) => one === fields[name]) ?? usualPaging[name];
  return {
    mode: fields.mode === 'endless' ? 'endless' : usualPaging.mode,
    pageSize: size('pageSize'),
    blockSize: size('blockSize'),
  };
}

const usePagingStore = create<Paging>(() => readPaging(readStored(storageKey)));

export const pagingNow = (): Paging => usePagingStore.getState();

/** Rows that a request asks for. */
export const rowsPerRequest = ({ mode, pageSize, blockSize }: Paging): number =>
  mode === 'pages' ? pageSize : blockSize;

const loaded = new WeakSet<DataClient>();

/** The person's way through lists; asks the server once per session what they chose elsewhere. */
export function usePaging(): [Paging, (change: Partial<Paging>) => void] {
  const client = useDataClient();
  const paging = usePagingStore();
  useEffect(
    () =>
      whenIdle(() => {
        if (loaded.has(client)) return;
        loaded.add(client);
        client.preference<unknown>(preferenceKey).then(
          (stored) => takePaging(readPaging(stored)),
          () => undefined,
        );
      }),
    [client],
  );
  const change = (part: Partial<Paging>) => {
    // A choice made here is newer than any answer on its way.
    loaded.add(client);
    takePaging({ ...pagingNow(), ...part });
    client.savePreference(preferenceKey, pagingNow()).catch(() => undefined);
  };
  return [paging, change];
}

/** Takes it for this browser. */
export function takePaging(paging: Paging): void {
  storeLocally(storageKey, paging);
  usePagingStore.setState(paging, true);
}
