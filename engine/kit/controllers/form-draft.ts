import type { Field } from '../../core/index.ts';
import { byFieldIds, byFieldNames } from './field-ids.ts';

export interface Draft {
  values: Record<string, unknown>;
  /** When it was last kept: an ISO instant. */
  at: string;
}

export interface DraftPlace {
  person: string;
  entity: string;
  /** `new` for a record that is being added. */
  record: string;
  version: number;
}

/** The part of `localStorage` that drafts need. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const prefix = 'lading.draft';
const draftDays = 14;

export const draftKey = ({ person, entity, record, version }: DraftPlace): string =>
  [prefix, person, entity, record, version].map(encodeURIComponent).join(':');

/**
 * The draft of this person for this very version of the record, or null. An unreadable one is nothing. Drafts are kept by
 * the ids of fields, so that they survive a rename.
 */
export function readDraft(storage: DraftStorage, place: DraftPlace, fields: readonly Field[]): Draft | null {
  try {
    const found: unknown = JSON.parse(storage.getItem(draftKey(place)) ?? 'null');
    return isDraft(found) ? { ...found, values: byFieldNames(fields, found.values) } : null;
  } catch {
    return null;
  }
}

/** Keeps what was typed. Secrets never reach the disk. A full or forbidden storage is not the person's problem. */
export function saveDraft({
  storage,
  place,
  fields,
  draft,
}: {
  storage: DraftStorage;
  place: DraftPlace;
  fields: readonly Field[];
  draft: Draft;
}): void {
  const safe = fields.filter((field) => field.meta.type !== 'secret');
  const values = byFieldIds(safe, draft.values);
  try {
    sweep(storage, draft.at);
    storage.setItem(draftKey(place), JSON.stringify({ ...draft, values }));
  } catch {
    // Without room for it the form works on; the leave guard still asks.
  }
}

export function dropDraft(storage: DraftStorage, place: DraftPlace): void {
  try {
    storage.removeItem(draftKey(place));
  } catch {
    // Nothing was kept where storage is forbidden.
  }
}

function sweep(storage: DraftStorage, at: string): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const key of keys) {
    if (!key?.startsWith(`${prefix}:`)) continue;
    const found: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    const age = isDraft(found) ? Date.parse(at) - Date.parse(found.at) : Infinity;
    if (age > draftDays * 86_400_000) storage.removeItem(key);
  }
}

const isDraft = (found: unknown): found is Draft =>
  typeof found === 'object' && found !== null && 'at' in found && 'values' in found && typeof found.at === 'string';
