import { mod10, mod11, mod11Postal, mod7 } from './check-digit.ts';
import { serviceOfUps, serviceOfUsps } from './services.ts';

/** One way in which a carrier writes its numbers. */
export interface NumberFormat {
  readonly carrier: string;
  /** All of the number, without spaces and in capitals. */
  readonly pattern: RegExp;
  /** Absent: the format has no check digit. */
  readonly check?: (number: string) => boolean;
  /**
   * `sure`: the signs in front say whose it is. `digit`: only the length and the check digit do. `guess`: nothing does,
   * so that it counts only where the carrier is named beside it.
   */
  readonly proof: 'sure' | 'digit' | 'guess';
  readonly service?: (number: string) => string | undefined;
  /** The number that the carrier tracks, if the bar code contains more. */
  readonly tracked?: (number: string) => string;
}

const last = (number: string): number => Number(number.at(-1));
const endsWith =
  (body: (number: string) => number) =>
  (number: string): boolean =>
    body(number.slice(0, -1)) === last(number);

const express = [3, 1, 7];
const longExpress = [1, 7, 3];
const embeddedExpress = (number: string) => mod11(number.slice(-14, -1), longExpress) === last(number);
const postalDigit = endsWith((body) => mod10(body, 3, 1));
/**
 * A number without the postal routing code and the ZIP in front of it, which are no part of it. A ZIP of five digits is
 * followed by 26 or 22 digits, one of nine by 22: the check digit decides.
 */
function postal(number: string): string {
  const bare = [/^420\d{5}(?=9[2-5]\d{24}$)/, /^420\d{9}(?=9\d{21}$)/, /^420\d{5}(?=9\d{21}$)/].flatMap((routing) =>
    routing.test(number) ? [number.replace(routing, '')] : [],
  );
  return bare.find(postalDigit) ?? bare[0] ?? number;
}
const postalCheck = (number: string): boolean => postalDigit(postal(number));
/** Whether two letters are a country, so that its post issues numbers. */
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const isCountry = (code: string): boolean => !/^(?:EU|EZ|UN|X[AB]|ZZ)$/.test(code) && regions.of(code) !== undefined;
const routing = '(?:420\\d{5}(?:\\d{4}(?=\\d{22}$))?)?';

/**
 * In order of certainty: of two formats that fit a number the first one wins, unless the carrier is named beside it or the
 * number is one of ours.
 */
export const formats: readonly NumberFormat[] = [
  {
    ...{ carrier: 'UPS', proof: 'sure', pattern: /^1Z[0-9A-Z]{15}\d$/ },
    check: (number) => mod10(number.slice(2, -1), 1, 2) === last(number),
    service: (number) => serviceOfUps(number.slice(8, 10)),
  },
  { carrier: 'AMAZON', proof: 'sure', pattern: /^TB[ACM]\d{12}$/, service: () => 'Amazon Logistics' },
  {
    ...{ carrier: 'USPS', proof: 'sure', service: serviceOfUsps, tracked: postal, check: postalCheck },
    // The mailer's own number has nine digits where it begins with 9, else six, and what follows is as much shorter.
    pattern: new RegExp(`^${routing}94\\d{3}(?:9\\d{8}(?:\\d{15}|\\d{11}|\\d{7})|[0-8]\\d{5}(?:\\d{14}|\\d{10}))\\d$`),
  },
  {
    ...{ carrier: 'USPS', proof: 'sure', service: serviceOfUsps, tracked: postal, check: postalCheck },
    pattern: new RegExp(
      `^${routing}(?:(?:92|95)\\d{3}9\\d{8}(?:\\d{11}|\\d{7})|(?:93|95)\\d{3}[0-8]\\d{5}(?:\\d{14}|\\d{10}))\\d$`,
    ),
  },
  {
    ...{ carrier: 'USPS', proof: 'sure', service: serviceOfUsps, tracked: postal, check: postalCheck },
    pattern: /^(?:420\d{5}(?:\d{4})?)?91\d{20}$/,
  },
  {
    ...{ carrier: 'FEDEX', proof: 'sure', pattern: /^96\d{20}$/, service: () => 'FedEx Ground' },
    check: endsWith((body) => mod10(body.slice(-14), 1, 3)),
    tracked: (number) => number.slice(-15),
  },
  {
    ...{ carrier: 'FEDEX', proof: 'sure', pattern: /^96\d{32}$/, service: () => 'FedEx Ground' },
    ...{ check: embeddedExpress, tracked: (number: string) => number.slice(-12) },
  },
  {
    // A number of the Universal Postal Union: the country's own post carries it.
    ...{ carrier: 'USPS', proof: 'sure', pattern: /^[A-Z]{2}\d{9}US$/, service: () => 'USPS International' },
    check: (number) => mod11Postal(number.slice(2, 10)) === Number(number[10]),
  },
  {
    ...{ carrier: 'CANADAPOST', proof: 'sure', pattern: /^[A-Z]{2}\d{9}CA$/ },
    check: (number) => mod11Postal(number.slice(2, 10)) === Number(number[10]),
  },
  {
    ...{ carrier: 'POST', proof: 'sure', pattern: /^[A-Z]{2}\d{9}[A-Z]{2}$/ },
    check: (number) => mod11Postal(number.slice(2, 10)) === Number(number[10]) && isCountry(number.slice(-2)),
  },
  {
    ...{ carrier: 'ONTRAC', proof: 'sure', pattern: /^[CD]\d{14}$/ },
    check: (number) => {
      const lead = number.startsWith('C') ? '4' : '5';
      const serial = number.slice(1, -1);
      return mod10(serial.startsWith(lead) ? serial : lead + serial, 1, 2) === last(number);
    },
  },
  { carrier: 'DHL', proof: 'sure', pattern: /^(?:J[A-Z]{2,3}\d{9,10}|JJ?D\d{16,20})$/, service: () => 'DHL Express' },
  {
    // The country's two signs, at most five of the shipper, then digits alone: an invoice number looks much like it.
    ...{ carrier: 'DHL', proof: 'sure', service: () => 'DHL eCommerce' },
    pattern: /^(?!INV)(?:GM|LX|RX|UV|CN|SG|TH|IN|HK|MY)(?=[0-9A-Z]{10,39}$)[A-Z]{0,5}\d{8,}$/,
  },
  {
    ...{ carrier: 'UPS', proof: 'sure', pattern: /^[AHJKTV]\d{10}$/ },
    check: endsWith((body) => mod10(body.slice(1), 1, 2)),
    service: (number) => ({ J: 'UPS Next Day Air', K: 'UPS Ground', V: 'UPS Worldwide Saver' })[number[0] ?? ''],
  },
  {
    ...{ carrier: 'FEDEX', proof: 'digit', pattern: /^\d{12}$/, service: () => 'FedEx Express' },
    check: endsWith((body) => mod11(body, express)),
  },
  {
    ...{ carrier: 'FEDEX', proof: 'digit', pattern: /^\d{15}$/, service: () => 'FedEx Ground' },
    check: endsWith((body) => mod10(body, 1, 3)),
  },
  {
    ...{ carrier: 'FEDEX', proof: 'digit', pattern: /^\d{18}$/, service: () => 'FedEx Ground' },
    // The first two digits are the kind of container, and not checked.
    check: endsWith((body) => mod10(body.slice(2), 3, 1)),
  },
  {
    // As 22 digits that begin with 92, printed without them.
    ...{ carrier: 'FEDEX', proof: 'digit', pattern: /^6129\d{16}$/, service: () => 'FedEx Ground Economy' },
    check: endsWith((body) => mod10(`92${body}`, 3, 1)),
  },
  {
    ...{ carrier: 'USPS', proof: 'digit', pattern: /^(?:420\d{5}(?:\d{4})?)?\d{20}$/, service: serviceOfUsps },
    // With 91 in front where it is a bar code, without where it is only printed.
    check: (number) => {
      const printed = number.slice(-20);
      const bare = endsWith((body) => mod10(body, 3, 1))(printed) && number.length === 20;
      return bare || endsWith((body) => mod10(`91${body}`, 3, 1))(printed);
    },
    tracked: (number) => number.slice(-20),
  },
  {
    ...{ carrier: 'CANADAPOST', proof: 'digit', pattern: /^\d{16}$/ },
    check: endsWith((body) => mod10(body, 3, 1)),
  },
  {
    ...{ carrier: 'DHL', proof: 'digit', pattern: /^\d{10,11}$/, service: () => 'DHL Express' },
    check: endsWith(mod7),
  },
  {
    ...{ carrier: 'FEDEX', proof: 'digit', pattern: /^3\d{31}$/, service: () => 'FedEx Express' },
    check: (number) => mod11(number.slice(16, 27), express) === Number(number[27]),
    tracked: (number) => number.slice(16, 28),
  },
  {
    ...{ carrier: 'FEDEX', proof: 'digit', pattern: /^[0-8]\d{33}$/, service: () => 'FedEx Express' },
    ...{ check: embeddedExpress, tracked: (number: string) => number.slice(-12) },
  },
  // These have no check digit, but signs in front or a length that nothing else has.
  {
    ...{
      carrier: 'LASERSHIP',
      proof: 'sure',
      pattern: /^(?:LX1[3-8]\d{6}|1LS7[12]\d{10}|1LS7[12]\d{2}01[1-4]\d{6}1)$/,
    },
    tracked: (number) => number.replace(/^(1LS7\d{12})1$/, '$1-1'),
  },
  { carrier: 'SF', proof: 'sure', pattern: /^SF\d{12,13}$/, service: () => 'SF Express' },
  { carrier: 'YUNEXPRESS', proof: 'sure', pattern: /^YT\d{16}$/ },
  { carrier: 'GOFO', proof: 'sure', pattern: /^GFUS\d{14}$/ },
  { carrier: 'SPEEDEE', proof: 'sure', pattern: /^SP\d{18}$/ },
  {
    // A number of the post that FedEx delivers to the post; printed without the 92 as well.
    ...{ carrier: 'FEDEX', proof: 'guess', pattern: /^(?:92\d{20}|\d{20})$/, service: () => 'FedEx Ground Economy' },
    check: (number) => postalDigit(number.length === 20 ? `92${number}` : number),
  },
  { carrier: 'DHL', proof: 'guess', pattern: /^\d{14}$/, service: () => 'DHL eCommerce' },
  { carrier: 'AMAZON', proof: 'guess', pattern: /^[AFC]\d{10}$/, service: () => 'Amazon International' },
];

/** Signs of the longest number. */
export const maxNumber = 42;
