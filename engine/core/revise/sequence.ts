/** The items, common to both, that have to move to bring `from` into the order of `to`: as few as can be. */
export function movedItems(from: readonly string[], to: readonly string[]): string[] {
  const place = new Map(from.map((item, at) => [item, at]));
  const common = to.filter((item) => place.has(item));
  const stay = new Set(longestIncreasing(common.map((item) => place.get(item) ?? 0)).map((at) => common[at]));
  return common.filter((item) => !stay.has(item));
}

/** Positions of a longest rising run. */
function longestIncreasing(numbers: readonly number[]): number[] {
  const tails: number[] = [];
  const before: number[] = [];
  numbers.forEach((number, at) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[tails[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    before[at] = low > 0 ? (tails[low - 1] ?? -1) : -1;
    tails[low] = at;
  });
  const run: number[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) run.unshift(at);
  return run;
}

/** Two changed copies of a list made one: what either took out is out, what either put in is in, in mine's order where only mine moved. */
export function mergeLists(
  base: readonly string[],
  theirs: readonly string[],
  mine: readonly string[],
): { list: string[]; conflicts: string[] } {
  const removed = new Set(base.filter((item) => !mine.includes(item)));
  const movedHere = new Set(movedItems(base, mine));
  const movedThere = new Set(movedItems(base, theirs));
  const list = theirs.filter((item) => !removed.has(item) && !movedHere.has(item));
  mine.forEach((item, at) => {
    const added = !base.includes(item) && !theirs.includes(item);
    // What I moved and they took out stays out.
    if (!added && !(movedHere.has(item) && theirs.includes(item))) return;
    const before = mine.slice(0, at).findLast((earlier) => list.includes(earlier));
    list.splice(before === undefined ? 0 : list.indexOf(before) + 1, 0, item);
  });
  const conflicts = [...movedHere].filter(
    (item) => movedThere.has(item) && sideOf(theirs, item) !== sideOf(mine, item),
  );
  return { list, conflicts };
}

/** What an item stands behind. */
const sideOf = (list: readonly string[], item: string): string => list[list.indexOf(item) - 1] ?? '';
