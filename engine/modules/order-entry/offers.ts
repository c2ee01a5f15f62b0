import { readNumberText } from '../../kit/index.ts';
import { isBoxWhole, type Choice, type Entry } from './entry.ts';

export interface ChargeLine {
  category: string;
  amount: number;
  text: string;
}

export interface SidePrice {
  total: number;
  lines: readonly ChargeLine[];
}

/** One service of one channel, as `POST /api/Rate/quote` answers it. Cost and margin come to staff with the right alone. */
export interface Offer {
  channel: { id: string; name: string };
  service: { id: string; name: string };
  available: boolean;
  reason?: { code: string; message: string };
  currency?: string;
  days?: number | null;
  /** When it would ship. */
  shipDate?: string;
  sale?: SidePrice;
  cost?: SidePrice;
  margin?: number;
}

/** A channel of the customer, with where it sends from. */
export interface Channel {
  id: string;
  name: string;
  mode: 'channel' | 'customer' | 'either';
  dock: { id: string; name: string; postalCode: string; state: string; country: string } | null;
}

export interface QuoteBody {
  customer: string;
  channels: string[];
  [part: string]: unknown;
}

/** Why a channel is not asked at all: it sends from its own address alone, from the customer's alone, or has none. */
export type Closed = { channel: Channel; why: 'ownAddress' | 'channelAddress' | 'noDock' };

/** What is asked of whom: one question for each place that parcels would go from. */
export function questionsOf(entry: Entry, channels: readonly Channel[]): { bodies: QuoteBody[]; closed: Closed[] } {
  const closed: Closed[] = [];
  const byPlace = new Map<string, { from: object; channels: string[] }>();
  for (const channel of channels) {
    const from = placeOf(entry, channel);
    if (typeof from === 'string') {
      closed.push({ channel, why: from });
      continue;
    }
    const key = JSON.stringify(from);
    byPlace.set(key, { from, channels: [...(byPlace.get(key)?.channels ?? []), channel.id] });
  }
  const { options, toType, unitType, to } = entry;
  const shipment = {
    customer: entry.customer,
    ...(options.shipDate ? { shipDate: options.shipDate } : {}),
    unitType,
    // The calendar of the place that it ships from decides the day, and the day the price.
    senderMode: entry.senderMode,
    to: { ...wirePlace(to), type: toType },
    boxes: entry.boxes.filter(isBoxWhole).map((box) => ({
      ...{ weight: readNumberText(box.weight), length: readNumberText(box.length) },
      ...{ width: readNumberText(box.width), height: readNumberText(box.height) },
      quantity: readNumberText(box.quantity),
      ...(box.declaredValue.trim() ? { declaredValue: readNumberText(box.declaredValue) } : {}),
      ...(options.signatureOption === 'none' ? {} : { signature: options.signatureOption }),
      ...(box.packaging ? { packaging: box.packaging } : {}),
    })),
    ...(options.thirdPartyAccount.trim() ? { thirdParty: true } : {}),
  };
  return { bodies: [...byPlace.values()].map((each) => ({ ...shipment, ...each })), closed };
}

function placeOf({ senderMode, sender }: Entry, { mode, dock }: Channel): object | Closed['why'] {
  if (senderMode === 'own') return mode === 'channel' ? 'channelAddress' : wirePlace(sender);
  if (mode === 'customer') return 'ownAddress';
  return dock ? wirePlace(dock) : 'noDock';
}

const wirePlace = ({ postalCode, state, country }: { postalCode: string; state: string; country: string }) => ({
  ...{ postalCode: postalCode.trim().toUpperCase(), country },
  ...(state.trim() ? { state: state.trim().toUpperCase() } : {}),
});

/** What a named rule takes, as `POST /api/Rate/pick` answers it. */
export interface RulePick {
  picked: Choice | null;
  next: Choice | null;
  /** Why, and what the next best would cost more. */
  text: string;
}

/** Of several places that parcels would go from, the pick with the lowest price; placing asks the rule over all of them. */
export function bestPick(answers: readonly { quotes: readonly Offer[]; pick?: RulePick }[]): RulePick | null {
  const priced = answers.flatMap(({ quotes, pick }) => {
    const offer = quotes.find((each) => isChoice(each, pick?.picked ?? null));
    return pick && offer ? [{ pick, total: totalOf(offer) }] : [];
  });
  const [best] = priced.toSorted((one, other) => one.total - other.total);
  return best?.pick ?? answers.find(({ pick }) => pick)?.pick ?? null;
}

export const totalOf = ({ sale, cost }: Offer): number => (sale ?? cost)?.total ?? 0;
/** Whether an offer costs more than the one that was shown; amounts of two currencies are not compared. */
export const isDearer = (offer: Offer, shown: Offer): boolean =>
  offer.currency !== shown.currency || totalOf(offer) > totalOf(shown);
export const isChoice = ({ channel, service }: Offer, choice: Choice | null): boolean =>
  channel.id === choice?.channel && service.id === choice.service;
export const choiceOf = ({ channel, service }: Offer): Choice => ({ channel: channel.id, service: service.id });

export type By = 'price' | 'days';

/** Those with a price in the order asked for; equal ones by the other of the two. */
export function sorted(offers: readonly Offer[], by: By): Offer[] {
  const days = (offer: Offer) => offer.days ?? Number.POSITIVE_INFINITY;
  const compare = (one: number, other: number) => (one === other ? 0 : one < other ? -1 : 1);
  const price = (one: Offer, other: Offer) => compare(totalOf(one), totalOf(other));
  const time = (one: Offer, other: Offer) => compare(days(one), days(other));
  return offers.toSorted((one, other) =>
    by === 'price' ? price(one, other) || time(one, other) : time(one, other) || price(one, other),
  );
}
