import { literal } from './sql.ts';

/** From one column type to another, in the tenant's time zone: times without one are meant there. */
export interface Conversion {
  readonly from: string;
  readonly to: string;
  readonly zone: string;
  /** Places that people always saw of a number that becomes a text; 0 where none is said. */
  readonly places?: number;
}

const back = ({ from, to, zone }: Conversion): Conversion => ({ from: to, to: from, zone });

/** A value of one type as another says it; what cannot be said is empty, and was shown as a blocker before. */
export function converted(value: string, conversion: Conversion): string {
  const { from, to, zone } = conversion;
  const [isJson, wasList] = [to === 'jsonb', from.endsWith('[]') || from === 'jsonb'];
  const text = textOf(value, conversion);
  if (to.endsWith('[]'))
    return wasList ? 'NULL' : `CASE WHEN ${value} IS NOT NULL THEN ARRAY[${cast(text, to.slice(0, -2), zone)}] END`;
  if (isJson) return `to_jsonb(${value})`;
  return to === 'text' && from.endsWith('[]') ? `array_to_string(${value}, ', ')` : cast(text, to, zone);
}

/**
 * The same where the column was of the wanted type before, and still stands as `kept`: what nobody changed since is what
 * it was, to the letter; a text `2.5` that was a number for a while does not come back as `2.50`.
 */
export function restored(value: string, kept: string | null, conversion: Conversion, filled?: string): string {
  if (kept === null) return converted(value, conversion);
  const was = converted(kept, back(conversion));
  // What could not be said got a value that a person named: with that in it, nobody changed it either.
  const same =
    filled === undefined
      ? `${value} IS NOT DISTINCT FROM ${was}`
      : `${value} IS NOT DISTINCT FROM coalesce(${was}, CASE WHEN ${kept} IS NOT NULL THEN ${cast(literal(filled), conversion.from, conversion.zone)} END)`;
  return `CASE WHEN ${same} THEN ${kept} ELSE ${converted(value, conversion)} END`;
}

/** By table and the name that a column was kept under: what a person named for those of its values that could not be said. */
export type Fills = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The name that a column is kept under once a revision has made another of it. */
export const keptName = (column: string, revision: number): string => `${column.slice(0, 50)}__r${revision}`;

/** Whether a value says less after it was converted, though it can be said: places of a number, the time of a day. */
export function losing(own: string, value: string, conversion: Conversion): string | null {
  const { from, to } = conversion;
  if (from === 'text')
    return isNumber(to) ? `${cast(own, 'numeric', conversion.zone)} IS DISTINCT FROM ${value}::numeric` : null;
  const exact = (type: string) => isNumber(type) || /^(date|time)/.test(type);
  return exact(from) && exact(to) ? `(${converted(value, back(conversion))}) IS DISTINCT FROM ${own}` : null;
}

const isNumber = (type: string): boolean => /^(numeric|bigint|integer)/.test(type);

/** As people saw it: a number without the zeros that its column fills up with. */
function textOf(value: string, { from, zone, places = 0 }: Conversion): string {
  if (from.startsWith('timestamp')) return `to_char(${value} AT TIME ZONE ${literal(zone)}, 'YYYY-MM-DD HH24:MI:SS')`;
  if (!from.startsWith('numeric')) return `${value}::text`;
  const bare = `trim_scale(${value})`;
  return places > 0 ? `round(${value}, greatest(scale(${bare}), ${places}))::text` : `${bare}::text`;
}

const cast = (text: string, to: string, zone: string): string =>
  to === 'text' ? `(${text})::text` : `lading.read_as(${text}, ${literal(to)}, ${literal(zone)})::${to}`;

/** The latest column that kept what this one said while it was of the wanted type. */
export function retiredColumnAs(
  columns: ReadonlyMap<string, string> | undefined,
  column: string,
  type: string,
): string | null {
  const stem = `${column.slice(0, 50)}__r`;
  const kept = [...(columns ?? [])].flatMap(([name, held]) =>
    name.startsWith(stem) && /^\d+$/.test(name.slice(stem.length)) && held === type ? [name] : [],
  );
  const revision = (name: string) => Number(name.slice(stem.length));
  return kept.toSorted((one, other) => revision(other) - revision(one))[0] ?? null;
}
