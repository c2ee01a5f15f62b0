import type { FieldMeta } from '../../meta/entity.ts';
import { defineFieldType } from '../define-field-type.ts';
import { equalityOperators } from '../operators.ts';
import { idSchema, readId } from '../read/read-id.ts';

/** The options that `reference` and `references` share. */
export const referenceOptions: Record<string, FieldMeta> = Object.freeze({
  to: { type: 'text', required: true, maxLength: 64 },
  filter: { type: 'longText', maxLength: 2000 },
});

/** Another record, by its id. That the record is there and may be seen is asked where records are. */
export const reference = defineFieldType({
  name: 'reference',
  traits: { pointsToRecords: true, shrinkable: true, pasteable: false, defaultable: false, width: 190 },
  options: { ...referenceOptions, onDelete: { type: 'choice', options: ['restrict', 'clear'] } },
  operators: equalityOperators,
  column: { type: 'bigint' },
  cel: 'string',
  jsonSchema: { ...idSchema },
  read: (input) => readId(input, 'reference.invalid'),
  samples: {
    valid: ['1', '42', '9223372036854775807'],
    invalid: ['0', '-1', 'abc', '1.5', '9223372036854775808', 0, 1.5, { id: { id: '1' } }, {}, ['1'], true],
  },
});
