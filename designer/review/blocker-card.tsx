import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PublishPlan, PublishRequest } from '../document/api.ts';
import { Labelled, Pick, Tick, usePartWords } from '../panels/parts.tsx';
import { useDesigner } from '../store.ts';

type Blocker = PublishPlan['blockers'][number];
export type MoneyFate = NonNullable<PublishRequest['money']>[string];

/** What a person names when they answer a blocker: a state, a field, or `items.worth` for a field of a sub-table. */
export const subjectOf = ({ path, needs }: Blocker): string => {
  const steps = path.split('.').filter((step, at) => !(step === 'fields' && at % 2 === 0));
  return needs === 'mapping' ? (steps.at(-1) ?? path) : steps.slice(0, needs === 'money' ? -1 : undefined).join('.');
};

export const isFate = (fate: MoneyFate | undefined): boolean =>
  fate === 'keep' || fate === 'empty' || (typeof fate === 'object' && Number(fate.rate) > 0);

/** One thing that stands in the way, the records that it is about, and what would let it pass. */
export function BlockerCard({
  blocker,
  mapped,
  filled,
  fate,
  onMap,
  onFill,
  onMoney,
}: {
  blocker: Blocker;
  mapped: string;
  filled: string;
  fate: MoneyFate | undefined;
  onMap: (to: string) => void;
  onFill: (value: string) => void;
  onMoney: (fate: MoneyFate) => void;
}) {
  const { t } = useTranslation('designer');
  const words = usePartWords();
  const path = useDesigner((state) => state.published?.meta.path ?? state.document.meta.path);
  const states = useDesigner((state) => state.document.meta.workflow?.states);
  const rest = blocker.count - blocker.records.length;
  const subject = subjectOf(blocker);
  return (
    <article className="review-blocker">
      <p>
        <strong>{blocker.message}</strong>
      </p>
      {blocker.records.length > 0 ? (
        <p className="review-records">
          {blocker.records.map(({ id, title }) => (
            <Link key={id} to={`/${path}/${id}`} target="_blank" rel="noreferrer">
              {title}
            </Link>
          ))}
          {rest > 0 && blocker.filter ? (
            <Link to={`/${path}?${new URLSearchParams(blocker.filter).toString()}`} target="_blank" rel="noreferrer">
              {t('review.more', { count: rest })}
            </Link>
          ) : null}
        </p>
      ) : null}
      {blocker.needs === 'mapping' ? (
        <Pick
          label={t('review.mapTo')}
          value={mapped}
          choices={[
            { value: '', label: t('rules.choose') },
            ...Object.keys(states ?? {}).map((value) => ({ value, label: words.state(value) })),
          ]}
          onChange={onMap}
        />
      ) : null}
      {blocker.needs === 'backfill' ? (
        <Labelled label={t('review.fillWith', { field: words.field(subject) })}>
          {({ id }) => <input id={id} value={filled} onChange={(event) => onFill(event.target.value)} />}
        </Labelled>
      ) : null}
      {blocker.needs === 'money' ? (
        <Pick
          label={t('review.money')}
          value={typeof fate === 'object' ? 'rate' : (fate ?? '')}
          choices={[
            { value: '', label: t('rules.choose') },
            ...(['rate', 'keep', 'empty'] as const).map((value) => ({ value, label: t(`review.money.${value}`) })),
          ]}
          onChange={(to) => onMoney(to === 'keep' || to === 'empty' ? to : { rate: '' })}
        />
      ) : null}
      {typeof fate === 'object' ? (
        <Labelled label={t('review.rate')}>
          {({ id }) => (
            <input
              id={id}
              inputMode="decimal"
              value={fate.rate}
              onChange={(event) => onMoney({ rate: event.target.value.trim() })}
            />
          )}
        </Labelled>
      ) : null}
    </article>
  );
}

/** Problems that somebody may sign for: published all the same, and kept in the history with the reason. */
export function Problems({
  found,
  signed,
  onSign,
}: {
  found: readonly Blocker[];
  signed: boolean;
  onSign: (signed: boolean) => void;
}) {
  const { t } = useTranslation('designer');
  return (
    <article className="review-blocker">
      <p>
        <strong>{t('review.problems', { count: found.length })}</strong>
      </p>
      <ul>
        {found.slice(0, shown).map(({ code, path, message }) => (
          <li key={code + path}>{message}</li>
        ))}
      </ul>
      {found.length > shown ? <p className="panel-hint">{t('review.more', { count: found.length - shown })}</p> : null}
      <Tick label={t('review.accept')} checked={signed} onChange={onSign} />
    </article>
  );
}

const shown = 5;
