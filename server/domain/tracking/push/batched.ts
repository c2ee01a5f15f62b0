/**
 * Batches concurrent calls: while one batch runs the next one collects, so that load costs one query per batch and a single
 * call never waits. A failing batch fails all its calls.
 */
export function batched<Item, Answer>(
  run: (items: readonly Item[]) => Promise<readonly Answer[]>,
  most = 200,
): (item: Item) => Promise<Answer> {
  let waiting: { item: Item; done(answer: Answer): void; failed(error: unknown): void }[] = [];
  let busy = false;
  const work = async () => {
    busy = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      try {
        const answers = await run(batch.map(({ item }) => item));
        for (const [at, { done }] of batch.entries()) done(answers[at] as Answer);
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    busy = false;
  };
  return (item) =>
    new Promise((done, failed) => {
      waiting.push({ item, done, failed });
      if (!busy) void work();
    });
}
