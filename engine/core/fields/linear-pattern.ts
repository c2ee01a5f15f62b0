import { RE2JS } from 're2js';

/** The longest pattern that a person may type. */
export const maxPattern = 200;

/** Whether the text is a linear-time (RE2) regular expression of bearable length. */
export const isLinearPattern = (pattern: string): boolean => pattern.length <= maxPattern && compiled(pattern) !== null;

/** Whether the whole text matches. A pattern that does not compile matches nothing. */
export const matchesWhole = (pattern: string, text: string): boolean => compiled(pattern)?.matches(text) ?? false;

/** Patterns come from schemas and from customers' settings; few are in use at a time, the oldest go first. */
const cache = new Map<string, RE2JS | null>();
const cacheSize = 500;

const compiled = (pattern: string): RE2JS | null => {
  const known = cache.get(pattern);
  if (known !== undefined) return known;
  const fresh = compile(pattern);
  const oldest = cache.keys().next();
  if (cache.size >= cacheSize && !oldest.done) cache.delete(oldest.value);
  cache.set(pattern, fresh);
  return fresh;
};

const compile = (pattern: string): RE2JS | null => {
  try {
    return RE2JS.compile(pattern);
  } catch {
    return null;
  }
};
