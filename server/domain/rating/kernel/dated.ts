/** Something that counts from a day on, until a day (both included, ISO dates); null: without end. */
export interface Dated {
  readonly from: string;
  readonly to: string | null;
}

export const countsOn = ({ from, to }: Dated, day: string): boolean => from <= day && (to === null || day <= to);

/** What counts on a day; of several, the one that began last, so that a new version takes over without an end date. */
export function onDay<T extends Dated>(versions: readonly T[], day: string): T | null {
  let found: T | null = null;
  for (const version of versions)
    if (countsOn(version, day) && (found === null || version.from > found.from)) found = version;
  return found;
}
