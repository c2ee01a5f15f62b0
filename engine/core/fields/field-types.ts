import type { FieldMeta, FieldTypeName } from '../meta/entity.ts';
import { address } from './address.ts';
import { boolean } from './boolean.ts';
import { choice } from './choice.ts';
import { choices } from './choices.ts';
import { color } from './color.ts';
import { createComputed, type ValueTypeName } from './computed.ts';
import { country } from './country.ts';
import { cron } from './cron.ts';
import { date } from './date.ts';
import { datetime } from './datetime.ts';
import { decimal } from './decimal.ts';
import { email } from './email.ts';
import type { FieldType, FilterOperator } from './field-type.ts';
import { file } from './file.ts';
import { icon } from './icon.ts';
import { image } from './image.ts';
import { integer } from './integer.ts';
import { json } from './json.ts';
import { length } from './length.ts';
import { createLines } from './lines.ts';
import { longText } from './long-text.ts';
import { money } from './money.ts';
import { parent } from './parent.ts';
import { pattern } from './pattern.ts';
import { percent } from './percent.ts';
import { phone } from './phone.ts';
import { postalCode } from './postal-code.ts';
import { rate } from './rate.ts';
import { reference } from './reference.ts';
import { references } from './references.ts';
import { richText } from './rich-text.ts';
import { rollup } from './rollup.ts';
import { secret } from './secret.ts';
import { sequence } from './sequence.ts';
import { text } from './text.ts';
import { time } from './time.ts';
import { url } from './url.ts';
import { weight } from './weight.ts';

const valueTypes: Record<ValueTypeName, FieldType> = {
  text,
  longText,
  richText,
  integer,
  decimal,
  money,
  percent,
  rate,
  weight,
  length,
  date,
  datetime,
  time,
  boolean,
  choice,
  choices,
  reference,
  references,
  parent,
  email,
  phone,
  url,
  country,
  postalCode,
  address,
  file,
  image,
  secret,
  sequence,
  pattern,
  color,
  icon,
  cron,
  json,
  rollup,
};

const computed = createComputed(valueTypes);
const lines = createLines({ ...valueTypes, computed });

/** Every field type by its name. */
export const fieldTypes: Readonly<Record<FieldTypeName, FieldType>> = Object.freeze({ ...valueTypes, computed, lines });

/** The operators that filters on this very field know: those of the type, or for a computed field of its answer's type. */
export const operatorsOf = (field: FieldMeta): FilterOperator[] =>
  field.type === 'computed' ? fieldTypes[field.as ?? 'text'].operators : fieldTypes[field.type].operators;
