import type { CarrierAddress, CarrierResult, ShipOrder } from '../carrier.ts';
import { sameAddress } from '../address.ts';
import { totalMeasure } from '../numbers.ts';
import { at, firstText, list, text, whole } from '../../wire/read.ts';
import { done } from '../result.ts';
import { addressOf, linesOf } from './tongue.ts';

export const addressRequest = (address: CarrierAddress) => {
  const { residential: _, ...plain } = { residential: null, ...addressOf(address, linesOf(address) ?? []) };
  return { addressesToValidate: [{ address: plain }] };
};

interface Validated {
  state: 'verified' | 'corrected' | 'doubtful';
  residential: boolean | null;
  suggestions: readonly CarrierAddress[];
}

const yes = (value: unknown): boolean => text(value)?.toLowerCase() === 'true';
const no = (value: unknown): boolean => text(value)?.toLowerCase() === 'false';
const classes: Readonly<Record<string, boolean>> = { RESIDENTIAL: true, BUSINESS: false };

/** Found in the carrier's data and deliverable, as far as the reply says. */
export function validatedIn(reply: unknown, given: CarrierAddress): Validated {
  const [resolved] = list(at(reply, 'output', 'resolvedAddresses'));
  const attributes = at(resolved, 'attributes');
  const residential = classes[text(at(resolved, 'classification')) ?? ''] ?? null;
  const suggestion = suggestionOf(resolved, given, residential);
  const doubts = ['SuiteRequiredButMissing', 'InvalidSuiteNumber', 'MissingOrAmbiguousDirectional'];
  const known = yes(at(attributes, 'Resolved')) && !no(at(attributes, 'DPV')) && !no(at(attributes, 'Matched'));
  if (!suggestion) return { state: 'doubtful', residential, suggestions: [] };
  const same = sameAddress(suggestion, given);
  if (!known || doubts.some((name) => yes(at(attributes, name))))
    return { state: 'doubtful', residential, suggestions: same ? [] : [suggestion] };
  return same
    ? { state: 'verified', residential, suggestions: [] }
    : { state: 'corrected', residential, suggestions: [suggestion] };
}

function suggestionOf(resolved: unknown, given: CarrierAddress, residential: boolean | null): CarrierAddress | null {
  const tokens = list(at(resolved, 'streetLinesToken') ?? at(resolved, 'streetLines'));
  const lines = tokens.flatMap((line) => text(line) ?? []);
  const city = firstText(at(resolved, 'city'), at(resolved, 'cityToken', 'value'));
  const base = text(at(resolved, 'parsedPostalCode', 'base'));
  const more = text(at(resolved, 'parsedPostalCode', 'addOn'));
  const postal = firstText(
    ...[at(resolved, 'postalCode'), at(resolved, 'postalCodeToken', 'value'), base && more ? `${base}-${more}` : base],
  );
  if (lines.length === 0 || city === null || postal === null) return null;
  const state = text(at(resolved, 'stateOrProvinceCode'));
  return {
    ...given,
    ...{ lines, city, postalCode: postal, residential: residential ?? given.residential },
    state: state === 'PQ' ? 'QC' : (state ?? given.state),
    country: text(at(resolved, 'countryCode')) ?? given.country,
  };
}

export function transitRequest(order: ShipOrder) {
  const weight = totalMeasure(
    order.packages.map((each) => ({ amount: each.weight, times: 1 })),
    2,
  );
  return {
    requestedShipment: {
      shipper: { address: addressOf(order.from, linesOf(order.from) ?? []) },
      recipients: [{ address: addressOf(order.to, linesOf(order.to) ?? []) }],
      ...{ shipDatestamp: order.shipDate, pickupType: 'USE_SCHEDULED_PICKUP', packagingType: 'YOUR_PACKAGING' },
      requestedPackageLineItems: [
        { weight: { units: order.unitType === '1' ? 'KG' : 'LB', value: Number(weight ?? '1') } },
      ],
    },
    carrierCodes: ['FDXE', 'FDXG'],
  };
}

const counts = [
  ...['ZERO', 'ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX', 'SEVEN', 'EIGHT', 'NINE', 'TEN', 'ELEVEN', 'TWELVE'],
  ...['THIRTEEN', 'FOURTEEN', 'FIFTEEN', 'SIXTEEN', 'SEVENTEEN', 'EIGHTEEN', 'NINETEEN', 'TWENTY'],
];
const daysIn = (value: unknown): number | null => {
  const number = whole(value);
  if (number !== null) return number;
  const place = counts.indexOf((text(value) ?? '').toUpperCase().replace(/_DAYS?$/, ''));
  return place < 0 ? null : place;
};

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
/** `2026-03-06`, with or without a time, or `Mar-06-2026`. */
const dateIn = (value: unknown): string | null => {
  const words = text(value) ?? '';
  const iso = /^\d{4}-\d\d-\d\d/.exec(words);
  if (iso) return iso[0];
  const named = /^([A-Za-z]{3})-(\d\d?)-(\d{4})$/.exec(words);
  const month = named ? months.indexOf((named[1] ?? '').toUpperCase()) + 1 : 0;
  return named && month > 0
    ? `${named[3]}-${String(month).padStart(2, '0')}-${(named[2] ?? '').padStart(2, '0')}`
    : null;
};

export function transitIn(
  reply: unknown,
): CarrierResult<readonly { service: string; days: number | null; date: string | null }[]> {
  const details = list(at(reply, 'output', 'transitTimes')).flatMap((each) => list(at(each, 'transitTimeDetails')));
  return done(
    details.flatMap((detail) => {
      const service = text(at(detail, 'serviceType'));
      const commit = at(detail, 'commit');
      const days = [
        at(commit, 'transitDays', 'minimumTransitTime'),
        at(commit, 'transitDays'),
        at(commit, 'transitTime'),
      ];
      const dates = [at(commit, 'dateDetail', 'day'), at(commit, 'commitDate'), at(commit, 'commitTimestamp')];
      const first = <T>(found: readonly (T | null)[]) => found.find((each) => each !== null) ?? null;
      return service ? [{ service, days: first(days.map(daysIn)), date: first(dates.map(dateIn)) }] : [];
    }),
  );
}
