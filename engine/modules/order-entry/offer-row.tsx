import { addWorkingDays } from '../../core/index.ts';
import { clockIn, StatusTag, useValueContext } from '../../kit/index.ts';
import { totalOf, type Offer } from './offers.ts';
import { useFigures, useWords } from './wording.ts';

/** An offer to choose; the chosen one says what its price is made of. */
export function OfferRow({
  offer,
  marks,
  chosen,
  disabled,
  onChoose,
}: {
  offer: Offer;
  marks: readonly string[];
  chosen: boolean;
  disabled: boolean;
  onChoose: () => void;
}) {
  const t = useWords();
  const figures = useFigures();
  const { timeZone } = useValueContext();
  const { channel, service, currency, days, sale, cost } = offer;
  const lines = (sale ?? cost)?.lines ?? [];
  return (
    <div className={chosen ? 'entry-offer is-chosen' : 'entry-offer'}>
      <label>
        <input type="radio" name="offer" checked={chosen} disabled={disabled} onChange={onChoose} />
        <span className="entry-offer-name">
          <strong>{service.name}</strong>
          <small>{channel.name}</small>
          {marks.map((mark) => (
            <StatusTag key={mark} tone="info" text={mark} />
          ))}
        </span>
        <span className="entry-offer-days">
          {days === null || days === undefined
            ? t('price.noDays')
            : t('price.arrives', {
                days,
                day: figures.day(addWorkingDays(offer.shipDate ?? clockIn(timeZone).today, days)),
              })}
        </span>
        <span className="entry-offer-total">{figures.money(totalOf(offer), currency)}</span>
      </label>
      <OfferCost offer={offer} />
      {chosen && lines.length > 0 ? (
        <dl className="entry-offer-lines">
          {lines.map((line, at) => (
            <div key={at}>
              <dt>{line.text}</dt>
              <dd>{figures.money(line.amount, currency)}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  );
}

/** What the offer costs, for those who may see both sides. */
function OfferCost({ offer: { sale, cost, margin, currency } }: { offer: Offer }) {
  const t = useWords();
  const figures = useFigures();
  if (!sale || !cost) return null;
  return (
    <p className="entry-offer-cost">
      {t('price.cost', { cost: figures.money(cost.total, currency) })}
      {margin === undefined ? null : (
        <span className={margin < 0 ? 'is-loss' : undefined}>
          {' '}
          {t('price.margin', { margin: figures.money(margin, currency) })}
        </span>
      )}
    </p>
  );
}
