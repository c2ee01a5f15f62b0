import { createHash, randomUUID } from 'node:crypto';
import type { CarrierAccount, CarrierAddress } from '../carrier.ts';
import { countryOf, cut, fitLines, phoneDigits } from '../address.ts';
import { at, firstText, list } from '../../wire/read.ts';
import type { Client, Reply, Tongue } from '../wire/client.ts';
import type { Ask } from '../../../outbound/ask.ts';

/** Errors stand in `response.errors`, of gateways sometimes without the `response`; older ones in a `Fault`. */
export const tongue: Tongue = {
  carrier: 'ups',
  refusalIn(reply) {
    const [first] = [...list(at(reply, 'response', 'errors')), ...list(at(reply, 'errors'))];
    const fault = at(reply, 'Fault', 'detail', 'Errors', 'ErrorDetail', 'PrimaryErrorCode');
    if (first === undefined && fault === undefined) return null;
    return {
      code: firstText(at(first, 'code'), at(first, 'errorCode'), at(fault, 'Code')) ?? 'error',
      text: firstText(at(first, 'message'), at(fault, 'Description')) ?? 'The carrier refuses.',
    };
  },
  hasOutcome: (reply) => ['ShipmentResponse', 'VoidShipmentResponse'].some((name) => at(reply, name) !== undefined),
};

export interface Wish {
  readonly method: Ask['method'];
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Ours, where a request has a name that must not come twice. */
  readonly key?: string;
  readonly writes?: boolean;
  readonly limit: number;
  readonly maxBytes?: number;
}

/** The header holds 32 characters at most. */
const transactionOf = (key: string | undefined): string => {
  if (key === undefined) return randomUUID().replaceAll('-', '');
  return key.length <= 32 ? key : createHash('sha256').update(key).digest('hex').slice(0, 32);
};

export function send(client: Client, account: CarrierAccount, wish: Wish): Promise<Reply> {
  const query = new URLSearchParams(wish.query).toString();
  return client(account, tongue, {
    ...{ method: wish.method, path: `/api${wish.path}${query ? `?${query}` : ''}`, limit: wish.limit },
    ...{ body: wish.body, writes: wish.writes ?? false },
    ...(wish.maxBytes ? { maxBytes: wish.maxBytes } : {}),
    headers: { transId: transactionOf(wish.key), transactionSrc: 'lading' },
  });
}

/** UPS prints lines of 35 characters, three of them, and cities of 30. */
export const lineWidth = 35;
export const linesOf = ({ lines }: CarrierAddress): readonly string[] | null => fitLines(lines, lineWidth, 3);

/** Five or nine digits in the United States, no blank in Canada. */
const postalOf = ({ postalCode, ...address }: CarrierAddress): string =>
  ['US', 'PR', 'CA'].includes(countryOf(address)) ? postalCode.replace(/[^A-Za-z0-9]/g, '') : postalCode.trim();

export function addressOf(address: CarrierAddress, lines: readonly string[]) {
  const state = (address.state ?? '').trim().toUpperCase();
  const postal = postalOf(address).toUpperCase().slice(0, 9);
  return {
    AddressLine: lines,
    City: cut(address.city, 30),
    ...(state === '' ? {} : { StateProvinceCode: state.slice(0, 5) }),
    ...(postal === '' ? {} : { PostalCode: postal }),
    CountryCode: countryOf(address),
  };
}

/** A company takes the place of the name, with the person as attention name. */
export function partyOf(address: CarrierAddress, lines: readonly string[]) {
  const phone = phoneDigits(address.phone, countryOf(address));
  const person = cut(address.name, lineWidth);
  return {
    Name: cut(address.company || address.name, lineWidth),
    ...(person === '' ? {} : { AttentionName: person }),
    ...(phone ? { Phone: { Number: phone } } : {}),
    Address: addressOf(address, lines),
  };
}

export const withEmail = <T extends object>({ email }: CarrierAddress, party: T) =>
  email && email.length <= 50 ? { ...party, EMailAddress: email } : party;
