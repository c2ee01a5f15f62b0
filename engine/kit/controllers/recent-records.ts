import { readStored, storeLocally } from '../ui/local-storage.ts';

/** A recently opened record. Its title is loaded when it is shown, so that this browser stores no names. */
export interface RecentRecord {
  path: string;
  id: string;
}

const maxRecords = 12;
const keyOf = (person: string): string => `RECENT_RECORDS_${person}`;

/** The records that this person has opened last in this browser, the latest first. */
export const recentRecords = (person: string): readonly RecentRecord[] =>
  readStored<RecentRecord[]>(keyOf(person), isRecords) ?? [];

export function noteRecent(person: string, { path, id }: RecentRecord): void {
  const others = recentRecords(person).filter((other) => other.path !== path || other.id !== id);
  storeLocally(keyOf(person), [{ path, id }, ...others].slice(0, maxRecords));
}

const isRecords = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every(
    (one: unknown) =>
      typeof one === 'object' &&
      one !== null &&
      typeof (one as Partial<RecentRecord>).path === 'string' &&
      typeof (one as Partial<RecentRecord>).id === 'string',
  );
