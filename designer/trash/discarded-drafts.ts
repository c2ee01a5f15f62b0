import type { SchemaDocument } from '../../engine/core/index.ts';
import { openBrowserStore } from '../tools/browser-store.ts';

/** A draft that was discarded in this browser, in its last state. */
export interface DiscardedDraft {
  readonly person: string;
  readonly entity: string;
  readonly name: string;
  /** ISO time. */
  readonly at: string;
  readonly document: SchemaDocument;
  /** Nothing of it had been published: restoring creates it again. */
  readonly isNew: boolean;
}

const store = openBrowserStore('lading-drafts');

/** How long they can be brought back, in milliseconds. */
const lifetime = 30 * 24 * 3_600_000;

const keyOf = ({ person, entity, at }: DiscardedDraft): string => `${person} ${entity} ${at}`;

export const saveDiscarded = (draft: DiscardedDraft): Promise<unknown> => store.put(keyOf(draft), draft);
export const dropDiscarded = (draft: DiscardedDraft): Promise<unknown> => store.drop(keyOf(draft));

/** The drafts that this person threw away here in the last thirty days, the latest first; older ones go. */
export async function discardedDrafts(person: string, now: number = Date.now()): Promise<DiscardedDraft[]> {
  // A browser that stores nothing has none.
  const stored: readonly unknown[] = await store.all().catch(() => []);
  const all = stored.filter(isDiscarded);
  const isOver = ({ at }: DiscardedDraft) => now - Date.parse(at) > lifetime;
  await Promise.all(all.filter(isOver).map(dropDiscarded));
  return all
    .filter((draft) => draft.person === person && !isOver(draft))
    .toSorted((one, other) => other.at.localeCompare(one.at));
}

const isDiscarded = (value: unknown): value is DiscardedDraft =>
  typeof value === 'object' && value !== null && 'document' in value && 'at' in value && 'person' in value;
