import { randomInt } from 'node:crypto';

/** The digit that ends a `1Z` number: letters count as (code - 3) modulo ten, every second sign twice. */
export function upsCheckDigit(body: string): number {
  let sum = 0;
  for (let place = 0; place < body.length; place += 1) {
    const sign = body.charCodeAt(place);
    const value = sign > 57 ? (sign - 3) % 10 : sign - 48;
    sum += place % 2 === 1 ? value * 2 : value;
  }
  return (10 - (sum % 10)) % 10;
}

/** The digit that ends a FedEx Express number: eleven digits weighted 3, 1, 7, the remainder by eleven, and that by ten. */
export function expressCheckDigit(body: string): number {
  const weights = [3, 1, 7];
  const sum = [...body].reduce((total, digit, place) => total + Number(digit) * (weights[place % 3] ?? 0), 0);
  return (sum % 11) % 10;
}

/** The digit that ends a FedEx Ground number of fifteen: modulo ten, every second digit three times. */
export function groundCheckDigit(body: string): number {
  const sum = [...body].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 1 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}

/** Services that FedEx Ground carries. */
export const isGround = (service: string): boolean =>
  ['FEDEX_GROUND', 'GROUND_HOME_DELIVERY', 'INTL_GROUND_DISTRIBUTION'].includes(service);

/** Tracking numbers one after the other, from a place that another run did most likely not begin at. */
export class Numbers {
  next = randomInt(9_000_000);

  ups(shipper: string, service: string): string {
    const body = `${shipper.toUpperCase().padStart(6, '0')}${service.padStart(2, '0')}${this.#digits(7)}`;
    return `1Z${body}${upsCheckDigit(body)}`;
  }

  fedex(service: string): string {
    if (isGround(service)) {
      const body = `0414${this.#digits(10)}`;
      return `${body}${groundCheckDigit(body)}`;
    }
    const body = `79${this.#digits(9)}`;
    return `${body}${expressCheckDigit(body)}`;
  }

  #digits(length: number): string {
    this.next += 1;
    return String(this.next % 10 ** length).padStart(length, '0');
  }
}
