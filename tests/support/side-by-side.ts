/** What each of them comes to, in their order, while at most `most` are under way: for asking what does not depend on each other. */
export async function sideBySide<T, R>(all: readonly T[], work: (one: T) => Promise<R>, most = 8): Promise<R[]> {
  const found: R[] = [];
  const turns = all.entries();
  const takeTurns = async () => {
    for (const [at, one] of turns) found[at] = await work(one);
  };
  await Promise.all(Array.from({ length: most }, takeTurns));
  return found;
}
