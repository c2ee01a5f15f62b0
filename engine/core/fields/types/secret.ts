import type { FieldMeta } from '../../meta/entity.ts';
import type { Outcome } from '../../meta/issue.ts';
import { defineFieldType } from '../define-field-type.ts';
import { presenceOperators } from '../operators.ts';
import { accept } from '../read/outcome.ts';
import { readText } from '../read/read-text.ts';

/** What every secret looks like from outside, whatever its length. */
export const secretMask = '••••••••';

/**
 * Write-only text; the column holds the server's ciphertext. A browser that sends the mask back has changed nothing:
 * the value is then undefined, and the writer leaves the column as it is.
 */
export const secret = defineFieldType({
  name: 'secret',
  traits: { sortable: false, groupable: false, listable: false, pasteable: false, defaultable: false },
  options: { minLength: { type: 'integer', min: 0 }, maxLength: { type: 'integer', min: 1, max: 4000 } },
  operators: presenceOperators,
  column: { type: 'text' },
  cel: 'string',
  jsonSchema: (field) => ({ type: 'string', minLength: 1, maxLength: maxLength(field) }),
  read: (input, field): Outcome<unknown> =>
    input === secretMask
      ? accept(undefined)
      : readText(input, { minLength: field.minLength, maxLength: maxLength(field), multiline: true }),
  write: () => secretMask,
  samples: {
    valid: ['correct horse', '-----BEGIN KEY-----\nabc\n-----END KEY-----'],
    invalid: ['x'.repeat(4001), 'nul\u0000', {}, true],
  },
});

const maxLength = (field: FieldMeta): number => Math.min(field.maxLength ?? 4000, 4000);
