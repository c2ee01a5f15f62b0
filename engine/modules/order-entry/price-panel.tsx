import { Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { addWorkingDays } from '../../core/index.ts';
import { clockIn, EmptyState, ErrorPanel, StatusTag, toDisplayError, useValueContext } from '../../kit/index.ts';
import type { Choice, Entry } from './entry.ts';
import { choiceOf, isChoice, sorted, totalOf, type By, type Offer } from './offers.ts';
import type { useLivePrice } from './use-live-price.ts';
import { RuleField } from './rule-field.tsx';
import { useDesk, useFigures, useWords } from './wording.ts';

interface Props {
  entry: Entry;
  price: ReturnType<typeof useLivePrice>;
  onChoose: (choice: Choice | null) => void;
  /** The rule has chosen, and not the person. */
  onPick: (choice: Choice) => void;
  onRule: (rule: string) => void;
}

/** What it costs on each channel, while it is typed; one of them is chosen. */
export function PricePanel({ entry, price, onChoose, onPick, onRule }: Props) {
  const t = useWords();
  const { faults, disabled } = useDesk();
  const [by, setBy] = useState<By>('price');
  const { step, offers, closed, pick, error, again } = price;
  const open = sorted(
    offers.filter(({ available }) => available),
    by,
  );
  const refused = offers.filter(({ available }) => !available);
  const { choice } = entry;
  const chosen = open.find((offer) => isChoice(offer, choice));
  const [only] = open;

  // What the rule takes is taken.
  const [channel, service] = [pick?.picked?.channel, pick?.picked?.service];
  useEffect(() => {
    if (step !== 'done' || !entry.rateRule || !channel || !service) return;
    if (choice?.channel !== channel || choice.service !== service) onPick({ channel, service });
  }, [step, entry.rateRule, channel, service, choice, onPick]);
  // A single possibility is chosen without asking.
  useEffect(() => {
    if (step === 'done' && choice === null && !entry.rateRule && open.length === 1 && only) onChoose(choiceOf(only));
  }, [step, choice, entry.rateRule, open.length, only, onChoose]);

  const cheapest = open.length > 1 ? sorted(open, 'price')[0] : null;
  const fastest = open.length > 1 ? sorted(open, 'days')[0] : null;
  return (
    <section
      className="entry-card entry-price"
      aria-label={t('price.title')}
      aria-busy={step === 'asking'}
      data-place="choice"
    >
      <div className="entry-card-head">
        <h2>{t('price.title')}</h2>
        {open.length > 1 ? (
          <Segmented<By>
            size="small"
            value={by}
            aria-label={t('price.by')}
            options={(['price', 'days'] as const).map((value) => ({ value, label: t(`price.by.${value}`) }))}
            onChange={setBy}
          />
        ) : null}
      </div>
      <RuleField entry={entry} disabled={disabled} onChange={onRule} />
      {entry.rateRule && step === 'done' && pick ? (
        <p className={pick.picked ? 'entry-pick' : 'entry-warning'} role="status">
          {pick.text}
        </p>
      ) : null}
      {faults['choice'] ? <p className="entry-fault">{faults['choice']}</p> : null}
      {step === 'failed' ? <ErrorPanel compact error={toDisplayError(error)} onRetry={again} /> : null}
      {step === 'waiting' ? <p className="entry-quiet">{t('price.waiting')}</p> : null}
      {step === 'asking' && offers.length === 0 ? <p className="entry-quiet">{t('price.asking')}</p> : null}
      {step === 'done' && choice !== null && !chosen ? <p className="entry-warning">{t('price.gone')}</p> : null}
      {step === 'done' && offers.length === 0 && closed.length === 0 ? (
        <EmptyState kind="nothing" compact title={t('price.noChannel')} note={t('price.noChannelNote')} />
      ) : null}
      <div
        className={step === 'done' ? 'entry-offers' : 'entry-offers is-stale'}
        role="radiogroup"
        aria-label={t('price.choose')}
      >
        {open.map((offer) => (
          <OfferRow
            key={`${offer.channel.id} ${offer.service.id}`}
            offer={offer}
            shipDate={entry.options.shipDate}
            marks={[
              ...(offer === cheapest ? [t('price.cheapest')] : []),
              ...(offer === fastest && offer.days ? [t('price.fastest')] : []),
            ]}
            chosen={offer === chosen}
            disabled={disabled}
            onChoose={() => {
              // Who chooses by hand goes by no rule.
              if (entry.rateRule) onRule('');
              onChoose(choiceOf(offer));
            }}
          />
        ))}
      </div>
      {refused.length + closed.length > 0 ? (
        <details className="entry-closed" open={open.length === 0}>
          <summary>{t('price.closed', { count: refused.length + closed.length })}</summary>
          <ul>
            {refused.map((offer) => (
              <li key={`${offer.channel.id} ${offer.service.id}`}>
                <span>
                  {offer.service.name} · {offer.channel.name}
                </span>
                <small>{offer.reason?.message}</small>
              </li>
            ))}
            {closed.map(({ channel, why }) => (
              <li key={channel.id}>
                <span>{channel.name}</span>
                <small>{t(`price.${why}`)}</small>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}

function OfferRow({
  offer,
  shipDate,
  marks,
  chosen,
  disabled,
  onChoose,
}: {
  offer: Offer;
  shipDate: string;
  marks: readonly string[];
  chosen: boolean;
  disabled: boolean;
  onChoose: () => void;
}) {
  const t = useWords();
  const figures = useFigures();
  const { timeZone } = useValueContext();
  const { channel, service, currency, days, sale, cost, margin } = offer;
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
            : t('price.arrives', { days, day: figures.day(addWorkingDays(shipDate || clockIn(timeZone).today, days)) })}
        </span>
        <span className="entry-offer-total">{figures.money(totalOf(offer), currency)}</span>
      </label>
      {sale && cost ? (
        <p className="entry-offer-cost">
          {t('price.cost', { cost: figures.money(cost.total, currency) })}
          {margin === undefined ? null : (
            <span className={margin < 0 ? 'is-loss' : undefined}>
              {' '}
              {t('price.margin', { margin: figures.money(margin, currency) })}
            </span>
          )}
        </p>
      ) : null}
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
