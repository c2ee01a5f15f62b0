import { useCallback, useEffect, useState } from 'react';
import { newKey, useDataClient } from '../../kit/index.ts';
import type { AddressDraft, AddressPart } from './entry.ts';

export interface AddressCheck {
  state: 'verified' | 'corrected' | 'doubtful' | 'unknown';
  issues: readonly { code: string; path: string; message: string }[];
  suggestion?: Partial<Record<AddressPart, string>>;
  residential?: boolean;
}

interface Place {
  city: string;
  state: string;
  postalCodes: readonly string[];
}

const pause = 350;

/**
 * What the postal data says of an address while it is typed; null while there is too little of it, or no answer. A check
 * that fails blocks nothing: the server checks again when the order is placed.
 */
export function useAddressCheck(address: AddressDraft): AddressCheck | null {
  const client = useDataClient();
  const [found, setFound] = useState<{ key: string; check: AddressCheck | null }>({ key: '', check: null });
  const { phone: _phone, email: _email, ...rest } = address;
  const isWorthIt = [rest.address1, rest.city, rest.postalCode].every((part) => part.trim() !== '');
  const key = isWorthIt ? JSON.stringify(rest) : '';
  useEffect(() => {
    if (key === '') return;
    let gone = false;
    const timer = setTimeout(() => {
      const typed = Object.entries(JSON.parse(key) as Record<string, string>);
      const body = { addresses: [Object.fromEntries(typed.map(([part, text]) => [part, text.trim() || null]))] };
      client.send<{ results: AddressCheck[] }>('Address/check', body, newKey()).then(
        ({ results }) => !gone && setFound({ key, check: results[0] ?? null }),
        () => !gone && setFound({ key, check: null }),
      );
    }, pause);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [client, key]);
  return key !== '' && found.key === key ? found.check : null;
}

/** City and state of a code, where both are still to be typed. */
export function usePlaceOfCode() {
  const client = useDataClient();
  return useCallback(
    async ({ country, postalCode, city, state }: AddressDraft): Promise<Partial<AddressDraft> | null> => {
      const isWhole = country === 'CA' ? postalCode.trim().length >= 6 : /^\d{5}/.test(postalCode.trim());
      if (city.trim() !== '' || state.trim() !== '' || !isWhole) return null;
      try {
        const body = { country, postalCode: postalCode.trim() };
        const { places } = await client.send<{ places: Place[] }>('Address/suggest', body, newKey());
        const [only] = places;
        return only && places.length === 1 ? { city: only.city, state: only.state } : null;
      } catch {
        return null;
      }
    },
    [client],
  );
}
