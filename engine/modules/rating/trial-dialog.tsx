import { Modal } from 'antd';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  ErrorPanel,
  newKey,
  Skeleton,
  StatusTag,
  toDisplayError,
  useDataClient,
  type BulkDialogProps,
} from '../../kit/index.ts';
import { ordered, totalOf, type Quote } from './quotes.ts';
import { useFigures, useWords } from './wording.ts';
import './rating.css';
import './rating-small.css';

interface Outcome {
  id: string;
  title: string;
  best: Quote | null;
  open: number;
  /** Why there is no price. */
  reason: string;
}

interface TrialAnswer {
  results: { id: string; ok: boolean; issues?: { code: string; message: string }[]; quotes?: Quote[] }[];
}

/** What came of trying each record; `again` tries all of them once more. */
function useTrials(records: BulkDialogProps['records']) {
  const client = useDataClient();
  const [outcomes, setOutcomes] = useState<readonly Outcome[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  // One key for one press: a repeated request is not tried twice.
  const [key, setKey] = useState(newKey);
  useEffect(() => {
    let gone = false;
    const titles = new Map(records.map((record) => [record.id, String(record['orderNo'] ?? record.id)]));
    const run = async () => {
      const ids = records.map(({ id }) => id);
      const { results } = await client.send<TrialAnswer>('Order/trial', { ids }, key);
      return results.map(({ id, issues = [], quotes = [] }): Outcome => {
        const { open, closed } = ordered(quotes, 'cheapest');
        const reason = issues.map(({ message, code }) => message || code).join(' ') || closed[0]?.reason?.message || '';
        return { id, title: titles.get(id) ?? id, best: open[0] ?? null, open: open.length, reason };
      });
    };
    setError(null);
    run().then(
      (found) => !gone && setOutcomes(found),
      (failure: unknown) => !gone && setError(failure),
    );
    return () => {
      gone = true;
    };
  }, [client, records, key]);
  return { outcomes, error, again: () => setKey(newKey()) };
}

/** Tries what the selected drafts cost, and says for each the cheapest way or what stands against one. */
export default function TrialDialog({ records, onClose }: BulkDialogProps) {
  const t = useWords();
  const { outcomes, error, again } = useTrials(records);
  const priced = outcomes?.filter(({ best }) => best !== null).length ?? 0;
  return (
    <Modal
      open
      title={t('trial.title', { count: records.length })}
      width={760}
      onCancel={() => onClose(outcomes !== null)}
      footer={
        <button type="button" className="button is-primary" autoFocus onClick={() => onClose(outcomes !== null)}>
          {t('ui.close')}
        </button>
      }
    >
      {error ? (
        <ErrorPanel compact error={toDisplayError(error)} onRetry={again} />
      ) : outcomes === null ? (
        <Skeleton shape="form" />
      ) : (
        <>
          <p role="status">{t('trial.outcome', { priced, count: outcomes.length })}</p>
          <ul className="trial-outcomes">
            {outcomes.map((outcome) => (
              <OutcomeLine key={outcome.id} outcome={outcome} onLeave={() => onClose(true)} />
            ))}
          </ul>
        </>
      )}
    </Modal>
  );
}

function OutcomeLine({ outcome, onLeave }: { outcome: Outcome; onLeave: () => void }) {
  const t = useWords();
  const { money } = useFigures();
  const { id, title, best, open, reason } = outcome;
  return (
    <li>
      <Link to={`/Order/${encodeURIComponent(id)}?tab=trial`} onClick={onLeave}>
        {title}
      </Link>
      {best ? (
        <span>
          {best.service.name} · {best.channel.name} <small>{t('trial.offers', { count: open })}</small>
        </span>
      ) : (
        <span className="offer-reason">{reason || t('offer.noReason')}</span>
      )}
      {best ? (
        <strong>{money(totalOf(best) ?? 0, best.currency)}</strong>
      ) : (
        <StatusTag tone="bad" text={t('trial.noPrice')} />
      )}
    </li>
  );
}
