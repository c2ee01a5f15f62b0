import { fieldTypes, issue, type Issue } from '../../engine/core/index.ts';

/** A typed destination for messages. */
export type Address = { kind: 'mail' | 'sms'; value: string };

/** A lower-case e-mail address, or a phone number's digits; null for anything else. */
export function readAddress(typed: string): Address | null {
  const text = typed.trim();
  const field = (type: 'email' | 'phone') => ({ type });
  if (text.includes('@')) {
    return fieldTypes.email.parse(text, field('email')).ok ? { kind: 'mail', value: text.toLowerCase() } : null;
  }
  const digits = text.replace(/[^0-9]/g, '');
  return fieldTypes.phone.parse(text, field('phone')).ok && digits.length >= 7 ? { kind: 'sms', value: digits } : null;
}

/** Issues of a line of text from registration: required, length, single line. */
export function lineIssues(text: string, path: string, most: number): Issue[] {
  if (text === '') return [issue('required', path)];
  if (text.length > most) return [issue('text.tooLong', path, { max: most })];
  return /\p{Cc}/u.test(text) ? [issue('text.control', path)] : [];
}
