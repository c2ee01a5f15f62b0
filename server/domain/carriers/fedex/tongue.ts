import { randomUUID } from 'node:crypto';
import type { CarrierAccount, CarrierAddress } from '../carrier.ts';
import { countryOf, cut, fitLines, phoneDigits } from '../address.ts';
import { at, firstText, list } from '../../wire/read.ts';
import type { Ask } from '../../../outbound/ask.ts';
import type { Client, Reply, Tongue } from '../wire/client.ts';

/** Errors are in `errors`, even in replies with a success status, which then have no `output`. */
export const tongue: Tongue = {
  carrier: 'fedex',
  refusalIn(reply) {
    const [first] = list(at(reply, 'errors'));
    if (first === undefined) return null;
    return {
      code: firstText(at(first, 'code')) ?? 'error',
      text: firstText(at(first, 'message')) ?? 'The carrier refuses.',
    };
  },
  hasOutcome: (reply) =>
    ['transactionShipments', 'cancelledShipment', 'closeDocuments'].some(
      (name) => at(reply, 'output', name) !== undefined,
    ),
};

export interface Wish {
  readonly method: Ask['method'];
  readonly path: string;
  readonly body: unknown;
  /** Ours, where a request has a name that must not come twice. */
  readonly key?: string;
  readonly writes?: boolean;
  readonly limit: number;
  readonly maxBytes?: number;
}

export function send(client: Client, account: CarrierAccount, wish: Wish): Promise<Reply> {
  return client(account, tongue, {
    ...{ method: wish.method, path: wish.path, body: wish.body, limit: wish.limit, writes: wish.writes ?? false },
    ...(wish.maxBytes ? { maxBytes: wish.maxBytes } : {}),
    headers: { 'x-locale': 'en_US', 'x-customer-transaction-id': wish.key ?? randomUUID() },
  });
}

export const lineWidth = 35;
export const linesOf = ({ lines }: CarrierAddress): readonly string[] | null => fitLines(lines, lineWidth, 3);

/** FedEx keeps an older code for Quebec. */
const stateOf = (address: CarrierAddress): string => {
  const state = (address.state ?? '').trim().toUpperCase();
  return state === 'QC' && countryOf(address) === 'CA' ? 'PQ' : state;
};

export function addressOf(address: CarrierAddress, lines: readonly string[]) {
  const state = stateOf(address);
  const postalCode = address.postalCode.trim().toUpperCase();
  return {
    streetLines: lines,
    city: cut(address.city, 35),
    ...(state === '' ? {} : { stateOrProvinceCode: state }),
    ...(postalCode === '' ? {} : { postalCode: postalCode.slice(0, 10) }),
    countryCode: countryOf(address),
    ...(address.residential === null ? {} : { residential: address.residential }),
  };
}

export function partyOf(address: CarrierAddress, lines: readonly string[]) {
  const phone = phoneDigits(address.phone, countryOf(address));
  return {
    contact: {
      personName: cut(address.name, lineWidth),
      ...(address.company ? { companyName: cut(address.company, lineWidth) } : {}),
      ...(phone ? { phoneNumber: phone } : {}),
      ...(address.email && address.email.length <= 80 ? { emailAddress: address.email } : {}),
    },
    address: addressOf(address, lines),
  };
}
