import type { TrackEvent, Tracked } from '../carrier.ts';
import { at, firstText, list, text, whole } from '../../wire/read.ts';

/** `2026-03-04T16:30:00-05:00` as a local time and its offset. */
function momentIn(value: unknown): { at: string; offset: string | null } | null {
  const match = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(:\d\d)?(?:\.\d+)?(Z|[+-]\d\d:?\d\d)?)?$/.exec(text(value) ?? '');
  if (!match) return null;
  const zone = match[4] === 'Z' ? '+00:00' : (match[4]?.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2') ?? null);
  return { at: match[2] ? `${match[1]}T${match[2]}${match[3] ?? ':00'}` : `${match[1]}`, offset: zone };
}

function eventIn(scan: unknown): TrackEvent | null {
  const moment = momentIn(at(scan, 'date'));
  if (!moment) return null;
  const place = at(scan, 'scanLocation');
  const words = firstText(at(scan, 'eventDescription'), at(scan, 'derivedStatus')) ?? '';
  const reason = text(at(scan, 'exceptionDescription'));
  return {
    at: moment.at.includes('T') ? moment.at : `${moment.at}T00:00:00`,
    offset: moment.offset,
    code: firstText(at(scan, 'eventType'), at(scan, 'derivedStatusCode')) ?? '',
    type: text(at(scan, 'derivedStatusCode')) ?? '',
    text: reason && reason !== words ? `${words}: ${reason}` : words,
    ...{ city: text(at(place, 'city')), state: text(at(place, 'stateOrProvinceCode')) },
    ...{ postalCode: text(at(place, 'postalCode')), country: text(at(place, 'countryCode')) },
  };
}

/** Numbers of twelve digits in the air and fifteen on the ground, whose first ones are lost where they come as numbers. */
export function numberIn(...values: readonly unknown[]): string | null {
  const value = values.find((each) => text(each) !== null);
  const number = text(value);
  if (typeof value !== 'number' || number === null) return number;
  return number.padStart(number.length <= 12 ? 12 : 15, '0');
}

const resultsIn = (reply: unknown): readonly { number: string | null; result: unknown }[] =>
  list(at(reply, 'output', 'completeTrackResults')).flatMap((each) =>
    list(at(each, 'trackResults')).map((result) => ({
      number: numberIn(at(each, 'trackingNumber'), at(result, 'trackingNumberInfo', 'trackingNumber')),
      result,
    })),
  );

export function trackedIn(
  reply: unknown,
  asked: readonly string[],
): (Tracked | { trackingNo: string; error: string })[] {
  const results = resultsIn(reply);
  return asked.map((trackingNo) => {
    const own = results.filter(({ number }) => number === trackingNo);
    // A number may have been used before: the first without an error is the latest shipment.
    const found = own.find(({ result }) => at(result, 'error') === undefined) ?? own[0];
    const error = at(found?.result, 'error');
    if (!found || error !== undefined)
      return { trackingNo, error: text(at(error, 'code')) ?? 'TRACKING.TRACKINGNUMBER.NOTFOUND' };
    return trackedOf(found.result, trackingNo);
  });
}

function trackedOf(result: unknown, trackingNo: string): Tracked {
  const events = list(at(result, 'scanEvents')).flatMap((scan) => eventIn(scan) ?? []);
  const times = list(at(result, 'dateAndTimes'));
  const timeOf = (type: string) =>
    momentIn(at(times.find((each) => text(at(each, 'type')) === type) ?? {}, 'dateTime'))?.at ?? null;
  const delivered = events.find(({ type, code }) => type === 'DL' || code === 'DL');
  const planned = momentIn(at(result, 'estimatedDeliveryTimeWindow', 'window', 'ends'))?.at ?? null;
  return {
    ...{ trackingNo, events },
    estimatedAt: timeOf('ESTIMATED_DELIVERY') ?? planned ?? timeOf('COMMITMENT'),
    deliveredAt: timeOf('ACTUAL_DELIVERY') ?? delivered?.at ?? null,
    signedBy: firstText(at(result, 'deliveryDetails', 'signedByName'), at(result, 'deliveryDetails', 'receivedByName')),
  };
}

/** The valid packages found by a reference, and those of further shipments; null for errors other than "not found". */
export function numbersUnder(reply: unknown): {
  numbers: readonly string[];
  surplus: readonly string[];
  error: string | null;
} {
  const results = resultsIn(reply);
  const errors = results.flatMap(({ result }) => text(at(result, 'error', 'code')) ?? []);
  const found = results.flatMap(({ result, number: given }) => {
    const number = numberIn(at(result, 'trackingNumberInfo', 'trackingNumber')) ?? given;
    if (number === null || at(result, 'error') !== undefined || isCancelled(result)) return [];
    return [{ number, seq: whole(at(result, 'packageDetails', 'sequenceNumber')) ?? 0 }];
  });
  // A shipment has each place once: what comes a second time belongs to another shipment.
  const own = new Map<string, number>();
  const other = new Set<string>();
  for (const { number, seq } of found) {
    if (own.has(number)) continue;
    if (seq > 0 && (other.size > 0 || [...own.values()].includes(seq))) other.add(number);
    else own.set(number, seq);
  }
  const numbers = [...own].toSorted(([, one], [, next]) => one - next).map(([number]) => number);
  const open = errors.find((code) => !isNothing(code)) ?? null;
  return { numbers, surplus: [...other], error: open };
}

/** Codes that say that there is nothing, which is an answer. */
export const isNothing = (code: string): boolean => /NOT\.?FOUND/i.test(code);

const isCancelled = (result: unknown): boolean =>
  text(at(result, 'latestStatusDetail', 'code')) === 'CA' &&
  /cancel/i.test(
    firstText(at(result, 'latestStatusDetail', 'description'), at(result, 'latestStatusDetail', 'statusByLocale')) ??
      'cancelled',
  );
