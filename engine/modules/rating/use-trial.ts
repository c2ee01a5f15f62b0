import { App } from 'antd';
import { useState } from 'react';
import { errorMessage, newKey, useDataClient, type PanelProps } from '../../kit/index.ts';
import type { Quote } from './quotes.ts';
import { useWords } from './wording.ts';

interface Tried {
  results: { issues?: { message: string }[] }[];
}

export const quoteKey = ({ channel, service }: Quote): string => `${channel.id} ${service.id}`;

/** Tries an order on every channel, and lets it take one of them; one of both at a time. */
export function useTrial(record: PanelProps['record'], on: { tried: () => void; used: () => void }) {
  const t = useWords();
  const client = useDataClient();
  const { message } = App.useApp();
  const [busy, setBusy] = useState('');
  const [refusal, setRefusal] = useState('');
  const doing = async (what: string, work: () => Promise<unknown>, done: () => void) => {
    setBusy(what);
    setRefusal('');
    try {
      await work();
      done();
    } catch (failure) {
      setRefusal(errorMessage(failure));
    } finally {
      setBusy('');
    }
  };
  const tryNow = () =>
    void doing(
      'try',
      async () => {
        const { results: tried } = await client.send<Tried>('Order/trial', { ids: [record.id] }, newKey());
        const issues = tried.flatMap((each) => each.issues ?? []);
        setRefusal(issues.map(({ message: text }) => text).join(' '));
      },
      on.tried,
    );
  const use = (quote: Quote) =>
    void doing(
      quoteKey(quote),
      async () => {
        const { id, version } = record;
        const channel = quote.channel.id;
        const moved = channel !== record['channel'] && record['senderMode'] === 'channel';
        // An address to ship from belongs to one channel: another channel brings its own.
        const [dock] = moved
          ? await client.dropDown('ChannelShipFrom', { from: 'order', field: 'shipFrom', channel })
          : [];
        const shipFrom = moved ? { shipFrom: dock?.code ?? null } : {};
        await client.edit('Order', { id, version, channel, service: quote.service.id, ...shipFrom }, newKey());
      },
      () => {
        void message.success(t('trial.used', { service: quote.service.name }));
        on.used();
      },
    );
  return { busy, refusal, tryNow, use };
}
