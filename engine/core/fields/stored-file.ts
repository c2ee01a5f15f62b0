import type { FieldMeta } from '../meta/entity.ts';
import type { Outcome } from '../meta/issue.ts';
import { defineFieldType, type Description } from './define-field-type.ts';
import type { FieldType } from './field-type.ts';
import { presenceOperators } from './operators.ts';
import { plainText } from './read/plain-text.ts';
import { idSchema, readId } from './read/read-id.ts';
import { joinCell, listSchema, readList, splitCell } from './read/read-list.ts';

/** A field type whose value is an uploaded file by its id, or with `many` a list of them. */
export const storedFile = (name: Description['name']): FieldType => {
  const readOne = (input: unknown): Outcome<string> => readId(input, 'file.invalid');
  const read = (input: unknown, field: FieldMeta): Outcome<unknown> =>
    field.many ? readList(Array.isArray(input) ? input : [input], field, readOne) : readOne(input);
  return defineFieldType({
    name,
    options: { accept: { type: 'choices' }, maxSize: { type: 'integer', min: 1 }, many: { type: 'boolean' } },
    operators: presenceOperators,
    traits: { sortable: false, groupable: false, pasteable: false, defaultable: false },
    column: ({ many }) => ({ type: many ? 'bigint[]' : 'bigint' }),
    cel: ({ many }) => (many ? 'list' : 'string'),
    jsonSchema: (field) => (field.many ? listSchema(field, { ...idSchema }) : { ...idSchema }),
    read,
    write: (value) => (Array.isArray(value) ? joinCell(value) : plainText(value)),
    readText: (text, field) => read(field.many ? splitCell(text) : text, field),
    samples: ({ many }) => ({
      valid: many ? [['1'], ['3', '2']] : ['1', '42'],
      invalid: ['photo.png', '-1', [['1']], {}, true],
    }),
  });
};
