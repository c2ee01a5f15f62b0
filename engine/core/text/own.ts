/** What a plain object itself holds under a name; names such as `constructor`, which every object inherits, are not among it. */
export function ownOf<T>(
  held: Readonly<Record<string, T>> | null | undefined,
  name: string | null | undefined,
): Exclude<T, undefined> | undefined {
  if (!held || typeof name !== 'string' || !Object.hasOwn(held, name)) return undefined;
  return (held[name] ?? undefined) as Exclude<T, undefined> | undefined;
}
