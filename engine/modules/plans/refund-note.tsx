import { useMoney, useWords } from './shared.ts';

/** The current refund and its computation, or the reason for none. */
export type RefundQuote =
  | { readonly refused: 'noRefund' | 'refundOver' | 'ended'; readonly until: string | null }
  | {
      readonly refused: null;
      readonly amount: string;
      readonly paid: string;
      readonly days: number;
      readonly unusedDays: number;
      readonly orders: number | null;
      readonly unusedOrders: number | null;
      readonly until: string;
    };

interface Props {
  number: string;
  currency: string;
  quote: RefundQuote;
  busy: boolean;
  onKeep: () => void;
  onRefund: (amount: string) => void;
}

/** Describes the refund before it is confirmed. */
export function RefundNote({ number, currency, quote, busy, onKeep, onRefund }: Props) {
  const t = useWords();
  const money = useMoney();
  if (quote.refused !== null) return <p role="status">{t(`refund.${quote.refused}`, { until: quote.until ?? '' })}</p>;
  const { amount, paid, days, unusedDays, orders, unusedOrders, until } = quote;
  const back = money(amount, currency);
  return (
    <div className="plans-card" role="group" aria-label={t('refund.title', { number })}>
      <ul>
        <li>{t('refund.paid', { paid: money(paid, currency) })}</li>
        <li>{t('refund.days', { days, unusedDays })}</li>
        {orders !== null && unusedOrders !== null ? <li>{t('refund.orders', { orders, unusedOrders })}</li> : null}
        <li>{t('refund.until', { until })}</li>
        <li>{t('refund.back', { amount: back })}</li>
      </ul>
      <div className="plans-actions">
        <button type="button" className="button is-danger" disabled={busy} onClick={() => onRefund(amount)}>
          {t('refund.confirm', { amount: back })}
        </button>
        <button type="button" className="button" onClick={onKeep}>
          {t('refund.keep')}
        </button>
      </div>
    </div>
  );
}
