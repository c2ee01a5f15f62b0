import type { CarrierResult, ShipOrder } from '../carrier.ts';
import { countryOf, crossesCustoms } from '../address.ts';
import { total, totalMeasure } from '../numbers.ts';
import { at, firstText, list, text, whole } from '../../wire/read.ts';
import { done, refuse } from '../result.ts';
import { localTime } from './tracking.ts';

/** Transit times use service levels, shipments use service codes. */
const within: Readonly<Record<string, string>> = {
  ...{ '1DM': '14', '1DA': '01', '1DP': '13', '2DM': '59', '2DA': '02', '3DS': '12', GND: '03' },
};
const abroad: Readonly<Record<string, string>> = { '01': '07', '03': '11', '05': '08', '21': '54', '28': '65' };

const told = (name: string, value: string, width: number): Record<string, string> =>
  value.trim() === '' ? {} : { [name]: value.trim().slice(0, width) };

export function transitRequest(order: ShipOrder) {
  const [from, to] = [countryOf(order.from), countryOf(order.to)];
  const weight = totalMeasure(
    order.packages.map((each) => ({ amount: each.weight, times: 1 })),
    1,
  );
  const value = total(order.customs.map((item) => ({ amount: item.unitPrice, times: item.quantity })));
  const state = (address: ShipOrder['from'], country: string) =>
    address.state && ['US', 'CA', 'PR'].includes(country) ? address.state : null;
  const [fromState, toState] = [state(order.from, from), state(order.to, to)];
  return {
    originCountryCode: from,
    ...(fromState ? { originStateProvince: fromState } : {}),
    ...told('originCityName', order.from.city, 50),
    ...told('originPostalCode', order.from.postalCode, 10),
    destinationCountryCode: to,
    ...(toState ? { destinationStateProvince: toState } : {}),
    ...told('destinationCityName', order.to.city, 50),
    ...told('destinationPostalCode', order.to.postalCode, 10),
    residentialIndicator: order.to.residential ? '01' : '02',
    shipDate: order.shipDate,
    ...(weight ? { weight: Number(weight), weightUnitOfMeasure: order.unitType === '1' ? 'KGS' : 'LBS' } : {}),
    ...(crossesCustoms(from, to)
      ? {
          billType: '03',
          shipmentContentsValue: Math.max(1, Number(value)),
          shipmentContentsCurrencyCode: order.currency,
        }
      : {}),
    numberOfPackages: order.packages.length,
  };
}

export function transitIn(
  reply: unknown,
  order: ShipOrder,
): CarrierResult<readonly { service: string; days: number | null; date: string | null }[]> {
  const codes = countryOf(order.from) === countryOf(order.to) ? within : abroad;
  const services = list(at(reply, 'emsResponse', 'services')).flatMap((each) => {
    const level = text(at(each, 'serviceLevel'));
    const date = localTime(at(each, 'deliveryDate'), null);
    const days = whole(at(each, 'businessTransitDays')) ?? whole(at(each, 'totalTransitDays'));
    return level ? [{ service: codes[level] ?? level, days, date }] : [];
  });
  if (services.length > 0) return done(services);
  const wrong = firstText(at(reply, 'validationList', 'invalidFieldList'));
  return wrong ? refuse('carriers.transit', `UPS does not take ${wrong}.`) : done([]);
}
