import { shortened, type Finding } from './finding.ts';

type Places = ReadonlyMap<string, string>;

/** How a chart or an area list differs from the version before: how many places went from one name to another, and one of them. */
export function placeFindings(now: Places, before: Places | null): Finding[] {
  if (!before) return [{ severity: 'info', finding: 'nothingBefore' }];
  const moves = new Map<string, { kind: string; count: number; example: string; words: string }>();
  const note = (kind: string, words: string, example: string) => {
    const key = `${kind} ${words}`;
    const known = moves.get(key);
    if (known) known.count += 1;
    else moves.set(key, { kind, count: 1, example, words });
  };
  for (const [place, name] of now) {
    const was = before.get(place);
    if (was === undefined) note('added', name, place);
    else if (was !== name) note('changed', `${was} → ${name}`, place);
  }
  for (const [place, name] of before) if (!now.has(place)) note('removed', name, place);
  if (moves.size === 0) return [{ severity: 'info', finding: 'unchanged' }];
  return shortened(
    [...moves.values()]
      .toSorted((a, b) => b.count - a.count)
      .map(({ kind, count, example, words }) => ({
        severity: kind === 'removed' ? 'warning' : 'info',
        finding: kind,
        place: `${words} · ${count} × (${example})`,
      })),
  );
}
