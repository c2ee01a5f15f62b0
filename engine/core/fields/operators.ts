import type { FilterOperator } from './field-type.ts';

/** Only whether there is a value. */
export const presenceOperators: readonly FilterOperator[] = Object.freeze<FilterOperator[]>(['empty', 'notEmpty']);

/** Codes and ids: the same, or one of several. */
export const equalityOperators: readonly FilterOperator[] = Object.freeze<FilterOperator[]>([
  'eq',
  'ne',
  'in',
  ...presenceOperators,
]);

export const textOperators: readonly FilterOperator[] = Object.freeze<FilterOperator[]>([
  'eq',
  'ne',
  'in',
  'contains',
  'startsWith',
  ...presenceOperators,
]);

/** Numbers, dates and times. */
export const orderedOperators: readonly FilterOperator[] = Object.freeze<FilterOperator[]>([
  'eq',
  'ne',
  'in',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  ...presenceOperators,
]);

/** Lists of codes or ids: `contains` asks for one element, `in` for any of several. */
export const listOperators: readonly FilterOperator[] = Object.freeze<FilterOperator[]>([
  'contains',
  'in',
  ...presenceOperators,
]);
