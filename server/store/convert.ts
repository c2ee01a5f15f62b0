import { literal } from './sql.ts';

/** A conversion between column types; times without a zone are in the tenant's. */
export interface Conversion {
  readonly from: string;
  readonly to: string;
  readonly zone: string;
  /** Decimal places shown when a number becomes a text; 0 by default. */
  readonly places?: number;
}

const back = ({ from, to, zone }: Conversion): Conversion => ({ from: to, to: from, zone });

/** SQL that converts a value; what cannot be converted becomes NULL and was reported as a blocker before. */
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
 * As `converted`, for a return to an earlier type whose column still exists as `kept`: values unchanged since get their
 * exact old text back, so that `2.5` does not return as `2.50`.
 */
export function restored(value: string, kept: string | null, conversion: Conversion, filled?: string): string {
  if (kept === null) return converted(value, conversion);
  const was = converted(kept, back(conversion));
  // Where a replacement was given for an inconvertible value, that replacement also counts as unchanged.
  const same =
    filled === undefined
      ? `${value} IS NOT DISTINCT FROM ${was}`
      : `${value} IS NOT DISTINCT FROM coalesce(${was}, CASE WHEN ${kept} IS NOT NULL THEN ${cast(literal(filled), conversion.from, conversion.zone)} END)`;
  return `CASE WHEN ${same} THEN ${kept} ELSE ${converted(value, conversion)} END`;
}

/** By table and retired column: the replacement for values that could not be converted. */
export type Fills = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The name of a column after a revision replaced it. */
export const keptName = (column: string, revision: number): string => `${column.slice(0, 50)}__r${revision}`;

/** Condition on values that lose information when converted: decimal places, a time of day. */
export function losing(own: string, value: string, conversion: Conversion): string | null {
  const { from, to } = conversion;
  if (from === 'text')
    return isNumber(to) ? `${cast(own, 'numeric', conversion.zone)} IS DISTINCT FROM ${value}::numeric` : null;
  const exact = (type: string) => isNumber(type) || /^(date|time)/.test(type);
  return exact(from) && exact(to) ? `(${converted(value, back(conversion))}) IS DISTINCT FROM ${own}` : null;
}

const isNumber = (type: string): boolean => /^(numeric|bigint|integer)/.test(type);

/** A number as shown, without the zeros that its column pads. */
function textOf(value: string, { from, zone, places = 0 }: Conversion): string {
  if (from.startsWith('timestamp')) return `to_char(${value} AT TIME ZONE ${literal(zone)}, 'YYYY-MM-DD HH24:MI:SS')`;
  if (!from.startsWith('numeric')) return `${value}::text`;
  const bare = `trim_scale(${value})`;
  return places > 0 ? `round(${value}, greatest(scale(${bare}), ${places}))::text` : `${bare}::text`;
}

const cast = (text: string, to: string, zone: string): string =>
  to === 'text' ? `(${text})::text` : `lading.read_as(${text}, ${literal(to)}, ${literal(zone)})::${to}`;

/** The latest retired column that held this one's values in the wanted type. */
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
