import { useCallback, useEffect, useState } from 'react';
import { useDataClient, type WireRecord } from '../../kit/index.ts';
import type { Channel } from './offers.ts';

export interface Channels {
  channels: readonly Channel[] | null;
  error: unknown;
  again: () => void;
}

/** The channels that a customer may use, with where they send from. */
export function useChannels(customer: string): Channels {
  const client = useDataClient();
  const [found, setFound] = useState<{ of: string; channels: readonly Channel[] | null; error: unknown }>({
    ...{ of: '', channels: null, error: null },
  });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!customer) return;
    let gone = false;
    Promise.all([
      client.list('CustomerChannel', { customer, status: 'enabled' }),
      client.list('Channel', { status: 'enabled' }),
      client.list('ChannelShipFrom', { status: 'enabled' }),
    ]).then(
      ([own, all, docks]) => !gone && setFound({ of: customer, channels: joined(own, all, docks), error: null }),
      (error: unknown) => !gone && setFound({ of: customer, channels: null, error }),
    );
    return () => {
      gone = true;
    };
  }, [client, customer, attempt]);
  const again = useCallback(() => setAttempt((count) => count + 1), []);
  return found.of === customer ? { ...found, again } : { channels: null, error: null, again };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function joined(own: readonly WireRecord[], all: readonly WireRecord[], docks: readonly WireRecord[]): Channel[] {
  const mine = new Set(own.map((row) => text(row['channel'])));
  return all
    .filter(({ id }) => mine.has(id))
    .map((row) => {
      const dock = docks.find((each) => each['channel'] === row.id);
      const mode = row['shipFromMode'];
      return {
        ...{ id: row.id, name: text(row['name']), mode: mode === 'customer' || mode === 'either' ? mode : 'channel' },
        dock: dock
          ? {
              ...{ id: dock.id, name: text(dock['shortName']), postalCode: text(dock['postalCode']) },
              ...{ state: text(dock['state']), country: text(dock['country']) },
            }
          : null,
      };
    });
}
