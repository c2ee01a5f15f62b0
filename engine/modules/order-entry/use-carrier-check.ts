import { useCallback, useState } from 'react';
import { newKey, useDataClient } from '../../kit/index.ts';
import type { AddressDraft } from './entry.ts';
import type { AddressCheck } from './use-address-check.ts';

/** What the carrier of a channel says of an address; asked by a person, once per click, and forgotten with the next letter typed. */
export function useCarrierCheck(address: AddressDraft, channel: string | null) {
  const client = useDataClient();
  const [found, setFound] = useState<{ key: string; check: AddressCheck | null; error: unknown }>({
    ...{ key: '', check: null, error: null },
  });
  const [isBusy, setIsBusy] = useState(false);
  const { phone: _phone, email: _email, ...rest } = address;
  const key = `${channel ?? ''} ${JSON.stringify(rest)}`;
  const ask = useCallback(async () => {
    if (!channel || isBusy) return;
    setIsBusy(true);
    const typed = JSON.parse(key.slice(key.indexOf(' ') + 1)) as Record<string, string>;
    const parts = Object.entries(typed).map(([part, text]) => [part, text.trim() || null]);
    try {
      const body = { addresses: [Object.fromEntries(parts)], channel };
      const { results } = await client.send<{ results: AddressCheck[] }>('Address/check', body, newKey());
      setFound({ key, check: results[0] ?? null, error: null });
    } catch (error) {
      setFound({ key, check: null, error });
    }
    setIsBusy(false);
  }, [client, channel, isBusy, key]);
  const isFresh = found.key === key;
  return { ask, isBusy, check: isFresh ? found.check : null, error: isFresh ? found.error : null };
}
