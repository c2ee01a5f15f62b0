/** Words by key, as one locale file has them. */
export type Texts = Readonly<Record<string, string>>;

/** The text of a key with its `{params}` filled in; the key itself if there is none, so that gaps are visible. */
export const translate = (texts: Texts, key: string, params: Record<string, unknown> = {}): string =>
  fill(textOrKey(texts, key), params);

/** The text of a key as it stands, its parameters not filled in. */
export const textOrKey = (texts: Texts, key: string): string => (Object.hasOwn(texts, key) ? (texts[key] ?? key) : key);

/**
 * Fills `{name}` with the parameter; lists are joined; an unknown name stays as it is, or becomes `missing`. `{name,
 * money}` groups thousands and shows cents, `{name, number}` groups a whole number, `{name, plural, record|records}` is the first word for one and the second for any other number,
 * `{name, noun}` a title as it reads within a sentence ("Bill line" as "bill line", "API key" as it is).
 * `[[ ]]` marks text that appears only if all of its parameters are given. Between a Chinese character and a Latin
 * letter or digit of a filled-in value stands a space.
 */
export function fill(words: string, params: Record<string, unknown>, missing?: string): string {
  const text = words.replace(/\[\[(.+?)\]\]/g, (_, part: string) =>
    [...part.matchAll(/\{(\w+)/g)].every(([, name = '']) => Object.hasOwn(params, name)) ? part : '',
  );
  return text.replace(/\{(\w+)(?:, ([^{}]+))?\}/g, (whole: string, ...found: [string, string | undefined, number]) => {
    const [name, format, at] = found;
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (value === undefined) return missing ?? whole;
    const filled = format === undefined ? plain(value) : formatted(value, format);
    return filled === null ? whole : apart(filled, isHan(text[at - 1]), isHan(text[at + whole.length]));
  });
}

const plain = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value ?? ''));

const isHan = (character = ''): boolean => /\p{Script=Han}/u.test(character);
const startsLatin = /^[\p{Script=Latin}\d]/u;
const endsLatin = /[\p{Script=Latin}\d]$/u;

/** A value with a space towards the Chinese characters beside it. */
const apart = (value: string, before: boolean, after: boolean): string =>
  `${before && startsLatin.test(value) ? ' ' : ''}${value}${after && endsLatin.test(value) ? ' ' : ''}`;

/** Marks the places beside Chinese characters with a format, for libraries that fill in texts themselves. */
export const markApart = (words: string): string =>
  words.replace(/\{(\w+)\}/g, (whole, name: string, at: number) => {
    const sides = [isHan(words[at - 1]) && 'before', isHan(words[at + whole.length]) && 'after'].filter(Boolean);
    return sides.length === 0 ? whole : `{${name}, apart ${sides.join(' ')}}`;
  });

/** A value as the format beside its name asks; null for a format that there is not. */
export function formatted(value: unknown, format: string): string | null {
  if (format === 'money') return grouped(value);
  if (format === 'number') return String(value ?? '').replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  if (format === 'noun') return String(value ?? '').replace(/^\p{Lu}(?=\p{Ll}|[ -])/u, (first) => first.toLowerCase());
  const [, sides] = /^apart (.+)$/.exec(format) ?? [];
  if (sides !== undefined) return apart(plain(value), sides.includes('before'), sides.includes('after'));
  const [, one, other] = /^plural, ?([^|]*)\|([^|]*)$/.exec(format) ?? [];
  return one === undefined || other === undefined ? null : String(value) === '1' ? one : other;
}

/** `1234.5` as `1,234.50`, to the last digit that an amount has. */
function grouped(amount: unknown): string {
  const [whole = '', places = ''] = String(amount ?? '').split('.');
  return `${whole.replace(/(?<=\d)(?=(\d{3})+$)/g, ',')}.${places.padEnd(2, '0')}`;
}
