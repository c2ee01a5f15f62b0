import type { RateDraft } from './draft.ts';

/** The body of `POST /api/Rate/quote`. */
export interface QuoteBody {
  customer?: string;
  shipDate?: string;
  unitType: '0' | '1';
  from: { postalCode: string; state?: string; country: string };
  to: { postalCode: string; state?: string; country: string; type: 'residential' | 'commercial' | 'unknown' };
  boxes: {
    weight: number;
    length: number;
    width: number;
    height: number;
    quantity: number;
    declaredValue?: number;
    signature?: string;
    packaging?: string;
  }[];
  thirdParty?: boolean;
}

export interface ChargeLine {
  category: string;
  /** Which row of boxes, from 0; null: the whole shipment. */
  box?: number | null;
  quantity?: number;
  amount: number;
  basis?: number | null;
  rate?: number | null;
  rule?: string;
  version?: number;
  text: string;
}

/** The sentence of a kept line in the reader's language; else as it was said when it was kept. */
export function spokenText({ text, texts }: Readonly<Record<string, unknown>>, culture: string): string {
  const said = typeof texts === 'object' && texts !== null ? (texts as Record<string, unknown>)[culture] : undefined;
  return typeof said === 'string' ? said : typeof text === 'string' ? text : '';
}

export interface SidePrice {
  total: number;
  lines: readonly ChargeLine[];
}

/** One service of one channel. Cost and margin come to staff with the right alone. */
export interface Quote {
  channel: { id: string; code?: string; name: string };
  service: { id: string; code?: string; name: string };
  available: boolean;
  reason?: { code: string; path?: string; message: string };
  currency?: string;
  zone?: string;
  billableWeight?: number;
  unitType?: '0' | '1';
  days?: number | null;
  /** When it would ship; what was kept before does not say. */
  shipDate?: string;
  sale?: SidePrice;
  cost?: SidePrice;
  margin?: number;
}

/** A draft without gaps, as it is sent. */
export function bodyOf(draft: RateDraft, customer: string): QuoteBody {
  const { from, to, type, declaredValue, signature, packaging, shipDate } = draft;
  const place = ({ postalCode, state, country }: RateDraft['from']) => ({
    ...{ postalCode: postalCode.trim().toUpperCase(), country },
    ...(state.trim() ? { state: state.trim().toUpperCase() } : {}),
  });
  return {
    ...(customer ? { customer } : {}),
    ...(shipDate ? { shipDate } : {}),
    unitType: draft.unitType,
    from: place(from),
    to: { ...place(to), type: type || 'unknown' },
    boxes: draft.boxes.map((box) => ({
      ...{ weight: Number(box.weight), length: Number(box.length), width: Number(box.width) },
      ...{ height: Number(box.height), quantity: Number(box.quantity) },
      ...(declaredValue.trim() ? { declaredValue: Number(declaredValue) } : {}),
      ...(signature ? { signature } : {}),
      ...(packaging ? { packaging } : {}),
    })),
    ...(draft.thirdParty ? { thirdParty: true } : {}),
  };
}

/** What is compared: what the customer pays, and without a customer what it costs. */
export const totalOf = ({ sale, cost }: Quote): number | null => sale?.total ?? cost?.total ?? null;

export type Order = 'cheapest' | 'fastest';

/** Those with a price in the order asked for, then those without. Equal ones stay as the server put them. */
export function ordered(quotes: readonly Quote[], by: Order): { open: Quote[]; closed: Quote[] } {
  const open = quotes.filter(({ available }) => available);
  const keyOf = (quote: Quote) => (by === 'cheapest' ? totalOf(quote) : quote.days) ?? Number.POSITIVE_INFINITY;
  const price = (quote: Quote) => totalOf(quote) ?? Number.POSITIVE_INFINITY;
  return {
    open: open.toSorted((one, other) => compare(keyOf(one), keyOf(other)) || compare(price(one), price(other))),
    closed: quotes.filter(({ available }) => !available),
  };
}

const compare = (one: number, other: number): number => (one === other ? 0 : one < other ? -1 : 1);

/** The first of the cheapest and the first of the fastest; none where there is nothing to compare. */
export function marksOf(open: readonly Quote[]): { cheapest: Quote | null; fastest: Quote | null } {
  const best = (valueOf: (quote: Quote) => number | null | undefined) => {
    const known = open.filter((quote) => valueOf(quote) !== null && valueOf(quote) !== undefined);
    return known.length > 1
      ? known.reduce((first, next) => (Number(valueOf(next)) < Number(valueOf(first)) ? next : first))
      : null;
  };
  return { cheapest: best(totalOf), fastest: best(({ days }) => days) };
}
