import type { CarrierResult, LabelFormat, TrackEvent, Tracked } from '../carrier.ts';
import { documentIn } from '../document.ts';
import { at, firstText, list, text } from '../../wire/read.ts';
import { done, refuse } from '../result.ts';

/** `20260131` and `163000` as a local time; a date alone without a time. */
export function localTime(date: unknown, time: unknown): string | null {
  const day = /^(\d{4})-?(\d\d)-?(\d\d)$/.exec(text(date) ?? '');
  if (!day) return null;
  const hour = /^(\d\d):?(\d\d):?(\d\d)?$/.exec((text(time) ?? '').padStart(6, '0'));
  const told = text(time) !== null && hour;
  return `${day[1]}-${day[2]}-${day[3]}${told ? `T${hour[1]}:${hour[2]}:${hour[3] ?? '00'}` : ''}`;
}

const offsetIn = (value: unknown): string | null => {
  const match = /^([+-])(\d\d):?(\d\d)/.exec(text(value) ?? '');
  return match ? `${match[1]}${match[2]}:${match[3]}` : null;
};

function eventIn(activity: unknown): TrackEvent | null {
  const moment = localTime(at(activity, 'date'), at(activity, 'time'));
  if (moment === null) return null;
  const place = at(activity, 'location', 'address');
  const status = at(activity, 'status');
  return {
    at: moment.includes('T') ? moment : `${moment}T00:00:00`,
    offset: offsetIn(at(activity, 'gmtOffset')),
    code: firstText(at(status, 'statusCode'), at(status, 'code')) ?? '',
    type: text(at(status, 'type')) ?? '',
    text: firstText(at(status, 'description'), at(status, 'simplifiedTextDescription')) ?? '',
    ...{ city: text(at(place, 'city')), state: text(at(place, 'stateProvince')) },
    ...{ postalCode: text(at(place, 'postalCode')) },
    country: firstText(at(place, 'countryCode'), at(place, 'country')),
  };
}

const packagesIn = (reply: unknown): readonly unknown[] =>
  list(at(reply, 'trackResponse', 'shipment')).flatMap((shipment) => list(at(shipment, 'package')));

export function trackedIn(reply: unknown, trackingNo: string): CarrierResult<Tracked> {
  const all = packagesIn(reply);
  const numberOf = (each: unknown) => text(at(each, 'trackingNumber'));
  // What is said of another package is never taken for this one.
  const one = all.find((each) => numberOf(each) === trackingNo) ?? all.find((each) => numberOf(each) === null);
  if (one === undefined) return refuse('carriers.noTracking', 'Nothing is known of this number.');
  const events = list(at(one, 'activity')).flatMap((activity) => eventIn(activity) ?? []);
  const dates = list(at(one, 'deliveryDate'));
  const dateOf = (type: string) => at(dates.find((each) => text(at(each, 'type')) === type) ?? {}, 'date');
  const hour = at(one, 'deliveryTime', 'endTime');
  const delivered = events.find((event) => event.type === 'D');
  const arrived = dateOf('DEL');
  return done({
    trackingNo,
    events,
    // The day it was moved to counts before the one it was planned for.
    estimatedAt: localTime(dateOf('RDD'), hour) ?? localTime(dateOf('SDD'), hour),
    deliveredAt: delivered?.at ?? (arrived === undefined ? null : localTime(arrived, hour)),
    signedBy: text(at(one, 'deliveryInformation', 'receivedBy')),
  });
}

/** The numbers of packages with a reference: valid ones, and voided ones apart. */
export function numbersUnder(reply: unknown, key: string): { kept: readonly string[]; voided: ReadonlySet<string> } {
  const numbered = packagesIn(reply).flatMap((one) => {
    const number = text(at(one, 'trackingNumber'));
    const references = list(at(one, 'referenceNumber')).flatMap((each) => text(at(each, 'number')) ?? []);
    return number && (references.length === 0 || references.includes(key)) ? [{ number, voided: isVoided(one) }] : [];
  });
  const kept = numbered.filter(({ voided }) => !voided).map(({ number }) => number);
  const voided = numbered.filter((each) => each.voided).map(({ number }) => number);
  return { kept: [...new Set(kept)], voided: new Set(voided) };
}

const isVoided = (one: unknown): boolean =>
  [at(one, 'currentStatus'), ...list(at(one, 'activity')).map((activity) => at(activity, 'status'))].some(
    (status) => text(at(status, 'type')) === 'MV' || Number(text(at(status, 'statusCode'))) === 7,
  );

export function proofIn(reply: unknown): CarrierResult<{ format: LabelFormat; bytes: Buffer }> {
  const [one] = packagesIn(reply);
  const information = at(one, 'deliveryInformation');
  const found =
    documentIn(at(information, 'pod', 'content'), null) ?? documentIn(at(information, 'signature', 'image'), null);
  return found ? done(found) : refuse('carriers.noProof', 'There is no proof of delivery.');
}
