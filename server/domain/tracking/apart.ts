/**
 * Runs a step on many items at once. If it fails, its halves are tried, so that one item that it cannot take does not stop
 * the others. The step must be safe to repeat. `failed` is called for each item that it fails for alone.
 */
export async function apart<Item>(
  items: readonly Item[],
  step: (some: readonly Item[]) => Promise<void>,
  failed: (item: Item, error: unknown) => void,
): Promise<void> {
  const [first] = items;
  if (first === undefined) return;
  try {
    await step(items);
  } catch (error) {
    if (items.length === 1 || isOutage(error)) {
      for (const item of items) failed(item, error);
      return;
    }
    const half = Math.ceil(items.length / 2);
    await apart(items.slice(0, half), step, failed);
    await apart(items.slice(half), step, failed);
  }
}

/** Errors that no item is to blame for: connection lost, resources exhausted, server shutting down. */
function isOutage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(08|53|57)...$|^E[A-Z]+$/.test(code);
}
