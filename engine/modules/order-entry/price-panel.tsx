import { Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { EmptyState, ErrorPanel, toDisplayError } from '../../kit/index.ts';
import type { Choice, Entry } from './entry.ts';
import { OfferRow } from './offer-row.tsx';
import { choiceOf, isChoice, sorted, type By, type Offer } from './offers.ts';
import type { useLivePrice } from './use-live-price.ts';
import { RuleField } from './rule-field.tsx';
import { useDesk, useWords } from './wording.ts';

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
  const { disabled } = useDesk();
  const [by, setBy] = useState<By>('price');
  const { step, offers, closed } = price;
  const open = sorted(
    offers.filter(({ available }) => available),
    by,
  );
  const refused = offers.filter(({ available }) => !available);
  const { choice } = entry;
  const chosen = open.find((offer) => isChoice(offer, choice));
  useChoiceByItself({ entry, price, open, onChoose, onPick });
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
        {open.length > 1 ? <SortChoice by={by} onChange={setBy} /> : null}
      </div>
      <RuleField entry={entry} disabled={disabled} onChange={onRule} />
      <PriceState {...{ entry, price }} isGone={choice !== null && !chosen} />
      <div
        className={step === 'done' ? 'entry-offers' : 'entry-offers is-stale'}
        role="radiogroup"
        aria-label={t('price.choose')}
      >
        {open.map((offer) => (
          <OfferRow
            key={`${offer.channel.id} ${offer.service.id}`}
            offer={offer}
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
      {refused.length + closed.length > 0 ? <ClosedOffers {...{ refused, closed }} open={open.length === 0} /> : null}
    </section>
  );
}

function SortChoice({ by, onChange }: { by: By; onChange: (by: By) => void }) {
  const t = useWords();
  return (
    <Segmented<By>
      size="small"
      value={by}
      aria-label={t('price.by')}
      options={(['price', 'days'] as const).map((value) => ({ value, label: t(`price.by.${value}`) }))}
      onChange={onChange}
    />
  );
}

/** What the rule takes, and a single possibility, are chosen without asking. */
function useChoiceByItself({
  entry,
  price,
  open,
  onChoose,
  onPick,
}: Pick<Props, 'entry' | 'price' | 'onChoose' | 'onPick'> & { open: readonly Offer[] }) {
  const { choice } = entry;
  const { step, pick } = price;
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
}

/** Why there is nothing to choose, or what became of the choice. */
function PriceState({ entry, price, isGone }: Pick<Props, 'entry' | 'price'> & { isGone: boolean }) {
  const t = useWords();
  const { faults } = useDesk();
  const { step, offers, closed, pick, error, again } = price;
  return (
    <>
      {entry.rateRule && step === 'done' && pick ? (
        <p className={pick.picked ? 'entry-pick' : 'entry-warning'} role="status">
          {pick.text}
        </p>
      ) : null}
      {faults['choice'] ? <p className="entry-fault">{faults['choice']}</p> : null}
      {step === 'failed' ? <ErrorPanel compact error={toDisplayError(error)} onRetry={again} /> : null}
      {step === 'waiting' ? <p className="entry-quiet">{t('price.waiting')}</p> : null}
      {step === 'asking' && offers.length === 0 ? <p className="entry-quiet">{t('price.asking')}</p> : null}
      {step === 'done' && isGone ? <p className="entry-warning">{t('price.gone')}</p> : null}
      {step === 'done' && offers.length === 0 && closed.length === 0 ? (
        <EmptyState kind="nothing" compact title={t('price.noChannel')} note={t('price.noChannelNote')} />
      ) : null}
    </>
  );
}

/** Services that cannot be had, each with its reason. */
function ClosedOffers({
  refused,
  closed,
  open,
}: {
  refused: readonly Offer[];
  closed: Props['price']['closed'];
  open: boolean;
}) {
  const t = useWords();
  return (
    <details className="entry-closed" open={open}>
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
  );
}
