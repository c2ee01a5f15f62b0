import { useState, type ReactNode } from 'react';
import type { UnitType } from './draft.ts';
import { Offer, type Columns } from './offer-row.tsx';
import { marksOf, type Quote } from './quotes.ts';
import { useWords } from './wording.ts';

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
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const marks = marksOf(open);
  const hasSale = open.some(({ sale }) => sale);
  const has: Columns = {
    cost: hasSale && open.some(({ cost }) => cost),
    margin: open.some(({ margin }) => margin !== undefined && margin !== null),
  };
  const toggle = (key: string) =>
    setShown((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  const columns = 5 + (has.cost ? 1 : 0) + (has.margin ? 1 : 0) + (beside ? 1 : 0);
  return (
    <>
      {open.length > 0 ? (
        <table className="offer-table">
          <Heads {...{ has, hasSale }} choice={beside !== undefined} />
          {open.map((quote) => (
            <Offer
              key={keyOf(quote)}
              quote={quote}
              shipDate={quote.shipDate ?? shipDate}
              unitType={quote.unitType ?? unitType}
              cheapest={marks.cheapest === quote}
              fastest={marks.fastest === quote}
              picked={picked?.channel === quote.channel.id && picked.service === quote.service.id}
              shown={shown.has(keyOf(quote))}
              onToggle={() => toggle(keyOf(quote))}
              has={has}
              columns={columns}
              beside={beside ? (beside(quote) ?? '') : null}
            />
          ))}
        </table>
      ) : null}
      {closed.length > 0 ? <Closed quotes={closed} /> : null}
    </>
  );
}

function Heads({ has, hasSale, choice }: { has: Columns; hasSale: boolean; choice: boolean }) {
  const t = useWords();
  return (
    <thead>
      <tr>
        <th scope="col">{t('offer.service')}</th>
        <th scope="col">{t('offer.arrives')}</th>
        <th scope="col">{t('offer.zone')}</th>
        <th scope="col" className="is-figure">
          {t('offer.weight')}
        </th>
        {has.cost ? (
          <th scope="col" className="is-figure">
            {t('offer.cost')}
          </th>
        ) : null}
        {has.margin ? (
          <th scope="col" className="is-figure">
            {t('offer.margin')}
          </th>
        ) : null}
        <th scope="col" className="is-figure">
          {t(hasSale ? 'offer.total' : 'offer.cost')}
        </th>
        {choice ? (
          <th scope="col">
            <span className="sr-only">{t('offer.choice')}</span>
          </th>
        ) : null}
      </tr>
    </thead>
  );
}

/** Offers without a price, each with its reason. */
function Closed({ quotes }: { quotes: readonly Quote[] }) {
  const t = useWords();
  return (
    <section className="offer-closed" aria-label={t('offer.closed')}>
      <h2>{t('offer.closed')}</h2>
      <ul>
        {quotes.map((quote) => (
          <li key={keyOf(quote)}>
            <span>
              <strong>{quote.service.name}</strong> · {quote.channel.name}
            </span>
            <span className="offer-reason">{quote.reason?.message ?? t('offer.noReason')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
