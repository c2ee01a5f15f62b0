import { newKey } from '../../engine/kit/index.ts';
import { openBrowserStore } from '../tools/browser-store.ts';

/** Rows of a sheet that wait until their entity is published: too many for the browser's small store. */
export interface WaitingRows {
  readonly entity: string;
  /** What the person gave: the name of a file, or nothing for a pasted table. */
  readonly source: string;
  /** Fields, as they were named when the sheet was read. */
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Why each of the rows was refused the last time; empty before the first. */
  readonly reasons: readonly string[];
  /** Under which the rows are sent, so that no row is added twice. */
  readonly key: string;
}

export const waitingRows = (rows: Omit<WaitingRows, 'key'>): WaitingRows => ({ ...rows, key: newKey() });

const store = openBrowserStore('lading-sheets');

const keyOf = (person: string, entity: string): string => `${person} ${entity}`;

/** The rows that this person gave for an entity in this browser; null where there are none. */
export async function readWaitingRows(person: string, entity: string): Promise<WaitingRows | null> {
  // A browser that stores nothing has nothing waiting.
  const found: unknown = await store.get(keyOf(person, entity)).catch(() => null);
  return isWaiting(found) ? found : null;
}

export const saveWaitingRows = (person: string, rows: WaitingRows): Promise<unknown> =>
  store.put(keyOf(person, rows.entity), rows);

export const dropWaitingRows = (person: string, entity: string): Promise<unknown> => store.drop(keyOf(person, entity));

const isWaiting = (value: unknown): value is WaitingRows =>
  typeof value === 'object' && value !== null && 'rows' in value && Array.isArray(value.rows) && 'heads' in value;
