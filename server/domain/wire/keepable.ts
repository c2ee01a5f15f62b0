const bulky =
  /image|label$|^labels?data|pdf417|content$|^documents?$|barcode|encoded|binary|^parts$|^html|^pod$|^photo|^signature$/i;
const secret = /token|secret|passw|authori[sz]ation|credential|api[-_]?key|client[-_]?id/i;
const longest = 2_000;
const deepest = 24;
const most = 500;

/**
 * A reply that can be stored: without secrets, bytes of labels and documents, or characters that a database refuses, and small
 * enough for a row.
 */
export function keepable(value: unknown, secrets: readonly string[] = [], depth = 0): unknown {
  if (typeof value === 'string') return scrub(shortened(value), secrets);
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (depth > deepest) return null;
  if (Array.isArray(value)) return value.slice(0, most).map((each) => keepable(each, secrets, depth + 1));
  const entries = Object.entries(value)
    .slice(0, most)
    .filter(([name]) => !secret.test(name))
    .map(([name, each]) => [scrub(shortened(name), secrets), withoutBytes(name, each, secrets, depth)]);
  return Object.fromEntries(entries) as unknown;
}

const withoutBytes = (name: string, value: unknown, secrets: readonly string[], depth: number): unknown =>
  typeof value === 'string' && value.length > 40 && bulky.test(name)
    ? `(${value.length})`
    : keepable(bulky.test(name) ? shortTexts(value) : value, secrets, depth + 1);

/** Of a list of documents each may be nothing but its bytes. */
const shortTexts = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((each: unknown) => (typeof each === 'string' && each.length > 40 ? `(${each.length})` : each))
    : value;

const shortened = (words: string): string => (words.length > longest ? `(${words.length})` : words);

/** Words of another server without our secrets in them, and without what a database refuses. */
export const scrub = (words: string, secrets: readonly string[]): string =>
  Buffer.from(without(words, secrets).replaceAll('\u0000', ''), 'utf8').toString('utf8');

/** What is shorter than a secret is left alone: it would be found in anything. */
export const without = (words: string, secrets: readonly string[]): string =>
  secrets
    .filter((each) => each.length > 5 && words.includes(each))
    .reduce((left, each) => left.replaceAll(each, '***'), words);
