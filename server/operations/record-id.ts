import { AppError } from '../errors.ts';

/** An id from a request: digits, as text or number. Throws `notFound` for anything else. */
export function recordId(value: unknown): string {
  const text = idText(value);
  if (!isRecordId(text)) throw new AppError('notFound');
  return text.replace(/^0+(?=\d)/, '');
}

/** What was sent as an id, as text; empty for what is neither text nor a number. */
export const idText = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';

export const isRecordId = (text: string): boolean => /^\d{1,18}$/.test(text);
