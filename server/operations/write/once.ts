import type { Context } from '../context.ts';
import { write, type WriteRequest } from './write.ts';

/**
 * Runs what is more than one write under the idempotency key of its request: a repeated request gets the first answer.
 * The key is no lock meanwhile, because what runs needs further connections; two requests at the same time both run.
 */
export async function once<T>(context: Context, request: WriteRequest, run: () => Promise<T>): Promise<T> {
  if (request.key === null) return run();
  const stored = await write<{ answer: T } | null>(context, request, async (look) => {
    await look.open();
    return null;
  });
  if (stored) return stored.answer;
  const answer = await run();
  const kept = await write(context, request, async (keep) => {
    await keep.open();
    await keep.run(...keep.keeping({ answer }));
    return { answer };
  });
  return kept.answer;
}
