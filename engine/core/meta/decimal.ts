/** The digits that a wire number may have: as many as a double carries without loss. */
export const wireDigits = 15;

/** Decimal places kept by a division whose quotient does not end. */
export const quotientScale = 20;

/**
 * An exact decimal number: `unscaled / 10 ** scale`, without trailing zeros behind the point and without a negative
 * zero, so that equal numbers have equal parts. Immutable; arithmetic never touches a float.
 */
export class Decimal {
  static readonly zero = new Decimal(0n, 0);

  /** Not negative. */
  readonly scale: number;
  readonly unscaled: bigint;

  private constructor(unscaled: bigint, scale: number) {
    this.unscaled = unscaled;
    this.scale = scale;
    Object.freeze(this);
  }

  /** The number `unscaled / 10 ** scale`; a negative scale multiplies. */
  static of(unscaled: bigint, scale = 0): Decimal {
    if (scale < 0) return new Decimal(unscaled * powerOfTen(-scale), 0);
    while (scale > 0 && unscaled % 10n === 0n) {
      unscaled /= 10n;
      scale -= 1;
    }
    return new Decimal(unscaled, scale);
  }

  /**
   * The number of a text (`-12`, `30.50`) or a finite JavaScript number, or null if it is none or
   * has more than `digits` digits (zeros at both ends of a fraction aside). A JavaScript number is read through its
   * shortest text, so 0.1 is one tenth. A text has no exponent, no sign `+`, no blanks and no digits but 0 to 9.
   */
  static parse(input: string | number, digits: number = wireDigits): Decimal | null {
    const text = typeof input === 'number' ? String(input) : input;
    const match = text.length > maxText ? null : (typeof input === 'number' ? numberText : plainText).exec(text);
    if (!match) return null;
    const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
    const value = Decimal.of(BigInt(sign + whole + fraction), fraction.length - Number(exponent));
    return value.digits <= digits && value.scale <= maxScale ? value : null;
  }

  /** How many digits it is written with, leading zeros aside: 3 for 1.05, 2 for 0.012, 3 for 100. */
  get digits(): number {
    return absolute(this.unscaled).toString().length;
  }

  get sign(): -1 | 0 | 1 {
    return this.unscaled > 0n ? 1 : this.unscaled < 0n ? -1 : 0;
  }

  add(other: Decimal): Decimal {
    const scale = Math.max(this.scale, other.scale);
    return Decimal.of(this.at(scale) + other.at(scale), scale);
  }

  sub(other: Decimal): Decimal {
    return this.add(other.negate());
  }

  mul(other: Decimal): Decimal {
    return Decimal.of(this.unscaled * other.unscaled, this.scale + other.scale);
  }

  /** The quotient rounded half-up to `scale` places. Throws a RangeError for a divisor of zero. */
  div(other: Decimal, scale: number = quotientScale): Decimal {
    const common = Math.max(this.scale, other.scale);
    return Decimal.of(divideHalfUp(this.at(common) * powerOfTen(scale), other.at(common)), scale);
  }

  /** Half-up, as SQL's `round`: a half goes away from zero, 2.5 to 3 and -2.5 to -3. */
  round(scale: number): Decimal {
    if (this.scale <= scale) return this;
    return Decimal.of(divideHalfUp(this.unscaled, powerOfTen(this.scale - scale)), scale);
  }

  negate(): Decimal {
    return new Decimal(-this.unscaled, this.scale);
  }

  /** Negative, zero or positive as this is less than, equal to or greater than the other. */
  compare(other: Decimal): -1 | 0 | 1 {
    return this.sub(other).sign;
  }

  equals(other: Decimal): boolean {
    return this.unscaled === other.unscaled && this.scale === other.scale;
  }

  /** The nearest double; for at most 15 digits `Decimal.parse` gives the same decimal back. */
  toNumber(): number {
    return Number(this.toString());
  }

  /** As a JSON number. */
  toJSON(): number {
    return this.toNumber();
  }

  /** Plain notation with all digits, `-0.5`; no exponent. */
  toString(): string {
    return this.toFixed(this.scale);
  }

  /** Plain notation with exactly `scale` places, rounded half-up: `1.50`. */
  toFixed(scale: number): string {
    const unscaled = this.round(scale).at(scale);
    const digits = absolute(unscaled)
      .toString()
      .padStart(scale + 1, '0');
    const point = digits.length - scale;
    return (unscaled < 0n ? '-' : '') + digits.slice(0, point) + (scale > 0 ? '.' + digits.slice(point) : '');
  }

  /** The unscaled integer at a scale that is not smaller than its own. */
  private at(scale: number): bigint {
    return this.unscaled * powerOfTen(scale - this.scale);
  }
}

const plainText = /^(-?)([0-9]+)(?:\.([0-9]+))?$/;
const numberText = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:e([+-][0-9]+))?$/;

/** Longer texts are refused unread: reading big integers takes more than linear time. */
const maxText = 400;
const maxScale = 100;

const powerOfTen = (exponent: number): bigint => 10n ** BigInt(exponent);

const absolute = (value: bigint): bigint => (value < 0n ? -value : value);

function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const remainder = dividend % divisor;
  if (absolute(remainder) * 2n < absolute(divisor)) return quotient;
  return dividend < 0n === divisor < 0n ? quotient + 1n : quotient - 1n;
}
