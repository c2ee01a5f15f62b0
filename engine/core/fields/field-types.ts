import type { FieldMeta, FieldTypeName } from '../meta/entity.ts';
import { address } from './types/address.ts';
import { boolean } from './types/boolean.ts';
import { choice } from './types/choice.ts';
import { choices } from './types/choices.ts';
import { color } from './types/color.ts';
import { createComputed, type ValueTypeName } from './types/computed.ts';
import { country } from './types/country.ts';
import { cron } from './types/cron.ts';
import { date } from './types/date.ts';
import { datetime } from './types/datetime.ts';
import { decimal } from './types/decimal.ts';
import { email } from './types/email.ts';
import type { FieldType, FilterOperator } from './field-type.ts';
import { file } from './types/file.ts';
import { icon } from './types/icon.ts';
import { image } from './types/image.ts';
import { integer } from './types/integer.ts';
import { json } from './types/json.ts';
import { length } from './types/length.ts';
import { createLines } from './types/lines.ts';
import { longText } from './types/long-text.ts';
import { money } from './types/money.ts';
import { parent } from './types/parent.ts';
import { pattern } from './types/pattern.ts';
import { percent } from './types/percent.ts';
import { phone } from './types/phone.ts';
import { postalCode } from './types/postal-code.ts';
import { rate } from './types/rate.ts';
import { reference } from './types/reference.ts';
import { references } from './types/references.ts';
import { richText } from './types/rich-text.ts';
import { rollup } from './types/rollup.ts';
import { secret } from './types/secret.ts';
import { sequence } from './types/sequence.ts';
import { text } from './types/text.ts';
import { time } from './types/time.ts';
import { url } from './types/url.ts';
import { weight } from './types/weight.ts';

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

/** The type that a field's values have: that of the answer for a computed field. */
export const valueTypeOf = (field: FieldMeta): FieldTypeName =>
  field.type === 'computed' ? (field.as ?? 'text') : field.type;

/** The operators that filters on this very field know: those of the type, or for a computed field of its answer's type. */
export const operatorsOf = (field: FieldMeta): FilterOperator[] => fieldTypes[valueTypeOf(field)].operators;
