import { useCallback, useEffect, useState } from 'react';
import { useDataClient, type DataClient, type WireRecord } from '../../kit/index.ts';
import type { ChannelFacts, Named } from './read-cell.ts';
import { referenceColumns, type ReferenceTemplates } from './reference-lines.ts';

export interface Facts {
  state: 'loading' | 'ready' | 'failed';
  channels: readonly ChannelFacts[];
  references: ReferenceTemplates;
  rules: readonly Named[];
  error: unknown;
  retry: () => void;
}

const none: Loaded = { channels: [], references: {}, rules: [] };

interface Loaded {
  readonly channels: readonly ChannelFacts[];
  readonly references: ReferenceTemplates;
  readonly rules: readonly Named[];
}

/** The channels that a customer ships by, with their services and places to ship from. Without a customer: none. */
export function useFacts(customer: string | null): Facts {
  const client = useDataClient();
  const [found, setFound] = useState<(Loaded & { of: string; error: unknown }) | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (customer === null) return;
    let gone = false;
    load(client, customer).then(
      (loaded) => !gone && setFound({ of: customer, ...loaded, error: null }),
      (error: unknown) => !gone && setFound({ of: customer, ...none, error }),
    );
    return () => {
      gone = true;
    };
  }, [client, customer, attempt]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  if (customer === null) return { state: 'ready', ...none, error: null, retry };
  if (found?.of !== customer) return { state: 'loading', ...none, error: null, retry };
  const { channels, references, rules, error } = found;
  return { state: error ? 'failed' : 'ready', channels, references, rules, error, retry };
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

async function load(client: DataClient, customer: string): Promise<Loaded> {
  const enabled = { status: 'enabled' };
  const [own, channels, services, places, settings, rules] = await Promise.all([
    client.list('CustomerChannel', { customer, ...enabled }),
    client.list('Channel', enabled),
    client.list('ChannelService', enabled),
    client.list('ChannelShipFrom', enabled),
    // People who may not read them do not see that a line is cut.
    client.list('MemberConfig', { customer }).catch(() => []),
    client.list('RateRule', enabled).catch(() => []),
  ]);
  const mine = new Set(own.map((each) => text(each['channel'])));
  const of = (rows: readonly WireRecord[], channel: string) => rows.filter((row) => row['channel'] === channel);
  const templates = referenceColumns.map((column) => [column, text(settings[0]?.[`${column}Template`]) ?? '']);
  const found = channels
    .filter(({ id }) => mine.has(id))
    .map((row) => ({
      ...{ id: row.id, code: text(row['code']) ?? '', name: text(row['name']) ?? row.id },
      ...{
        carrierCode: text(row['carrierCode']),
        status: text(row['status']),
        shipFromMode: text(row['shipFromMode']),
      },
      services: of(services, row.id).map((each) => ({
        ...{ id: each.id, code: text(each['code']) ?? '', name: text(each['name']) ?? each.id },
        ...{ shipToType: text(each['shipToType']), status: text(each['status']) },
      })),
      shipFroms: of(places, row.id).map((each) => ({
        ...{ id: each.id, name: text(each['shortName']) ?? each.id, status: text(each['status']) },
      })),
    }));
  return {
    ...{ channels: found, references: Object.fromEntries(templates) as ReferenceTemplates },
    rules: rules
      .filter((row) => text(row['customer']) === null || row['customer'] === customer)
      .map((row) => ({ id: row.id, code: text(row['code']) ?? '', name: text(row['name']) ?? row.id })),
  };
}
