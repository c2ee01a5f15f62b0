import { GatewayError } from './gateway.ts';

/** Currencies without decimals, and with three (docs.stripe.com/currencies). */
const whole = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
const thousandths = new Set('BHD JOD KWD OMR TND'.split(' '));

const digitsOf = (currency: string): number => (whole.has(currency) ? 0 : thousandths.has(currency) ? 3 : 2);

/** `125.5` USD is 12550. Null if the currency has no coin that small. */
export function toMinorUnits(amount: string, currency: string): number | null {
  const [, units = '', decimals = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(amount) ?? [];
  const digits = digitsOf(currency);
  if (units === '' || /[^0]/.test(decimals.slice(digits))) return null;
  return Number(units + decimals.slice(0, digits).padEnd(digits, '0'));
}

/** Maximum amount in the smallest unit: the limit of a money column. */
const maxMinor = 10 ** 14;

/** 12550 USD is `125.50`. Throws for anything but a valid amount. */
export function fromMinorUnits(minor: number, currency: string): string {
  if (!Number.isInteger(minor) || minor < 0 || minor >= maxMinor || !/^[A-Z]{3}$/.test(currency))
    throw new GatewayError('refused', `${minor} is no amount of ${currency}`);
  const digits = digitsOf(currency);
  const text = String(minor).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
