import type { Outcome } from '../../meta/issue.ts';
import { defineFieldType } from '../define-field-type.ts';
import { accept, refuse } from '../read/outcome.ts';
import { plainText } from '../read/plain-text.ts';

/** Yes or no. Also spelled 1 and 0, Y and N, true and false in text; files may say yes and no. */
export const boolean = defineFieldType({
  name: 'boolean',
  traits: { width: 100 },
  operators: ['eq', 'ne', 'empty', 'notEmpty'],
  column: { type: 'boolean' },
  cel: 'bool',
  jsonSchema: { type: 'boolean' },
  read: (input) => read(plainText(input).trim(), ['true', 'Y', '1'], ['false', 'N', '0']),
  write: (value) => (typeof value === 'boolean' ? (value ? 'Y' : 'N') : plainText(value)),
  readText: (text) => read(text.toLowerCase(), ['y', 'yes', 'true', '1'], ['n', 'no', 'false', '0']),
  samples: { valid: [true, false], invalid: ['maybe', 2, -1, 'TRUE', 'yes', {}, []] },
});

const read = (text: string, yes: string[], no: string[]): Outcome<boolean> => {
  if (yes.includes(text)) return accept(true);
  return no.includes(text) ? accept(false) : refuse('boolean.invalid');
};
