import { Alert, Segmented } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState, ErrorPanel, Skeleton, toDisplayError, useHasPermission } from '../../kit/index.ts';
import type { RateDraft } from './draft.ts';
import { RecordPicker } from './customer-picker.tsx';
import { OfferTable } from './offer-table.tsx';
import { ordered, type Order } from './quotes.ts';
import type { Rates } from './use-rates.ts';
import { useWords } from './wording.ts';

interface Props {
  rates: Rates;
  draft: RateDraft;
  today: string;
  /** What stands in the form is no longer what was asked for. */
  stale: boolean;
  /** The rule that picks, by its id. */
  rule: string;
  onRule: (rule: string) => void;
  onRetry: () => void;
  onGiveUp: () => void;
}

/** What the server said, from the waiting to the folded-out lines. */
export function RateResults({ rates, draft, today, stale, rule, onRule, onRetry, onGiveUp }: Props) {
  const t = useWords();
  const seesPrices = useHasPermission('RateTable:page');
  const { step, slow, answer, error } = rates;
  const waiting = step === 'asking';
  const quotes = answer?.quotes ?? [];
  return (
    <section className="rate-results" aria-label={t('rate.results')} aria-busy={waiting}>
      {waiting && slow ? (
        <Alert
          type="info"
          showIcon
          message={t('rate.slow')}
          action={
            <button type="button" className="button" onClick={onGiveUp}>
              {t('ui.cancel')}
            </button>
          }
        />
      ) : null}
      {step === 'failed' ? (
        <ErrorPanel error={toDisplayError(error)} onRetry={onRetry} compact={answer !== null} />
      ) : null}
      {waiting && !answer ? <Skeleton shape="page" /> : null}
      {step === 'idle' && !answer ? (
        <EmptyState kind="nothing" title={t('rate.nothing')} note={t('rate.nothingNote')} />
      ) : null}
      {answer && quotes.length === 0 ? (
        <EmptyState
          kind="noMatch"
          title={t('rate.noChannel')}
          note={t('rate.noChannelNote')}
          actions={seesPrices ? <Link to="/RateTable">{t('rate.toTables')}</Link> : null}
        />
      ) : null}
      {answer && quotes.length > 0 ? (
        <Offers {...{ answer, draft, today, rule, onRule }} isOld={stale} isWaiting={waiting} />
      ) : null}
    </section>
  );
}

interface OffersProps extends Pick<Props, 'draft' | 'today' | 'rule' | 'onRule'> {
  answer: NonNullable<Rates['answer']>;
  isOld: boolean;
  isWaiting: boolean;
}

/** The offers in the order that is asked for, the rule that picks among them, and what it picked. */
function Offers({ answer, draft, today, rule, onRule, isOld, isWaiting }: OffersProps) {
  const t = useWords();
  const [order, setOrder] = useState<Order>('cheapest');
  const hasRules = useHasPermission('RateRule:page');
  const { open, closed } = ordered(answer.quotes, order);
  return (
    <>
      <div className="rate-results-bar">
        <p role="status">
          {isOld && !isWaiting ? t('rate.stale') : t('rate.found', { open: open.length, closed: closed.length })}
        </p>
        {hasRules ? (
          <div className="rate-rule">
            <RecordPicker
              label={t('rate.rule')}
              placeholder={t('rate.noRule')}
              path="RateRule"
              value={rule}
              onChange={onRule}
            />
          </div>
        ) : null}
        {open.length > 1 ? (
          <Segmented<Order>
            value={order}
            aria-label={t('rate.order')}
            options={(['cheapest', 'fastest'] as const).map((value) => ({ value, label: t(`order.${value}`) }))}
            onChange={setOrder}
          />
        ) : null}
      </div>
      {answer.pick && !isOld ? (
        <Alert type={answer.pick.picked ? 'success' : 'warning'} showIcon message={answer.pick.text} />
      ) : null}
      <div className={isOld || isWaiting ? 'rate-answer is-stale' : 'rate-answer'}>
        <OfferTable
          open={open}
          closed={closed}
          shipDate={answer.body.shipDate ?? today}
          unitType={draft.unitType}
          picked={answer.pick?.picked ?? null}
        />
      </div>
    </>
  );
}
