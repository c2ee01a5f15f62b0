/** A price of a customer for deliveries into one warehouse. Decimals are texts. */
export interface FbaPrice {
  readonly basis: 'kg' | 'box';
  readonly price: string;
  readonly minimum: string;
}

export interface Priced {
  /** Kilograms or boxes, as charged. */
  readonly quantity: string;
  /** Quantity times price; the minimum counts where this is less. */
  readonly computed: string;
  readonly sale: string;
}

/** A decimal text in units of 10^-places; further decimals are zeros. */
function units(text: string, places: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(places, '0').slice(0, places));
}

const cents = (value: bigint): string => `${value / 100n}.${(value % 100n).toString().padStart(2, '0')}`;

/** Kilograms (at most two decimals) or boxes times a price of at most four, rounded half up to cents; at least the minimum. */
export function priceOf({ basis, price, minimum }: FbaPrice, of: { boxes: number; kg: string }): Priced {
  const quantity = basis === 'box' ? `${of.boxes}` : of.kg;
  const computed = (units(quantity, 2) * units(price, 4) + 5_000n) / 10_000n;
  const least = units(minimum, 2);
  return { quantity, computed: cents(computed), sale: cents(computed < least ? least : computed) };
}
