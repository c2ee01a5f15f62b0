import { Alert } from 'antd';
import type { ReactNode } from 'react';
import {
  clockIn,
  EmptyState,
  ErrorPanel,
  Skeleton,
  StatusTag,
  toDisplayError,
  useCulture,
  useHasPermission,
  useValueContext,
  type PanelProps,
} from '../../kit/index.ts';
import { OfferTable } from './offer-table.tsx';
import { ordered, type Quote } from './quotes.ts';
import { reasonWords } from './reasons.ts';
import { trialOf } from './trials.ts';
import { useRowsOf } from './use-rows.ts';
import { quoteKey, useTrial } from './use-trial.ts';
import { useWords } from './wording.ts';
import './rating.css';
import './rating-small.css';

const results = { entity: 'trial-result', path: 'TrialResult' };

/** What an order would cost on each channel, as it was tried last; one of them can be taken. */
export default function TrialPanel({ record, stamp, reload }: PanelProps) {
  const t = useWords();
  const culture = useCulture();
  const { timeZone } = useValueContext();
  const { rows, error, again } = useRowsOf(results, record.id, stamp);
  const { busy, refusal, tryNow, use } = useTrial(record, { tried: again, used: reload });
  const isDraft = record._can?.includes('edit') === true;
  const mayTry = useHasPermission('Order:submit') && (record.status === 'draft' || record.status === 'failed');

  if (error && !rows) return <ErrorPanel compact error={toDisplayError(error)} onRetry={again} />;
  if (!rows) return <Skeleton shape="page" />;
  const { quotes, expiresAt } = trialOf(rows, culture, (code) => reasonWords(t, code));
  const expired = expiresAt !== '' && expiresAt <= clockIn(timeZone).now;
  const button = mayTry ? (
    <button
      type="button"
      className={quotes.length === 0 || expired ? 'button is-primary' : 'button'}
      disabled={busy !== ''}
      aria-busy={busy === 'try' || undefined}
      onClick={tryNow}
    >
      {t(quotes.length === 0 ? 'trial.try' : 'trial.again')}
    </button>
  ) : null;
  const refused = refusal ? <Alert type="error" showIcon message={refusal} /> : null;
  if (quotes.length === 0)
    return (
      <>
        {refused}
        <EmptyState kind="nothing" compact title={t('trial.none')} note={t('trial.noneNote')} actions={button} />
      </>
    );
  const { open, closed } = ordered(quotes, 'cheapest');
  const isChosen = ({ channel, service }: Quote) =>
    channel.id === record['channel'] && service.id === record['service'];
  const besideOf = (quote: Quote) => {
    if (isChosen(quote)) return <StatusTag tone="info" text={t('trial.chosen')} />;
    return isDraft ? <Use quote={quote} busy={busy} onUse={() => use(quote)} /> : null;
  };
  return (
    <div className="trial-panel" aria-busy={busy !== ''}>
      <TrialBar {...{ expired, expiresAt, button }} />
      {refused}
      <OfferTable
        open={open}
        closed={closed}
        shipDate={typeof record['shipDate'] === 'string' ? record['shipDate'] : clockIn(timeZone).today}
        unitType={record['unitType'] === '1' ? '1' : '0'}
        beside={besideOf}
      />
    </div>
  );
}

/** How long the prices hold, or that they hold no longer. */
function TrialBar({ expired, expiresAt, button }: { expired: boolean; expiresAt: string; button: ReactNode }) {
  const t = useWords();
  return (
    <div className="rate-results-bar">
      {expired ? (
        <Alert type="warning" showIcon message={t('trial.expired', { at: expiresAt.slice(0, 16) })} />
      ) : (
        <p role="status">{t('trial.valid', { at: expiresAt.slice(0, 16) })}</p>
      )}
      {button}
    </div>
  );
}

function Use({ quote, busy, onUse }: { quote: Quote; busy: string; onUse: () => void }) {
  const t = useWords();
  return (
    <button
      type="button"
      className="button"
      disabled={busy !== ''}
      aria-busy={busy === quoteKey(quote) || undefined}
      aria-label={t('trial.useOf', { service: quote.service.name, channel: quote.channel.name })}
      onClick={onUse}
    >
      {t('trial.use')}
    </button>
  );
}
