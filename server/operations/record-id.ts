import { AppError } from '../errors.ts';

/** A record id from a request: digits, as text or number. Throws `notFound` for anything else. */
export function recordId(value: unknown): string {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  if (!isRecordId(text)) throw new AppError('notFound');
  return text.replace(/^0+(?=\d)/, '');
}

export const isRecordId = (text: string): boolean => /^\d{1,18}$/.test(text);
