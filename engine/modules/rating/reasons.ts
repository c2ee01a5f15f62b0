/**
 * A reason that was kept by its code alone, in short words; the quote itself says it with its figures. The code where
 * there are none.
 */
export function reasonWords(t: (key: string) => string, code: string): string {
  const key = `reason.${code.replace(/^rating\./, '')}`;
  const words = t(key);
  return words === key ? code : words;
}
