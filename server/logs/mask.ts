import { isBadge } from '../../engine/core/index.ts';
import { cleanText } from './clean-text.ts';

/** Replaces a secret in a log. */
export const mask = '******';

/** Names under which clients send secrets. */
const secretName =
  /pass(word|wd|phrase|code)|pwd|secret|token|authori[sz]ation|credential|captcha|verif(y|ication)|signature|(api|access|private)_?key/i;
/** Names that are secret unless the entity declares a field of that name. */
const doubtfulName = /^(pass|confirm|code|otp|pin|cvv?|key|value)$/i;

const maxText = 200;
const maxItems = 20;
const maxDepth = 4;
const maxAll = 2000;

/**
 * A request's body for a log: secrets masked by the entity's declaration (`secrets`) and by name (except ambiguous ones
 * that it declares, `plain`), badges wherever they were scanned; long texts, lists and deep nesting truncated. Null if empty.
 */
export function maskedParameters(
  body: unknown,
  secrets: ReadonlySet<string> = new Set(),
  plain: ReadonlySet<string> = new Set(),
): string | null {
  if (body === undefined || body === null) return null;
  const seen = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string' && isBadge(value)) return mask;
    if (typeof value === 'string') return value.length > maxText ? `${value.slice(0, maxText)}…` : value;
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= maxDepth) return '…';
    if (Array.isArray(value)) {
      const kept = value.slice(0, maxItems).map((each) => seen(each, depth + 1));
      return value.length > maxItems ? [...kept, `… ${value.length}`] : kept;
    }
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => {
        const hidden = secrets.has(name) || secretName.test(name) || (doubtfulName.test(name) && !plain.has(name));
        return [name.slice(0, 60), hidden && each !== null && each !== '' ? mask : seen(each, depth + 1)];
      }),
    );
  };
  const text = JSON.stringify(seen(body, 0)) ?? '';
  return cleanText(text.replaceAll('\\u0000', ''), maxAll);
}
