import type { Random } from './random.ts';

/** A tracking number in the carrier's own form, with its check digit; the shipper in it does not exist. */
export const inventTracking = (random: Random, carrier: string): string =>
  carrier === 'UPS' ? upsNumber(random) : fedexNumber(random);

/** `1Z`, six signs of the shipper, two of the service, seven of the package, and a check digit. */
function upsNumber(random: Random): string {
  const body = `99D3M0${random.pick(['03', '02', '12'])}${random.digits(7)}`;
  // Letters count as their place in the alphabet from A = 2, modulo ten; every second sign counts twice.
  const values = [...body].map((sign) => (/\d/.test(sign) ? Number(sign) : (sign.charCodeAt(0) - 63) % 10));
  const sum = values.reduce((total, value, at) => total + value * (at % 2 === 0 ? 1 : 2), 0);
  return `1Z${body}${(10 - (sum % 10)) % 10}`;
}

/** Eleven digits weighted 3, 1, 7 from the left, and the remainder by eleven (ten counts as nought). */
function fedexNumber(random: Random): string {
  const body = `79${random.digits(9)}`;
  const sum = [...body].reduce((total, digit, at) => total + Number(digit) * ([3, 1, 7][at % 3] ?? 0), 0);
  return `${body}${(sum % 11) % 10}`;
}
