import { useId, type ReactNode } from 'react';
import { addWorkingDays } from '../../core/index.ts';
import { StatusTag } from '../../kit/index.ts';
import { ChargeLines } from './charge-lines.tsx';
import type { UnitType } from './draft.ts';
import { totalOf, type Quote } from './quotes.ts';
import { useFigures, useWords } from './wording.ts';

/** Which columns the table has beside those of every table. */
export interface Columns {
  readonly cost: boolean;
  readonly margin: boolean;
}

interface OfferProps {
  quote: Quote;
  shipDate: string;
  unitType: UnitType;
  cheapest: boolean;
  fastest: boolean;
  picked: boolean;
  shown: boolean;
  onToggle: () => void;
  has: Columns;
  /** How many columns there are. */
  columns: number;
  beside: ReactNode;
}

/** An offer, which folds open into its charges. */
export function Offer(props: OfferProps) {
  const { quote, shipDate, unitType, shown, onToggle, has, columns, beside } = props;
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
          {props.picked ? <StatusTag tone="info" text={t('offer.picked')} /> : null}
          {props.cheapest ? <StatusTag tone="good" text={t('offer.cheapest')} /> : null}
          {props.fastest ? <StatusTag tone="neutral" text={t('offer.fastest')} /> : null}
        </th>
        <td data-label={t('offer.arrives')}>
          <Arrival days={days} shipDate={shipDate} />
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
            <Margin quote={quote} />
          </td>
        ) : null}
        <td data-label={t(sale ? 'offer.total' : 'offer.cost')} className="is-figure offer-total">
          {figures.money(total, currency)}
        </td>
        {beside === null ? null : <td className="offer-beside">{beside}</td>}
      </tr>
      <tr id={id} className="offer-lines" hidden={!shown}>
        <td colSpan={columns}>
          <Sides quote={quote} />
        </td>
      </tr>
    </tbody>
  );
}

/** The day of arrival, where the days are known. */
function Arrival({ days, shipDate }: { days: Quote['days']; shipDate: string }) {
  const t = useWords();
  const figures = useFigures();
  return days === null || days === undefined ? (
    <span className="offer-unknown">{t('offer.noDays')}</span>
  ) : (
    <span>
      {figures.day(addWorkingDays(shipDate, days))} <small>{t('offer.days', { days })}</small>
    </span>
  );
}

function Margin({ quote: { margin, sale, currency } }: { quote: Quote }) {
  const figures = useFigures();
  if (margin === undefined || margin === null) return '–';
  return (
    <span>
      {figures.money(margin, currency)}
      {sale && sale.total > 0 ? <small>{figures.percent(margin / sale.total)}</small> : null}
    </span>
  );
}

/** The charges of what is paid, and of what it costs. */
function Sides({ quote: { sale, cost, currency } }: { quote: Quote }) {
  const t = useWords();
  return (
    <div className="offer-sides">
      {sale && sale.lines.length > 0 ? (
        <ChargeLines heading={cost ? t('offer.total') : ''} lines={sale.lines} currency={currency} total={sale.total} />
      ) : null}
      {cost && cost.lines.length > 0 ? (
        <ChargeLines heading={t('offer.cost')} lines={cost.lines} currency={currency} total={cost.total} />
      ) : null}
    </div>
  );
}
