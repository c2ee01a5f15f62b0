/** Something that counts from a day on, until a day (both included, ISO dates); null: without end. */
export interface Dated {
  readonly from: string;
  readonly to: string | null;
}

export const countsOn = ({ from, to }: Dated, day: string): boolean => from <= day && (to === null || day <= to);

/** Days that are remembered of one list; ship dates of one run are few. */
const maxDays = 64;

/** What `find` makes of a list on a day, found once: lists of versions are never changed, only replaced. */
function remembered<T, U>(find: (versions: readonly T[], day: string) => U) {
  const known = new WeakMap<readonly T[], Map<string, U>>();
  return (versions: readonly T[], day: string): U => {
    let days = known.get(versions);
    if (!days) known.set(versions, (days = new Map()));
    const found = days.get(day);
    if (found !== undefined) return found;
    if (days.size >= maxDays) days.clear();
    const made = find(versions, day);
    days.set(day, made);
    return made;
  };
}

const lastBegun = remembered<Dated, Dated | null>((versions, day) => {
  let found: Dated | null = null;
  for (const version of versions)
    if (countsOn(version, day) && (found === null || version.from > found.from)) found = version;
  return found;
});
const counting = remembered<Dated, readonly Dated[]>((versions, day) =>
  versions.filter((version) => countsOn(version, day)),
);

/** What counts on a day; of several, the one that began last, so that a new version takes over without an end date. */
export const onDay = <T extends Dated>(versions: readonly T[], day: string): T | null =>
  lastBegun(versions, day) as T | null;

/** Everything that counts on a day. */
export const allOn = <T extends Dated>(versions: readonly T[], day: string): readonly T[] =>
  counting(versions, day) as readonly T[];

const dayMs = 86_400_000;
const moved = (day: string, by: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * dayMs).toISOString().slice(0, 10);
export const dayBefore = (day: string): string => moved(day, -1);
const dayAfter = (day: string): string => moved(day, 1);

/** The stretches of `whole` on which none of `others` counts, in order. */
export function outside(whole: Dated, others: readonly Dated[]): Dated[] {
  const free: Dated[] = [];
  let from: string | null = whole.from;
  for (const other of others.toSorted((one, two) => (one.from < two.from ? -1 : 1))) {
    if (from === null || (other.to !== null && (other.to < other.from || other.to < from))) continue;
    if (whole.to !== null && other.from > whole.to) break;
    if (other.from > from) free.push({ from, to: dayBefore(other.from) });
    from = other.to === null ? null : dayAfter(other.to);
  }
  if (from !== null && (whole.to === null || from <= whole.to)) free.push({ from, to: whole.to });
  return free;
}
