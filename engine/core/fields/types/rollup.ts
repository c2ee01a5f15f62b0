import type { FieldMeta } from '../../meta/entity.ts';
import { decimal } from './decimal.ts';
import { defineFieldType } from '../define-field-type.ts';
import type { FieldType } from '../field-type.ts';
import { integer } from './integer.ts';
import { money } from './money.ts';
import { orderedOperators } from '../operators.ts';

/** A sum over lines, or their count: written by the engine, never by people. With `currency` it reads as an amount. */
export const rollup = defineFieldType({
  name: 'rollup',
  traits: {
    inLines: false,
    calculated: true,
    numeric: true,
    groupable: false,
    pasteable: false,
    defaultable: false,
    width: 120,
  },
  options: {
    over: { type: 'text', required: true, maxLength: 64 },
    sum: { type: 'text', maxLength: 64 },
    count: { type: 'boolean' },
    scale: { type: 'integer', min: 0, max: 10, default: 4 },
    currency: { type: 'text', maxLength: 64 },
  },
  operators: orderedOperators,
  column: (field) => kind(field).column(field),
  cel: (field) => kind(field).cel(field),
  jsonSchema: (field) => kind(field).jsonSchema(field),
  read: (input, field) => kind(field).parse(input, field),
  write: (value, field, context) =>
    field.currency === undefined
      ? kind(field).format(value, field, context)
      : money.format(value, { ...field, scale: field.scale ?? 4 }, context),
  readText: (text, field, context) => kind(field).fromText(text, field, context),
  samples: (field) => kind(field).samples(field),
});

const kind = ({ count }: FieldMeta): FieldType => (count ? integer : decimal);
