import type { FieldMeta } from '../../meta/entity.ts';
import { defineFieldType } from '../define-field-type.ts';
import { listOperators } from '../operators.ts';
import { idSchema, readId } from '../read/read-id.ts';
import { countOptions, joinCell, listSchema, readList, splitCell } from '../read/read-list.ts';
import { referenceOptions } from './reference.ts';

/** Several other records, each once. */
export const references = defineFieldType({
  name: 'references',
  traits: {
    pointsToRecords: true,
    multiple: true,
    sortable: false,
    groupable: false,
    pasteable: false,
    defaultable: false,
  },
  options: { ...referenceOptions, ...countOptions },
  operators: listOperators,
  column: { type: 'bigint[]' },
  cel: 'list',
  jsonSchema: (field) => listSchema(field, { ...idSchema }),
  read: (input, field) => read(input, field),
  write: joinCell,
  readText: (text, field) => read(splitCell(text), field),
  samples: { valid: [['1'], ['7', '3', '42']], invalid: [['x'], ['1', null], [['1']], true, {}] },
});

const read = (input: unknown, field: FieldMeta): ReturnType<typeof readList<string>> =>
  readList(typeof input === 'string' || typeof input === 'number' ? [input] : input, field, (one) =>
    readId(one, 'reference.invalid'),
  );
