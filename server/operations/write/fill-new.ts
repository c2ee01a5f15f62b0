import { rowQuery } from '../../modules/row-query.ts';
import type { Item } from './mutation.ts';
import { withLineIds } from './run-effects.ts';
import type { Write } from './write.ts';

/** Whether modules fill in new records of this entity. */
export const isFilled = ({ context, request }: Write): boolean =>
  context.registry.fillers(request.entity.name).length > 0;

/**
 * Lets modules fill in drafts of new records before validation, in the open write. Records that bring a state are
 * restored, not new, and are skipped.
 */
export async function fillNew(write: Write, items: readonly Item[]): Promise<void> {
  for (const filler of write.context.registry.fillers(write.request.entity.name)) {
    const fresh = items.filter(({ entry, outcome }) => outcome === null && entry.given?.status === undefined);
    const query = rowQuery(async (text, values) => (await write.transaction.run({ text, values }))[0] ?? []);
    const patches = await filler.run({ records: fresh.map(({ draft }) => draft?.record ?? {}), query });
    for (const [at, item] of fresh.entries()) {
      const patch = patches[at];
      if (item.draft && patch)
        item.draft = { ...item.draft, record: { ...item.draft.record, ...withLineIds(write, patch) } };
    }
  }
}
