import type { Random } from './random.ts';

/** Who ships with what: the carrier, the number of its account there, and its code of the service. */
export interface Shipper {
  readonly carrier: string;
  readonly account: string;
  readonly service: string;
}

/** A tracking number in the carrier's own form, with its check digit. */
export function inventTracking(random: Random, { carrier, account, service }: Shipper): string {
  if (carrier === 'UPS') return upsNumber(random, account, service);
  return service.includes('GROUND') ? groundNumber(random) : expressNumber(random);
}

/** `1Z`, six signs of the shipper, two of the service, seven of the package, and a check digit. */
function upsNumber(random: Random, account: string, service: string): string {
  const body = `${account}${service}${random.digits(7)}`;
  // Letters count as their place in the alphabet from A = 2, modulo ten; every second sign counts twice.
  const values = [...body].map((sign) => (/\d/.test(sign) ? Number(sign) : (sign.charCodeAt(0) - 63) % 10));
  const sum = values.reduce((total, value, at) => total + value * (at % 2 === 0 ? 1 : 2), 0);
  return `1Z${body}${(10 - (sum % 10)) % 10}`;
}

/** Eleven digits weighted 3, 1, 7 from the left, and the remainder modulo eleven (ten counts as 0). */
function expressNumber(random: Random): string {
  const body = `79${random.digits(9)}`;
  const sum = [...body].reduce((total, digit, at) => total + Number(digit) * ([3, 1, 7][at % 3] ?? 0), 0);
  return `${body}${(sum % 11) % 10}`;
}

/** Fourteen digits and a check digit: every second digit counts three times, and the sum becomes a multiple of ten. */
function groundNumber(random: Random): string {
  const body = `0414${random.digits(10)}`;
  const sum = [...body].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 1 ? 3 : 1), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}
