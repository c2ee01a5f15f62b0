/** The text of a scalar, '' for everything else. Unlike `String(value)` it never throws and never says `[object Object]`. */
export const plainText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean' ? String(value) : '';
};
