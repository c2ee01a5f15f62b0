import { judge } from '../address.ts';
import { isDay, weekday, workingDay } from '../calendar.ts';
import { list, text } from '../json.ts';
import { Refusal } from '../model.ts';
import { compact, dayOf, type Call } from '../wire.ts';
import { head } from './common.ts';
import { services } from './services.ts';

const kinds = {
  home: { Code: '2', Description: 'Residential' },
  business: { Code: '1', Description: 'Commercial' },
  unknown: { Code: '0', Description: 'UnClassified' },
};

/** Options of the path: 1 checks, 2 classifies, 3 does both. */
export function validateAddress({ body, open }: Call): object {
  const option = open[0] ?? '';
  if (!['1', '2', '3'].includes(option))
    throw new Refusal(400, [{ code: '9264028', message: 'Invalid request option' }]);
  const own = (name: string) => text(body, `XAVRequest.AddressKeyFormat.${name}`);
  if (!['US', 'PR'].includes(own('CountryCode')))
    throw new Refusal(400, [{ code: '9264030', message: 'The requested address is outside of the served area' }]);
  const lines = list(body, 'XAVRequest.AddressKeyFormat.AddressLine').map((line) => text(line));
  if (lines.length === 0 || (own('PostcodePrimaryLow') === '' && own('PoliticalDivision2') === ''))
    throw new Refusal(400, [{ code: '264002', message: 'Country code, city, state or postal code is missing' }]);
  const { verdict, kind, meant } = judge({
    ...{ lines, city: own('PoliticalDivision2'), state: own('PoliticalDivision1') },
    ...{ postalCode: own('PostcodePrimaryLow'), country: own('CountryCode') },
  });
  const classified = option === '1' ? {} : { AddressClassification: kinds[kind] };
  const candidate = {
    ...classified,
    AddressKeyFormat: {
      AddressLine: meant.lines,
      PoliticalDivision2: meant.city,
      PoliticalDivision1: meant.state,
      PostcodePrimaryLow: meant.postalCode.slice(0, 5),
      PostcodeExtendedLow: meant.postalCode.slice(6) || '0001',
      Region: `${meant.city} ${meant.state} ${meant.postalCode}`,
      CountryCode: meant.country,
    },
  };
  const checked =
    verdict === 'unknown' ? { NoCandidatesIndicator: '' } : { ValidAddressIndicator: '', Candidate: [candidate] };
  return { XAVResponse: { Response: head(body, 'XAVRequest'), ...(option === '2' ? {} : checked), ...classified } };
}

/** Service levels of transit times, which are not the codes of services. */
const levels: Readonly<Record<string, string>> = {
  '03': 'GND',
  '12': '3DS',
  '02': '2DA',
  '13': '1DP',
  '01': '1DA',
  '14': '1DM',
  '59': '2DM',
  '11': '03',
  '08': '05',
  '65': '28',
  '07': '01',
  '54': '21',
};

export function transitTimes({ body, world }: Call): object {
  const own = (name: string) => text(body, name);
  const missing = ['originCountryCode', 'originPostalCode', 'destinationCountryCode', 'destinationPostalCode'].filter(
    (name) => own(name) === '',
  );
  const [first] = missing;
  if (first) throw new Refusal(400, [{ code: 'GEC0001', message: `Missing or invalid ${first}` }]);
  const given = own('shipDate');
  const shipDate = isDay(given) ? given : dayOf(world.now());
  const abroad = own('originCountryCode') !== own('destinationCountryCode');
  const offered = Object.entries(services).filter(
    ([code, { scope }]) => levels[code] && (scope === 'abroad') === abroad,
  );
  return {
    validationList: { destinationAmbiguous: false, originAmbiguous: false },
    destinationPickList: [],
    originPickList: [],
    emsResponse: {
      ...{ shipDate: compact(shipDate), shipTime: '18:00:00', serviceLevel: 'A', billType: '03' },
      residentialIndicator: own('residentialIndicator') || '02',
      ...{
        destinationCountryName: own('destinationCountryCode'),
        destinationCountryCode: own('destinationCountryCode'),
      },
      ...{ destinationPostalCode: own('destinationPostalCode'), originPostalCode: own('originPostalCode') },
      ...{ originCountryName: own('originCountryCode'), originCountryCode: own('originCountryCode') },
      ...{ guaranteeSuspended: false, numberOfServices: offered.length },
      services: offered.map(([code, { name, days }]) => {
        const deliveryDate = workingDay(shipDate, days);
        return {
          ...{ serviceLevel: levels[code], serviceLevelDescription: name, shipDate, deliveryDate },
          ...{
            commitTime: '23:00:00',
            deliveryTime: '23:00:00',
            deliveryDayOfWeek: weekday(deliveryDate).slice(0, 3).toUpperCase(),
          },
          ...{ nextDayPickupIndicator: '0', saturdayPickupIndicator: '0', guaranteeIndicator: days > 3 ? '0' : '1' },
          totalTransitDays: (Date.parse(deliveryDate) - Date.parse(shipDate)) / 86_400_000,
          ...{ businessTransitDays: days, restDaysCount: 0, holidayCount: 0, delayCount: 0 },
          ...{ pickupDate: shipDate, pickupTime: '18:00:00', cstccutoffTime: '17:00:00' },
        };
      }),
    },
  };
}
