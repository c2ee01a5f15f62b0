import type { FieldTypeName } from '../../../core/index.ts';
import { address } from './address.tsx';
import { boolean } from './boolean.tsx';
import { choice } from './choice.tsx';
import { choices } from './choices.tsx';
import { color } from './color.tsx';
import { computed } from './computed.tsx';
import { country } from './country.tsx';
import { cron } from './cron.tsx';
import { date } from './date.tsx';
import { datetime } from './datetime.tsx';
import { decimal } from './decimal.tsx';
import { email } from './email.tsx';
import type { FieldView } from '../controls/field-view.ts';
import { file } from './file.tsx';
import { icon } from './icon.tsx';
import { image } from './image.tsx';
import { integer } from './integer.tsx';
import { json } from './json.tsx';
import { length } from './length.tsx';
import { longText } from './long-text.tsx';
import { money } from './money.tsx';
import { parent } from './parent.tsx';
import { pattern } from './pattern.tsx';
import { percent } from './percent.tsx';
import { phone } from './phone.tsx';
import { postalCode } from './postal-code.tsx';
import { rate } from './rate.tsx';
import { reference } from './reference.tsx';
import { references } from './references.tsx';
import { richText } from './rich-text.tsx';
import { rollup } from './rollup.tsx';
import { secret } from './secret.tsx';
import { sequence } from './sequence.tsx';
import { text } from './text.tsx';
import { time } from './time.tsx';
import { url } from './url.tsx';
import { weight } from './weight.tsx';

/** The views of every type that a row of a sub-table may have: all but the sub-table itself. */
export const cellViews = Object.freeze({
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
  computed,
  rollup,
}) satisfies Readonly<Record<Exclude<FieldTypeName, 'lines'>, FieldView>>;
