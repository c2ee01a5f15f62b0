import { fieldTypeNames, type FieldMeta, type FieldTypeName } from '../../meta/entity.ts';
import { defineFieldType } from '../define-field-type.ts';
import type { FieldType } from '../field-type.ts';

/** The types that hold a value of their own, which an answer can be. */
export type ValueTypeName = Exclude<FieldTypeName, 'computed' | 'lines'>;

/** The answer of an expression or a socket; in all else it is the type that `as` names, text where it names none. */
export const createComputed = (types: Record<ValueTypeName, FieldType>): FieldType => {
  const kind = (field: FieldMeta): [FieldType, FieldMeta] => {
    const type = isValueType(field.as) ? types[field.as] : types.text;
    return [type, { ...field, type: type.name }];
  };
  return defineFieldType({
    name: 'computed',
    traits: { calculated: true, pasteable: false, defaultable: false },
    options: {
      value: { type: 'longText', required: true, maxLength: 2000 },
      as: { type: 'choice', options: fieldTypeNames.filter(isValueType), required: true },
      scale: { type: 'integer', min: 0, max: 10 },
    },
    operators: ['eq', 'ne', 'in', 'contains', 'startsWith', 'gt', 'gte', 'lt', 'lte', 'between', 'empty', 'notEmpty'],
    column: (field) => {
      const [type, inner] = kind(field);
      return type.column(inner);
    },
    cel: (field) => {
      const [type, inner] = kind(field);
      return type.cel(inner);
    },
    jsonSchema: (field) => {
      const [type, inner] = kind(field);
      return type.jsonSchema(inner);
    },
    read: (input, field) => {
      const [type, inner] = kind(field);
      return type.parse(input, inner);
    },
    write: (value, field, context) => {
      const [type, inner] = kind(field);
      return type.format(value, inner, context);
    },
    readText: (text, field, context) => {
      const [type, inner] = kind(field);
      return type.fromText(text, inner, context);
    },
    samples: (field) => {
      const [type, inner] = kind(field);
      return type.samples(inner);
    },
  });
};

const isValueType = (name: FieldTypeName | undefined): name is ValueTypeName =>
  name !== undefined && name !== 'computed' && name !== 'lines' && fieldTypeNames.includes(name);
