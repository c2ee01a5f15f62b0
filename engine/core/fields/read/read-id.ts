import type { Outcome } from '../../meta/issue.ts';
import { isPlainObject } from './read-json.ts';
import { accept, refuse } from './outcome.ts';

/** An id as digits, a number, or a record that has one. Positive, and small enough for bigint. Refused with `code`. */
export const readId = (input: unknown, code: string): Outcome<string> => {
  const id = idText(isPlainObject(input) && Object.hasOwn(input, 'id') ? input.id : input);
  return id === null ? refuse(code) : accept(id);
};

export const idSchema: Record<string, unknown> = Object.freeze({ type: 'string', pattern: '^[1-9][0-9]{0,18}$' });

const largestId = 2n ** 63n - 1n;

const idText = (input: unknown): string | null => {
  const text = Number.isSafeInteger(input) || typeof input === 'bigint' ? String(input) : input;
  if (typeof text !== 'string' || !/^[0-9]{1,19}$/.test(text.trim())) return null;
  const id = BigInt(text.trim());
  return id > 0n && id <= largestId ? id.toString() : null;
};
