import type { Outcome } from '../../meta/issue.ts';
import { accept, refuse } from './outcome.ts';

export interface TextRules {
  minLength?: number | undefined;
  /** In code points. */
  maxLength: number;
  /** Line breaks and tabs may stand inside. */
  multiline?: boolean;
}

/** Text as it is kept: without invisible marks of direction in one line (they make a name read otherwise than it is written), trimmed, NFC, line breaks as `\n`. Finite numbers become their text. Issues: `text.*`. */
export const readText = (input: unknown, rules: TextRules): Outcome<string> => {
  const raw = typeof input === 'number' && Number.isFinite(input) ? String(input) : input;
  if (typeof raw !== 'string') return refuse('text.invalid');
  if (raw.length > maxInput) return refuse('text.tooLong', { max: rules.maxLength });
  const plain = rules.multiline ? raw : withoutDirections(raw);
  const text = plain.replaceAll('\r\n', '\n').normalize('NFC').trim();
  if (loneSurrogate.test(text)) return refuse('text.invalid');
  if ((rules.multiline ? controlInLines : control).test(text)) return refuse('text.control');
  const length = codePoints(text);
  if (length > rules.maxLength) return refuse('text.tooLong', { max: rules.maxLength });
  if (length < (rules.minLength ?? 0)) return refuse('text.tooShort', { min: rules.minLength });
  return accept(text);
};

/** Text that Postgres cannot keep: NUL, or half of a surrogate pair. */
export const isUnstorable = (text: string): boolean => text.includes('\0') || loneSurrogate.test(text);

/** Text without the invisible signs that turn the direction of what follows. */
export const withoutDirections = (text: string): string => text.replace(/\p{Bidi_Control}/gu, '');

export const codePoints = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

/** Beyond this nothing is looked at: normalizing a huge text would cost more than its refusal. */
const maxInput = 1_000_000;
const loneSurrogate = /\p{Cs}/u;
const control = /\p{Cc}/u;
const controlInLines = /[^\P{Cc}\n\t]/u;
