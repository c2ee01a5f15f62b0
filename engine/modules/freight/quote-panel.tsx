import { useState } from 'react';
import { EmptyState, errorMessage, newKey, useDataClient, useHasPermission, type PanelProps } from '../../kit/index.ts';
import { costsOf, offersOf } from './offers.ts';
import { PriceLines } from './price-lines.tsx';
import { useMoney, useWords } from './words.ts';
import './freight.css';

/** What carriers ask for an order, line by line; one of the offers is booked here. Staff see its cost beside it. */
export default function QuotePanel({ record, reload }: PanelProps) {
  const t = useWords();
  const client = useDataClient();
  const mayQuote = useHasPermission('LtlOrder:quote');
  const mayBook = useHasPermission('LtlOrder:book');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const status = String(record['status']);
  const currency = String(record['currency'] ?? 'USD');
  const offers = offersOf(record);
  const costs = costsOf(record);
  const run = async (action: string, input: object = {}) => {
    setBusy(true);
    setFailure(null);
    try {
      await client.act(
        'LtlOrder',
        { action, input: { id: record.id, version: record['version'], ...input } },
        newKey(),
      );
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
    reload();
  };
  const isOpen = status === 'draft' || status === 'quoted';
  return (
    <div className="freight-panel">
      {isOpen && mayQuote ? (
        <p>
          <button type="button" className="button" disabled={busy} onClick={() => void run('quote')}>
            {t(status === 'draft' ? 'quote.ask' : 'quote.again')}
          </button>
        </p>
      ) : null}
      <p role="alert">{failure ? errorMessage(failure) : ''}</p>
      {offers.length === 0 ? <EmptyState kind="nothing" compact title={t('quote.none')} /> : null}
      {status === 'quoted' ? <p>{t('quote.until', { day: String(record['quotedUntil']) })}</p> : null}
      {offers.map((offer) => (
        <Offer
          key={offer.offer}
          {...{ offer, currency, busy }}
          cost={costs.find((each) => each.offer === offer.offer)}
          isBooked={record['offer'] === offer.offer}
          onBook={status === 'quoted' && mayBook ? () => void run('book', { offer: offer.offer }) : null}
        />
      ))}
    </div>
  );
}

interface OfferProps {
  readonly offer: ReturnType<typeof offersOf>[number];
  readonly cost: ReturnType<typeof costsOf>[number] | undefined;
  readonly currency: string;
  readonly busy: boolean;
  readonly isBooked: boolean;
  /** Null where it cannot be booked. */
  readonly onBook: (() => void) | null;
}

function Offer({ offer, cost, currency, busy, isBooked, onBook }: OfferProps) {
  const t = useWords();
  const money = useMoney();
  return (
    <section className="freight-offer" aria-label={offer.carrierName}>
      <header>
        <h3>
          {offer.offer}. {offer.carrierName}
        </h3>
        <b>{money(offer.amount, currency)}</b>
        {onBook ? (
          <button type="button" className="button is-primary" disabled={busy} onClick={onBook}>
            {t('quote.book', { carrier: offer.carrierName })}
          </button>
        ) : null}
        {isBooked ? <span>{t('quote.booked')}</span> : null}
      </header>
      <PriceLines title={t('quote.price')} lines={offer.lines} total={offer.amount} currency={currency} />
      {cost ? (
        cost.amount === null ? (
          <p>{t('quote.noCost')}</p>
        ) : (
          <>
            <PriceLines
              title={t('quote.cost', { name: cost.costName })}
              lines={cost.lines}
              total={cost.amount}
              currency={currency}
            />
            <p>{t('quote.margin', { amount: money(cost.margin ?? '0', currency) })}</p>
          </>
        )
      ) : null}
    </section>
  );
}
