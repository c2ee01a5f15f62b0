import { addWorkingDays } from '../../../engine/core/index.ts';
import { percentScale } from './kernel/exact.ts';

/** What a rule chooses among: one service of one channel with its price. */
export interface Offer {
  readonly channel: string;
  readonly service: string;
  readonly carrier: string | null;
  readonly available: boolean;
  /** Minor units; null where there is no price. */
  readonly total: number | null;
  /** Transit time in working days; null if unknown. */
  readonly days: number | null;
  /** When it would ship: days count from then. */
  readonly shipDate: string;
}

/** A rate rule: allowed services, deadline and preferences. */
export interface RateRule {
  /** Services to choose among; none named: all of them. */
  readonly services: readonly string[];
  /** Channels that are never taken. */
  readonly exclude: readonly string[];
  readonly latestDays: number | null;
  /** `YYYY-MM-DD`. */
  readonly arriveBy: string | null;
  readonly preferredCarrier: string | null;
  /** How much dearer than the cheapest the preferred carrier may be, in ten-thousandths of a percent. */
  readonly within: number;
}

/** Why an offer was not considered. */
export type LeftOut = 'unavailable' | 'notNamed' | 'excluded' | 'daysUnknown' | 'late';

/** Why the one that was picked was picked. */
export type PickReason = 'only' | 'cheapest' | 'faster' | 'preferred' | 'first';

export interface Picked<T extends Offer> {
  /** Null: none keeps the promise. */
  readonly picked: T | null;
  readonly reason: PickReason | null;
  /** What would be taken instead. */
  readonly next: T | null;
  readonly leftOut: readonly { readonly offer: T; readonly why: LeftOut }[];
}

/**
 * The cheapest offer that keeps a rule's promise. Of equal prices the faster one, then the preferred carrier's, then the
 * one that came first. A preferred carrier that is only so much dearer than the cheapest is taken in its place.
 */
export function pickOffer<T extends Offer>(offers: readonly T[], rule: RateRule): Picked<T> {
  const leftOut: { offer: T; why: LeftOut }[] = [];
  const open: T[] = [];
  for (const offer of offers) {
    const why = whyNot(offer, rule);
    if (why) leftOut.push({ offer, why });
    else open.push(offer);
  }
  const isPreferred = (offer: T) => rule.preferredCarrier !== null && offer.carrier === rule.preferredCarrier;
  const best = (among: readonly T[]): T[] =>
    among.toSorted(
      (one, other) =>
        priceOf(one) - priceOf(other) ||
        daysOf(one) - daysOf(other) ||
        Number(isPreferred(other)) - Number(isPreferred(one)),
    );
  const ranked = best(open);
  const [cheapest, second] = ranked;
  if (!cheapest) return { picked: null, reason: null, next: null, leftOut };
  const preferred = ranked.find((offer) => isPreferred(offer) && isWithin(offer, cheapest, rule.within));
  if (preferred && preferred !== cheapest) return { picked: preferred, reason: 'preferred', next: cheapest, leftOut };
  const reason = reasonOf(cheapest, second ?? null, isPreferred);
  return { picked: cheapest, reason, next: second ?? null, leftOut };
}

function whyNot(offer: Offer, rule: RateRule): LeftOut | null {
  if (!offer.available || offer.total === null) return 'unavailable';
  if (rule.services.length > 0 && !rule.services.includes(offer.service)) return 'notNamed';
  if (rule.exclude.includes(offer.channel)) return 'excluded';
  const { latestDays, arriveBy } = rule;
  if (latestDays === null && arriveBy === null) return null;
  // An unknown transit time fails a deadline.
  if (offer.days === null) return 'daysUnknown';
  if (latestDays !== null && offer.days > latestDays) return 'late';
  return arriveBy !== null && addWorkingDays(offer.shipDate, offer.days) > arriveBy ? 'late' : null;
}

const priceOf = (offer: Offer): number => offer.total ?? 0;
/** Longer than any known way: unknown ones come last, and two of them are equal. */
const daysOf = (offer: Offer): number => offer.days ?? Number.MAX_SAFE_INTEGER;

/** Whether a price is at most so many percent above another one; exact. */
const isWithin = (offer: Offer, cheapest: Offer, within: number): boolean =>
  BigInt(priceOf(offer)) * BigInt(percentScale * 100) <=
  BigInt(priceOf(cheapest)) * BigInt(percentScale * 100 + within);

function reasonOf<T extends Offer>(picked: T, next: T | null, isPreferred: (offer: T) => boolean): PickReason {
  if (!next) return 'only';
  if (priceOf(picked) < priceOf(next)) return 'cheapest';
  if (daysOf(picked) < daysOf(next)) return 'faster';
  return isPreferred(picked) && !isPreferred(next) ? 'preferred' : 'first';
}
