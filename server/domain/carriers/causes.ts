import type { CarrierFailure } from './carrier.ts';

/** What is wrong with an order that a carrier did not take, by which orders are grouped and repaired. Words: `order.errorCause`. */
export type ErrorCause =
  | 'shipToName'
  | 'shipToAddress'
  | 'postalCode'
  | 'cityState'
  | 'country'
  | 'phone'
  | 'shipFrom'
  | 'service'
  | 'notServed'
  | 'weight'
  | 'size'
  | 'packages'
  | 'declaredValue'
  | 'signature'
  | 'customs'
  | 'shipDate'
  | 'label'
  | 'carrierAccount'
  | 'credentials'
  | 'busy'
  | 'away'
  | 'lost'
  | 'other';

/** What helps against it. Words: `order.errorRepair`. */
export type ErrorRepair =
  | 'address'
  | 'shipFrom'
  | 'service'
  | 'boxes'
  | 'customs'
  | 'shipDate'
  | 'carrierAccount'
  | 'wait'
  | 'read';

const repairs: Readonly<Record<ErrorCause, ErrorRepair>> = {
  ...{
    shipToName: 'address',
    shipToAddress: 'address',
    postalCode: 'address',
    cityState: 'address',
    country: 'address',
  },
  ...{ phone: 'address', shipFrom: 'shipFrom', service: 'service', notServed: 'service', signature: 'service' },
  ...{ weight: 'boxes', size: 'boxes', packages: 'boxes', declaredValue: 'boxes', customs: 'customs' },
  ...{ shipDate: 'shipDate', label: 'carrierAccount', carrierAccount: 'carrierAccount', credentials: 'carrierAccount' },
  ...{ busy: 'wait', away: 'wait', lost: 'wait', other: 'read' },
};

export const repairOf = (cause: ErrorCause): ErrorRepair => repairs[cause];

/** Codes of the Shipping API and of the Rating API, which uses different numbers for the same errors. */
const ups: Readonly<Record<string, ErrorCause>> = {
  ...{
    '120100': 'carrierAccount',
    '120101': 'carrierAccount',
    '120401': 'carrierAccount',
    '120406': 'carrierAccount',
    '120412': 'carrierAccount',
  },
  ...{ '120102': 'shipFrom', '120105': 'shipFrom', '120106': 'shipFrom', '120107': 'shipFrom', '120108': 'shipFrom' },
  ...{ '120109': 'shipFrom', '120110': 'shipFrom', '120114': 'shipFrom', '120115': 'shipFrom', '120801': 'shipFrom' },
  ...{ '120201': 'shipToName', '120202': 'shipToName', '120203': 'shipToAddress', '120205': 'shipToAddress' },
  ...{ '120206': 'cityState', '120207': 'cityState', '120208': 'postalCode', '120209': 'country', '120210': 'country' },
  ...{ '120213': 'phone', '120214': 'phone', '120217': 'phone', '120218': 'phone', '120802': 'shipToAddress' },
  ...{ '120402': 'postalCode', '120500': 'service', '120501': 'service', '120502': 'service', '121210': 'service' },
  ...{ '121211': 'service', '111100': 'service', '111210': 'service', '111285': 'postalCode', '111286': 'cityState' },
  ...{ '111287': 'cityState', '110971': 'postalCode', '110920': 'service', '120600': 'packages', '120601': 'packages' },
  ...{ '120602': 'weight', '120604': 'weight', '111030': 'weight', '111035': 'weight', '111036': 'size' },
  ...{ '111050': 'size', '111055': 'size', '111057': 'size', '121030': 'weight', '121035': 'weight' },
  ...{ '121036': 'size', '121057': 'size', '120920': 'declaredValue', '120921': 'signature', '121200': 'signature' },
  ...{ '128030': 'customs', '128031': 'customs', '121900': 'shipDate', '120700': 'label', '120701': 'label' },
  ...{ '250001': 'credentials', '250002': 'credentials', '250003': 'credentials', '10401': 'credentials' },
  ...{ '10429': 'busy', '190001': 'away', '190100': 'away' },
};

/** FedEx codes are words with dots; the first matching pattern wins. */
const fedex: readonly (readonly [RegExp, ErrorCause])[] = [
  [/NOT\.?AUTHORIZED|FORBIDDEN|LOGIN|UNAUTHORIZED/, 'credentials'],
  [/TOO\.?MANY/, 'busy'],
  [/(SERVICE|SYSTEM)\.(UNAVAILABLE|TEMPORARILY)|INTERNAL\.SERVER|SYSTEM\.UNEXPECTED/, 'away'],
  [/ACCOUNT|PAYOR|PAYMENT/, 'carrierAccount'],
  [/^(SHIPPER|ORIGIN)\b|ORIGIN/, 'shipFrom'],
  [/PHONE/, 'phone'],
  [/POSTAL|ZIPCODE/, 'postalCode'],
  [/STATEORPROVINCE|STATE\b|CITY/, 'cityState'],
  [/COUNTRY/, 'country'],
  [/PERSONNAME|COMPANYNAME|CONTACT/, 'shipToName'],
  [/STREET|ADDRESS/, 'shipToAddress'],
  [/NOT\.?SERVED|DESTINATION\.(NOT|UN)/, 'notServed'],
  [/COMMODIT|CUSTOMS|HARMONIZED|DUTIES|EXPORT/, 'customs'],
  [/DECLAREDVALUE|INSURED/, 'declaredValue'],
  [/SIGNATURE/, 'signature'],
  [/WEIGHT/, 'weight'],
  [/DIMENSION|LENGTH|GIRTH/, 'size'],
  [/SERVICE/, 'service'],
  [/PACKAGELINEITEM|PACKAGECOUNT|PACKAGE/, 'packages'],
  [/SHIPDATE|SHIPTIMESTAMP/, 'shipDate'],
  [/LABEL/, 'label'],
];

/** Our own refusals, before any call. */
const own: Readonly<Record<string, ErrorCause>> = {
  'carriers.address': 'shipToAddress',
  'carriers.customs': 'customs',
  'carriers.measures': 'size',
  ...{ 'carriers.packages': 'packages', 'carriers.packaging': 'packages' },
};

/** The carriers' English messages, for codes without a meaning of their own. */
const words: readonly (readonly [RegExp, ErrorCause])[] = [
  [/postal ?code|zip ?code/i, 'postalCode'],
  [/\b(city|state|province)\b/i, 'cityState'],
  [/phone/i, 'phone'],
  [/(service|product).{0,40}(unavailable|not available|not allowed|invalid)/i, 'service'],
  [/weigh/i, 'weight'],
  [/dimension|girth|length|maximum.{0,20}size/i, 'size'],
  [/customs|commodit|harmonized|invoice/i, 'customs'],
  [/signature|delivery confirmation/i, 'signature'],
  [/declared value|insur/i, 'declaredValue'],
  [/(ship|pickup) ?date/i, 'shipDate'],
  [/account|shipper number/i, 'carrierAccount'],
  [/address|street/i, 'shipToAddress'],
];

const ofKind: Partial<Record<CarrierFailure['kind'], ErrorCause>> = {
  ...{ credentials: 'credentials', limited: 'busy', unavailable: 'away', lost: 'lost' },
};

const met = (table: readonly (readonly [RegExp, ErrorCause])[], text: string): ErrorCause | undefined =>
  table.find(([pattern]) => pattern.test(text))?.[1];

/** `other`: nothing that is known; what the carrier said must be read. */
export function causeOf({ kind, code, text }: Pick<CarrierFailure, 'kind' | 'code' | 'text'>): ErrorCause {
  const known = own[code] ?? ofKind[kind] ?? ups[code];
  if (known) return known;
  const spelled = code.includes('.') && !code.startsWith('carriers.') ? met(fedex, code.toUpperCase()) : undefined;
  return spelled ?? met(words, text) ?? 'other';
}
