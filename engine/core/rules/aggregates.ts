import type { Field } from '../compile/catalog.ts';

const alone = [
  ...['lines', 'json', 'richText', 'longText', 'address', 'secret', 'file', 'image', 'choices', 'references'],
  'rollup',
];

/** Whether records may be grouped by the field: several share a value, and a chart can name it. Secrets have none to tell apart. */
export const isGroupable = ({ meta, lines, type }: Field): boolean =>
  !lines && !meta.many && !alone.includes(meta.type) && type.column(meta) !== null;

/** A date or a moment, which may be cut into days, weeks, months and years. */
export const isTime = ({ meta }: Field): boolean =>
  ['date', 'datetime'].includes(meta.type === 'computed' ? (meta.as ?? '') : meta.type);

/** Whether a sum, an average or an extreme of the field means something. */
export const isReducible = (field: Field, by: string): boolean =>
  field.type.column(field.meta) !== null &&
  (['decimal', 'int'].includes(field.type.cel(field.meta)) || ((by === 'min' || by === 'max') && isTime(field)));
