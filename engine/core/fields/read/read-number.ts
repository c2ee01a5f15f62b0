import { Decimal, wireDigits } from '../../meta/decimal.ts';
import type { FieldMeta } from '../../meta/entity.ts';
import type { Outcome } from '../../meta/issue.ts';
import { plainText } from './plain-text.ts';
import { accept, refuse } from './outcome.ts';

/**
 * A number, or plain decimal text, as a JSON number that carries it exactly. Nothing is rounded: too many places are a
 * refusal. What fits into `numeric(15, scale)` fits here. Issues: `number.*`.
 */
export const readNumber = (input: unknown, scale: number, field: FieldMeta): Outcome<number> => {
  const decimal = readDecimal(input);
  if (!decimal) return isLong(input) ? tooLong(scale) : refuse('number.invalid');
  if (decimal.digits > wireDigits) return tooLong(scale);
  if (decimal.scale > scale) return scale === 0 ? refuse('number.whole') : refuse('number.scale', { scale });
  if (decimal.digits - decimal.scale > wireDigits - scale) return tooLong(scale);
  return withinBounds(decimal.toNumber(), field);
};

/** Long enough for every double; a longer text is not a number. */
const readableDigits = 800;

const readDecimal = (input: unknown): Decimal | null => {
  if (typeof input === 'number') return Number.isFinite(input) ? Decimal.parse(input, readableDigits) : null;
  return typeof input === 'string' || typeof input === 'bigint'
    ? Decimal.parse(plainText(input).trim(), readableDigits)
    : null;
};

const isLong = (input: unknown): boolean => /^-?[0-9][0-9.]{39}/.test(plainText(input).trim());

const tooLong = (scale: number): Outcome<never> =>
  refuse('number.tooLong', { digits: wireDigits, whole: wireDigits - scale });

/** Doubles of at most 15 digits order as the decimals do, so that they may be compared as they are. */
const withinBounds = (value: number, { min, max, above }: FieldMeta): Outcome<number> => {
  if (min !== undefined && value < Number(min)) return refuse('number.min', { min });
  if (max !== undefined && value > Number(max)) return refuse('number.max', { max });
  if (above !== undefined && value <= above) return refuse('number.above', { above });
  return accept(value);
};
