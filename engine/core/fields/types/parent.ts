import { defineFieldType } from '../define-field-type.ts';
import { equalityOperators } from '../operators.ts';
import { accept } from '../read/outcome.ts';
import { idSchema, readId } from '../read/read-id.ts';

/** The record above in a tree. Clients also say 0 for "none". */
export const parent = defineFieldType({
  name: 'parent',
  traits: { pointsToRecords: true, pasteable: false, defaultable: false },
  operators: equalityOperators,
  column: { type: 'bigint' },
  cel: 'string',
  jsonSchema: { ...idSchema },
  read: (input) => (input === 0 || input === '0' ? accept(null) : readId(input, 'reference.invalid')),
  samples: { valid: ['1', '42'], invalid: ['-1', 'root', {}, ['1'], true] },
});
