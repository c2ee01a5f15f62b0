import type { FieldMeta } from '../../meta/entity.ts';
import { defineFieldType } from '../define-field-type.ts';
import { equalityOperators } from '../operators.ts';
import { choiceSchema, readChoice } from '../read/read-choice.ts';

/** The options that `choice` and `choices` share. */
export const choiceOptions: Record<string, FieldMeta> = Object.freeze({
  options: { type: 'choices' },
  dictionary: { type: 'text', maxLength: 64 },
  tones: { type: 'json' },
});

/** One code of a list: the field's own options, or a dictionary. */
export const choice = defineFieldType({
  name: 'choice',
  traits: { hasOptions: true, width: 140 },
  options: choiceOptions,
  operators: equalityOperators,
  column: { type: 'text' },
  cel: 'string',
  jsonSchema: choiceSchema,
  read: readChoice,
  samples: ({ options }) => ({
    valid: options ? [...options] : ['wire', '1', 'A-1'],
    invalid: [...(options ? ['no such option'] : ['x'.repeat(101), 'nul\u0000']), true, {}, []],
  }),
});
