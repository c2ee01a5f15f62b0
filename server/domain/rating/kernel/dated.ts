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
