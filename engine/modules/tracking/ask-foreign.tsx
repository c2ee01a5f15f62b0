import { useEffect, useRef, useState } from 'react';
import { newKey, errorMessage, useDataClient, watchJob } from '../../kit/index.ts';
import { carrierName } from './recognised.ts';
import { useWords } from './words.ts';

/** Has the carriers asked about numbers that are none of ours, and shows how far that is. */
export function AskForeign({ text, count, onDone }: { text: string; count: number; onDone: () => void }) {
  const t = useWords();
  const client = useDataClient();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  const left = useRef<AbortController>(undefined);
  useEffect(() => () => left.current?.abort(), []);
  const ask = async () => {
    setBusy(true);
    const controller = new AbortController();
    left.current = controller;
    try {
      const answer = await client.send<{ job: string | null; noAccount: string[] }>(
        'Tracking/trackForeign',
        { text },
        newKey(),
      );
      const none = answer.noAccount.map(carrierName).join(', ');
      if (answer.job) {
        const ended = await watchJob({
          client,
          id: answer.job,
          onState: ({ done, total }) => setSaid(t('foreign.progress', { done: done ?? 0, total: total ?? count })),
          signal: controller.signal,
        });
        const { refused } = (ended.result ?? {}) as { refused?: number };
        onDone();
        setSaid(
          refused ? t('foreign.later', { count: refused }) : none ? t('foreign.noAccount', { carriers: none }) : '',
        );
      } else setSaid(t('foreign.noAccount', { carriers: none }));
    } catch (failure) {
      if (!controller.signal.aborted) setSaid(errorMessage(failure));
    } finally {
      if (!controller.signal.aborted) setBusy(false);
    }
  };
  return (
    <p className="track-foreign">
      {count > 0 ? (
        <button
          type="button"
          className="button"
          disabled={busy}
          aria-busy={busy || undefined}
          onClick={() => void ask()}
        >
          {t('foreign.ask', { count })}
        </button>
      ) : null}
      <span role="status">{said}</span>
    </p>
  );
}
