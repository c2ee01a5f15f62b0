import { judge } from '../address.ts';
import { isDay, weekday, workingDay } from '../calendar.ts';
import { list, text } from '../json.ts';
import { dayOf, type Call } from '../wire.ts';
import { refused, reply } from './common.ts';
import { services } from './services.ts';

const kinds = { home: 'RESIDENTIAL', business: 'BUSINESS', unknown: 'UNKNOWN' };

export function resolveAddresses(call: Call): object {
  const asked = list(call.body, 'addressesToValidate');
  if (asked.length === 0 || asked.length > 100)
    throw refused('ADDRESSES.REQUIRED', 'Addresses to validate are missing or too many.');
  const resolved = asked.map((each) => {
    const own = (name: string) => text(each, `address.${name}`);
    const lines = list(each, 'address.streetLines').map((line) => text(line));
    if (lines.length === 0 || own('countryCode') === '')
      throw refused('ADDRESS.INVALID', 'Street lines and country are required.');
    const place = { city: own('city'), state: own('stateOrProvinceCode'), postalCode: own('postalCode') };
    const { verdict, kind, meant } = judge({ lines, ...place, country: own('countryCode') });
    const known = verdict !== 'unknown';
    return {
      streetLinesToken: known ? meant.lines : lines,
      city: known ? meant.city : place.city,
      stateOrProvinceCode: known ? meant.state : place.state,
      postalCode: place.postalCode,
      countryCode: own('countryCode'),
      customerMessages: known
        ? []
        : [{ code: 'STANDARDIZED.ADDRESS.NOTFOUND', message: 'Standardized address is not found.' }],
      cityToken: [{ changed: verdict === 'corrected', value: meant.city }],
      postalCodeToken: { changed: false, value: place.postalCode },
      classification: kinds[kind],
      ruralRouteHighwayContract: false,
      generalDelivery: false,
      normalizedStatusNameDPV: known,
      standardizedStatusNameMatchSource: 'Postal',
      resolutionMethodName: known ? 'USPS_VALIDATE' : 'GENERIC_VALIDATE',
      attributes: {
        ...{
          Resolved: String(known),
          Matched: String(known),
          DPV: String(known),
          DataVintage: 'August 2025',
        },
        ...{ CountrySupported: 'true', ValidlyFormed: 'true', POBox: 'false', MultiUnitBase: 'false' },
      },
    };
  });
  return reply(call, { resolvedAddresses: resolved, alerts: [] });
}

const counts = [
  '',
  'ONE_DAY',
  'TWO_DAYS',
  'THREE_DAYS',
  'FOUR_DAYS',
  'FIVE_DAYS',
  'SIX_DAYS',
  'SEVEN_DAYS',
  'EIGHT_DAYS',
];

export function transitTimes(call: Call): object {
  const shipment = 'requestedShipment';
  const from = text(call.body, `${shipment}.shipper.address.countryCode`);
  const to = text(list(call.body, `${shipment}.recipients`)[0], 'address.countryCode');
  if (from === '' || to === '') throw refused('COUNTRY.CODE.INVALID', 'Country code is missing or invalid.');
  const given = text(call.body, `${shipment}.shipDateStamp`) || text(call.body, `${shipment}.shipDatestamp`);
  const day = isDay(given) ? given : dayOf(call.world.now());
  const offered = Object.entries(services).filter(
    ([, { scope }]) => scope === 'any' || (scope === 'abroad') === (from !== to),
  );
  const details = offered.map(([serviceType, { name, days }]) => {
    const arrives = workingDay(day, days);
    const dateDetail = {
      dayOfWeek: weekday(arrives).slice(0, 3).toUpperCase(),
      dayFormat: `${arrives}T20:00:00`,
      time: '20:00:00',
      day: arrives,
    };
    const transitDays = { minimumTransitTime: counts[days] ?? 'UNKNOWN', description: `${days} Business Days` };
    return {
      ...{ serviceType, serviceName: name, packagingType: 'YOUR_PACKAGING' },
      commit: { dateDetail, transitDays, label: weekday(arrives), saturdayDelivery: false },
    };
  });
  return reply(call, { transitTimes: [{ transitTimeDetails: details }], alerts: [] });
}
