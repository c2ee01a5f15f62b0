/** A value of a request's body by its path; `undefined` where any step of it is missing. */
export function at(value: unknown, path: string): unknown {
  let found = value;
  for (const step of path.split('.')) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Record<string, unknown>)[step];
  }
  return found;
}

/** Text unchanged, numbers as text; anything else is empty. */
export function text(value: unknown, path = ''): string {
  const found = path ? at(value, path) : value;
  return typeof found === 'string' ? found.trim() : typeof found === 'number' ? String(found) : '';
}

/** A list, or a single value as a list of one. */
export function list(value: unknown, path = ''): readonly unknown[] {
  const found = path ? at(value, path) : value;
  if (Array.isArray(found)) return found;
  return found === undefined || found === null || found === '' ? [] : [found];
}

/** A number, or one written as text; NaN for anything else. */
export function number(value: unknown, path = ''): number {
  const written = text(value, path);
  return written === '' ? Number.NaN : Number(written);
}
