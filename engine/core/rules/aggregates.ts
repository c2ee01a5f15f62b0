import type { Field } from '../compile/catalog.ts';
import { fieldTypes, valueTypeOf } from '../fields/field-types.ts';

/** Whether records can be grouped by the field: values repeat and can be shown. Secrets never qualify. */
export const isGroupable = ({ meta, lines, type }: Field): boolean =>
  !lines && !meta.many && type.traits.groupable && type.column(meta) !== null;

/** A date or a moment, which may be cut into days, weeks, months and years. */
export const isTime = ({ meta }: Field): boolean => fieldTypes[valueTypeOf(meta)].traits.calendar;

/** Whether a sum, an average or an extreme of the field means something. */
export const isReducible = (field: Field, by: string): boolean =>
  field.type.column(field.meta) !== null &&
  (['decimal', 'int'].includes(field.type.cel(field.meta)) || ((by === 'min' || by === 'max') && isTime(field)));
