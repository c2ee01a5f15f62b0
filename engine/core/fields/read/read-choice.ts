import type { FieldMeta } from '../../meta/entity.ts';
import type { Outcome } from '../../meta/issue.ts';
import { accept, refuse } from './outcome.ts';
import { plainText } from './plain-text.ts';
import { isUnstorable } from './read-text.ts';

/** The longest code of an option or a dictionary entry. */
export const maxChoice = 100;

/**
 * One value of the field's options. Without options (a dictionary, or none) any code is taken for shape; whether the
 * dictionary has it is known where the dictionary is.
 */
export const readChoice = (input: unknown, { options }: FieldMeta): Outcome<string> => {
  const value = typeof input === 'boolean' ? '' : plainText(input).trim();
  if (value === '') return refuse('choice.invalid');
  const isKnown = options ? options.includes(value) : value.length <= maxChoice && isCode(value);
  return isKnown ? accept(value) : refuse('choice.unknown', { value: shown(value) });
};

/** What JSON Schema says of one value. */
export const choiceSchema = ({ options }: FieldMeta): Record<string, unknown> =>
  options && options.length > 0
    ? { type: 'string', enum: [...new Set(options)] }
    : { type: 'string', minLength: 1, maxLength: maxChoice };

const isCode = (value: string): boolean => !/\p{Cc}/u.test(value) && !isUnstorable(value);

/** A refusal repeats the value, but not a whole file. */
const shown = (value: string): string => (value.length > 40 ? `${Array.from(value.slice(0, 40)).join('')}…` : value);
