import type { TrackEvent } from '../../carriers/carrier.ts';

/** The report of a pushed message on one package. */
export interface Pushed {
  readonly trackingNo: string;
  readonly events: readonly TrackEvent[];
  readonly estimatedAt: string | null;
}

const at = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((here, name) => {
    const one: unknown = Array.isArray(here) ? here[0] : here;
    return typeof one === 'object' && one !== null && Object.hasOwn(one, name)
      ? (one as Record<string, unknown>)[name]
      : undefined;
  }, value);
const text = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() || null : null;
const list = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

/** `20260131` and `163000` as a local time. */
function localTime(date: unknown, time: unknown): string | null {
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)$/.exec(text(date) ?? '') ?? [];
  const [, hour = '00', minute = '00', second = '00'] = /^(\d\d):?(\d\d):?(\d\d)?$/.exec(text(time) ?? '') ?? [];
  return year ? `${year}-${month}-${day}T${hour}:${minute}:${second}` : null;
}

/** The difference of two times, if both are given. */
function offsetOf(local: string, greenwich: string | null): string | null {
  if (greenwich === null) return null;
  const minutes = (Date.parse(`${local}Z`) - Date.parse(`${greenwich}Z`)) / 60_000;
  if (!Number.isInteger(minutes) || Math.abs(minutes) > 14 * 60) return null;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}

/** A message of UPS Track Alert: one activity of one package. */
export function readUpsPush(body: unknown): readonly Pushed[] {
  const trackingNo = text(at(body, 'trackingNumber'));
  const local = localTime(at(body, 'localActivityDate'), at(body, 'localActivityTime'));
  if (!trackingNo || !local) return [];
  const status = at(body, 'activityStatus');
  const place = at(body, 'activityLocation');
  const greenwich = localTime(at(body, 'gmtActivityDate'), at(body, 'gmtActivityTime'));
  const event: TrackEvent = {
    ...{ at: local, offset: offsetOf(local, greenwich), type: text(at(status, 'type')) ?? '' },
    // The three-digit status, as in polled answers, so that an event has one key.
    code: text(at(status, 'descriptionCode')) ?? text(at(status, 'statusCode')) ?? text(at(status, 'code')) ?? '',
    text: text(at(status, 'description')) ?? '',
    ...{ city: text(at(place, 'city')), state: text(at(place, 'stateProvince')) },
    ...{ postalCode: text(at(place, 'postalCode')), country: text(at(place, 'country')) },
  };
  return [{ trackingNo, events: [event], estimatedAt: localTime(at(body, 'scheduledDeliveryDate'), '230000') }];
}

/** Twelve digits in the air, fifteen on the ground; where they come as a JSON number, zeros in front are lost. */
function digitsOf(value: unknown): string | null {
  const digits = text(value);
  return typeof value === 'number' && digits ? digits.padStart(digits.length <= 12 ? 12 : 15, '0') : digits;
}

/** A message of FedEx Integrated Visibility: the results of some packages, as an asked answer has them. */
export function readFedexPush(body: unknown): readonly Pushed[] {
  const complete = list(at(body, 'output', 'completeTrackResults') ?? at(body, 'completeTrackResults'));
  const results = complete.length > 0 ? complete : list(body);
  return results.flatMap((each) =>
    list(at(each, 'trackResults') ?? each).flatMap((result) => {
      const trackingNo =
        digitsOf(at(each, 'trackingNumber')) ?? digitsOf(at(result, 'trackingNumberInfo', 'trackingNumber'));
      const events = list(at(result, 'scanEvents')).flatMap((scan) => scanOf(scan) ?? []);
      const planned = list(at(result, 'dateAndTimes')).find((time) => text(at(time, 'type')) === 'ESTIMATED_DELIVERY');
      return trackingNo && events.length > 0
        ? [{ trackingNo, events, estimatedAt: text(at(planned, 'dateTime')) }]
        : [];
    }),
  );
}

function scanOf(scan: unknown): TrackEvent | null {
  const [, day, time, zone] =
    /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d:\d\d)?$/.exec(text(at(scan, 'date')) ?? '') ?? [];
  if (!day) return null;
  const place = at(scan, 'scanLocation');
  const words = text(at(scan, 'eventDescription')) ?? text(at(scan, 'derivedStatus')) ?? '';
  const reason = text(at(scan, 'exceptionDescription'));
  return {
    ...{ at: `${day}T${time}`, offset: zone === 'Z' ? '+00:00' : (zone ?? null) },
    code: text(at(scan, 'eventType')) ?? text(at(scan, 'derivedStatusCode')) ?? '',
    type: text(at(scan, 'derivedStatusCode')) ?? '',
    text: reason && reason !== words ? `${words}: ${reason}` : words,
    ...{ city: text(at(place, 'city')), state: text(at(place, 'stateOrProvinceCode')) },
    ...{ postalCode: text(at(place, 'postalCode')), country: text(at(place, 'countryCode')) },
  };
}
