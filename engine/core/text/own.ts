/** What a plain object itself holds under a name; names such as `constructor`, which every object inherits, are not among it. */
export function ownOf<T>(
  record: Readonly<Record<string, T>> | null | undefined,
  name: string | null | undefined,
): Exclude<T, undefined> | undefined {
  if (!record || typeof name !== 'string' || !Object.hasOwn(record, name)) return undefined;
  return (record[name] ?? undefined) as Exclude<T, undefined> | undefined;
}
