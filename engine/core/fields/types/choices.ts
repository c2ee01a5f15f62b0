import type { FieldMeta } from '../../meta/entity.ts';
import { choiceOptions } from './choice.ts';
import { defineFieldType } from '../define-field-type.ts';
import { listOperators } from '../operators.ts';
import { choiceSchema, readChoice } from '../read/read-choice.ts';
import { countOptions, joinCell, listSchema, readList, splitCell } from '../read/read-list.ts';

/** Several codes of a list, each once. One code alone is accepted as a list of one. */
export const choices = defineFieldType({
  name: 'choices',
  traits: { hasOptions: true, multiple: true, sortable: false, groupable: false },
  options: { ...choiceOptions, ...countOptions },
  operators: listOperators,
  column: { type: 'text[]' },
  cel: 'list',
  jsonSchema: (field) => listSchema(field, choiceSchema(field)),
  read: (input, field) => read(input, field),
  write: joinCell,
  readText: (text, field) => read(splitCell(text), field),
  samples: ({ options }) => ({
    valid: options ? [options.slice(0, 1), [...options]] : [['wire'], ['wire', 'cash', '3']],
    invalid: [...(options ? [['no such option']] : [['x'.repeat(101)]]), [null], [['a']], {}, true],
  }),
});

const read = (input: unknown, field: FieldMeta): ReturnType<typeof readList<string>> =>
  readList(typeof input === 'string' || typeof input === 'number' ? [input] : input, field, (one) =>
    readChoice(one, field),
  );
