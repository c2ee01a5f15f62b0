import { useId, useState, type ReactNode } from 'react';
import { addWorkingDays } from '../../core/index.ts';
import { StatusTag } from '../../kit/index.ts';
import type { UnitType } from './draft.ts';
import { ChargeLines } from './charge-lines.tsx';
import { marksOf, totalOf, type Quote } from './quotes.ts';
import { useFigures, useWords } from './wording.ts';

interface Props {
  open: readonly Quote[];
  closed: readonly Quote[];
  shipDate: string;
  /** Of weights whose quote names none. */
  unitType: UnitType;
  /** What a rule takes. */
  picked?: { channel: string; service: string } | null;
  /** Beside an offer, such as a button that takes it. */
  beside?: (quote: Quote) => ReactNode;
}

const keyOf = ({ channel, service }: Quote): string => `${channel.id} ${service.id}`;

/** Offers beside one another. Each folds open into its charges; those without a price stand below with their reason. */
export function OfferTable({ open, closed, shipDate, unitType, picked = null, beside }: Props) {
  const t = useWords();
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const marks = marksOf(open);
  const hasSale = open.some(({ sale }) => sale);
  const hasCost = open.some(({ cost }) => cost);
  const hasMargin = open.some(({ margin }) => margin !== undefined && margin !== null);
  const toggle = (key: string) =>
    setShown((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  const columns = 5 + (hasCost && hasSale ? 1 : 0) + (hasMargin ? 1 : 0) + (beside ? 1 : 0);
  return (
    <>
      {open.length > 0 ? (
        <table className="offer-table">
          <thead>
            <tr>
              <th scope="col">{t('offer.service')}</th>
              <th scope="col">{t('offer.arrives')}</th>
              <th scope="col">{t('offer.zone')}</th>
              <th scope="col" className="is-figure">
                {t('offer.weight')}
              </th>
              {hasCost && hasSale ? (
                <th scope="col" className="is-figure">
                  {t('offer.cost')}
                </th>
              ) : null}
              {hasMargin ? (
                <th scope="col" className="is-figure">
                  {t('offer.margin')}
                </th>
              ) : null}
              <th scope="col" className="is-figure">
                {t(hasSale ? 'offer.total' : 'offer.cost')}
              </th>
              {beside ? (
                <th scope="col">
                  <span className="sr-only">{t('offer.choice')}</span>
                </th>
              ) : null}
            </tr>
          </thead>
          {open.map((quote) => (
            <Offer
              key={keyOf(quote)}
              quote={quote}
              shipDate={shipDate}
              unitType={quote.unitType ?? unitType}
              cheapest={marks.cheapest === quote}
              fastest={marks.fastest === quote}
              picked={picked?.channel === quote.channel.id && picked.service === quote.service.id}
              shown={shown.has(keyOf(quote))}
              onToggle={() => toggle(keyOf(quote))}
              has={{ cost: hasCost && hasSale, margin: hasMargin }}
              columns={columns}
              beside={beside ? (beside(quote) ?? '') : null}
            />
          ))}
        </table>
      ) : null}
      {closed.length > 0 ? (
        <section className="offer-closed" aria-label={t('offer.closed')}>
          <h2>{t('offer.closed')}</h2>
          <ul>
            {closed.map((quote) => (
              <li key={keyOf(quote)}>
                <span>
                  <strong>{quote.service.name}</strong> · {quote.channel.name}
                </span>
                <span className="offer-reason">{quote.reason?.message ?? t('offer.noReason')}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

function Offer({
  quote,
  shipDate,
  unitType,
  cheapest,
  fastest,
  picked,
  shown,
  onToggle,
  has,
  columns,
  beside,
}: {
  quote: Quote;
  shipDate: string;
  unitType: UnitType;
  cheapest: boolean;
  fastest: boolean;
  picked: boolean;
  shown: boolean;
  onToggle: () => void;
  has: { cost: boolean; margin: boolean };
  columns: number;
  beside: ReactNode;
}) {
  const t = useWords();
  const figures = useFigures();
  const id = useId();
  const { channel, service, currency, zone, billableWeight, days, sale, cost, margin } = quote;
  const total = totalOf(quote) ?? 0;
  // A customer may be shown what a price is and not what it is made of.
  const folds = (sale?.lines.length ?? 0) + (cost?.lines.length ?? 0) > 0;
  const name = (
    <>
      {service.name}
      <small>{channel.name}</small>
    </>
  );
  return (
    <tbody className={shown ? 'is-open' : undefined}>
      <tr>
        <th scope="row" className="offer-name">
          {folds ? (
            <button type="button" aria-expanded={shown} aria-controls={id} onClick={onToggle}>
              <span className="offer-fold" aria-hidden="true" />
              <span>{name}</span>
            </button>
          ) : (
            <span className="offer-plain">{name}</span>
          )}
          {picked ? <StatusTag tone="info" text={t('offer.picked')} /> : null}
          {cheapest ? <StatusTag tone="good" text={t('offer.cheapest')} /> : null}
          {fastest ? <StatusTag tone="neutral" text={t('offer.fastest')} /> : null}
        </th>
        <td data-label={t('offer.arrives')}>
          {days === null || days === undefined ? (
            <span className="offer-unknown">{t('offer.noDays')}</span>
          ) : (
            <span>
              {figures.day(addWorkingDays(shipDate, days))} <small>{t('offer.days', { days })}</small>
            </span>
          )}
        </td>
        <td data-label={t('offer.zone')}>{zone ?? '–'}</td>
        <td data-label={t('offer.weight')} className="is-figure">
          {billableWeight === undefined ? '–' : figures.weight(billableWeight, unitType)}
        </td>
        {has.cost ? (
          <td data-label={t('offer.cost')} className="is-figure">
            {cost ? figures.money(cost.total, currency) : '–'}
          </td>
        ) : null}
        {has.margin ? (
          <td data-label={t('offer.margin')} className={(margin ?? 0) < 0 ? 'is-figure is-loss' : 'is-figure'}>
            {margin === undefined || margin === null ? (
              '–'
            ) : (
              <span>
                {figures.money(margin, currency)}
                {sale && sale.total > 0 ? <small>{figures.percent(margin / sale.total)}</small> : null}
              </span>
            )}
          </td>
        ) : null}
        <td data-label={t(sale ? 'offer.total' : 'offer.cost')} className="is-figure offer-total">
          {figures.money(total, currency)}
        </td>
        {beside === null ? null : <td className="offer-beside">{beside}</td>}
      </tr>
      <tr id={id} className="offer-lines" hidden={!shown}>
        <td colSpan={columns}>
          <div className="offer-sides">
            {sale && sale.lines.length > 0 ? (
              <ChargeLines
                heading={cost ? t('offer.total') : ''}
                lines={sale.lines}
                currency={currency}
                total={sale.total}
              />
            ) : null}
            {cost && cost.lines.length > 0 ? (
              <ChargeLines heading={t('offer.cost')} lines={cost.lines} currency={currency} total={cost.total} />
            ) : null}
          </div>
        </td>
      </tr>
    </tbody>
  );
}
