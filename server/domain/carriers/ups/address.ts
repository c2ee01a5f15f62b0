import type { CarrierAddress } from '../carrier.ts';
import { countryOf, sameAddress } from '../address.ts';
import { at, list, text } from '../../wire/read.ts';
import { linesOf } from './tongue.ts';

export interface Validated {
  state: 'verified' | 'corrected' | 'doubtful';
  residential: boolean | null;
  suggestions: readonly CarrierAddress[];
}

export function addressRequest(address: CarrierAddress) {
  const [base = '', more] = address.postalCode.trim().split('-');
  const home = ['US', 'PR'].includes(countryOf(address));
  return {
    XAVRequest: {
      AddressKeyFormat: {
        ...(address.company ? { ConsigneeName: address.company.slice(0, 40) } : {}),
        AddressLine: linesOf(address) ?? [],
        PoliticalDivision2: address.city.slice(0, 30),
        ...(address.state ? { PoliticalDivision1: address.state.slice(0, 30) } : {}),
        ...(base === '' ? {} : { PostcodePrimaryLow: base.slice(0, 10) }),
        ...(home && more && /^\d{4}$/.test(more) ? { PostcodeExtendedLow: more } : {}),
        CountryCode: countryOf(address),
      },
    },
  };
}

const classes: Readonly<Record<string, boolean>> = { '1': false, '2': true };

export function validatedIn(reply: unknown, given: CarrierAddress): Validated {
  const response = at(reply, 'XAVResponse');
  const candidates = list(at(response, 'Candidate'));
  const suggestions = candidates.flatMap((candidate) => suggestionOf(candidate, given) ?? []).slice(0, 10);
  const kind =
    text(at(response, 'AddressClassification', 'Code')) ?? text(at(candidates, 'AddressClassification', 'Code'));
  const residential = classes[kind ?? ''] ?? null;
  // Tags count by being there, empty as they are.
  const valid = at(response, 'ValidAddressIndicator') !== undefined;
  const [first] = suggestions;
  if (!valid || !first) return { state: 'doubtful', residential, suggestions };
  return sameAddress(first, given)
    ? { state: 'verified', residential, suggestions: [] }
    : { state: 'corrected', residential, suggestions };
}

function suggestionOf(candidate: unknown, given: CarrierAddress): CarrierAddress | null {
  const found = at(candidate, 'AddressKeyFormat');
  const lines = list(at(found, 'AddressLine')).flatMap((line) => text(line) ?? []);
  const city = text(at(found, 'PoliticalDivision2'));
  const postal = text(at(found, 'PostcodePrimaryLow'));
  if (lines.length === 0 || city === null || postal === null) return null;
  const more = text(at(found, 'PostcodeExtendedLow'));
  const kind = text(at(candidate, 'AddressClassification', 'Code'));
  return {
    ...given,
    ...{ lines, city, state: text(at(found, 'PoliticalDivision1')) ?? given.state },
    postalCode: more && /^\d{4}$/.test(more) ? `${postal}-${more}` : postal,
    country: text(at(found, 'CountryCode')) ?? given.country,
    residential: classes[kind ?? ''] ?? given.residential,
  };
}
