import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isScreen, type EntityDocument, type SchemaDocument } from '../../engine/core/index.ts';
import type { PublishPlan, PublishRequest } from '../document/api.ts';
import { Labelled, Pick, usePartWords } from '../panels/parts.tsx';
import { useDesigner } from '../store.ts';
import { IssueLink } from './problems.tsx';

type Blocker = PublishPlan['blockers'][number];
export type MoneyTreatment = NonNullable<PublishRequest['money']>[string];

/** What a person names when they answer a blocker: a state, a field, or `items.worth` for a field of a sub-table. */
export const subjectOf = ({ path, needs }: Blocker): string => {
  const steps = path.split('.').filter((step, at) => !(step === 'fields' && at % 2 === 0));
  return needs === 'mapping' ? (steps.at(-1) ?? path) : steps.slice(0, needs === 'money' ? -1 : undefined).join('.');
};

export const isTreatment = (treatment: MoneyTreatment | undefined): boolean =>
  treatment === 'keep' || treatment === 'empty' || (typeof treatment === 'object' && Number(treatment.rate) > 0);

/** What a person says about records in the way, by state or field. */
export interface Answers {
  readonly mapping: Readonly<Record<string, string>>;
  readonly backfill: Readonly<Record<string, string>>;
  readonly money: Readonly<Record<string, MoneyTreatment>>;
}

export const noAnswers: Answers = { mapping: {}, backfill: {}, money: {} };

/** Those of the answers that say something, as the server takes them. */
export const completeAnswers = (answers: Answers): Partial<Answers> =>
  Object.fromEntries(Object.entries(answers).filter(([, each]) => Object.keys(each).length > 0));

/** What still blocks publishing. */
export const openBlockers = (blockers: readonly Blocker[], { mapping, backfill, money }: Answers): readonly Blocker[] =>
  blockers.filter((blocker) => {
    const name = subjectOf(blocker);
    if (blocker.accepts) return false;
    if (blocker.needs === 'money') return !isTreatment(money[name]);
    return !(blocker.needs === 'mapping' ? mapping[name] : blocker.needs === 'backfill' ? backfill[name] : undefined);
  });

/** The blockers of a publish or rollback. `document` is the draft or the earlier revision. */
export function BlockerList({
  blockers,
  answers,
  document,
  onAnswer,
  onGo,
}: {
  blockers: readonly Blocker[];
  answers: Answers;
  document: SchemaDocument;
  onAnswer: (answers: Answers) => void;
  /** Goes to the place of the draft that a blocker is about; a rollback has none. */
  onGo?: (path: string) => void;
}) {
  const { mapping, backfill, money } = answers;
  return blockers
    .filter(({ accepts }) => !accepts)
    .map((blocker) => {
      const key = blocker.code + blocker.path;
      const name = subjectOf(blocker);
      return (
        <article key={key} className="review-blocker">
          <p>
            <strong>
              {onGo ? <IssueLink path={blocker.path} message={blocker.message} onGo={onGo} /> : blocker.message}
            </strong>
          </p>
          {isScreen(document) ? null : (
            <BlockingRecords
              blocker={blocker}
              document={document}
              mapped={mapping[name] ?? ''}
              filled={backfill[name] ?? ''}
              treatment={money[name]}
              onMap={(to) => onAnswer({ ...answers, mapping: { ...mapping, [name]: to } })}
              onFill={(value) => onAnswer({ ...answers, backfill: { ...backfill, [name]: value } })}
              onMoney={(value) => onAnswer({ ...answers, money: { ...money, [name]: value } })}
            />
          )}
        </article>
      );
    });
}

/** Records by the value that they share; all together where they share none. */
function alikeIn(records: Blocker['records']): readonly (readonly [string, Blocker['records']])[] {
  const groups = new Map<string, Blocker['records'][number][]>();
  for (const record of records) groups.set(record.alike ?? '', [...(groups.get(record.alike ?? '') ?? []), record]);
  return [...groups];
}

/** The records that a blocker is about, and what would let it pass. */
function BlockingRecords({
  blocker,
  document,
  mapped,
  filled,
  treatment,
  onMap,
  onFill,
  onMoney,
}: {
  blocker: Blocker;
  document: EntityDocument;
  mapped: string;
  filled: string;
  treatment: MoneyTreatment | undefined;
  onMap: (to: string) => void;
  onFill: (value: string) => void;
  onMoney: (treatment: MoneyTreatment) => void;
}) {
  const { t } = useTranslation('designer');
  const words = usePartWords();
  const states = document.meta.workflow?.states;
  const subject = subjectOf(blocker);
  return (
    <>
      <RecordLinks blocker={blocker} />
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
      <MoneyAnswer asked={blocker.needs === 'money'} treatment={treatment} onMoney={onMoney} />
    </>
  );
}

/** The records that stand in the way, those of one value together, and the list of all of them. */
function RecordLinks({ blocker }: { blocker: Blocker }) {
  const { t } = useTranslation('designer');
  const path = useDesigner((state) => state.published?.meta.path ?? state.document.meta.path);
  return (
    <>
      {alikeIn(blocker.records).map(([alike, records]) => (
        <p key={alike} className="review-records">
          {alike ? <strong>{t('review.alike', { value: alike })}</strong> : null}
          {records.map(({ id, title }) => (
            <Link key={id} to={`/${path}/${id}`} target="_blank" rel="noreferrer">
              {title}
            </Link>
          ))}
        </p>
      ))}
      {blocker.filter && blocker.count > 1 ? (
        <p className="review-records">
          <Link to={`/${path}?${new URLSearchParams(blocker.filter).toString()}`} target="_blank" rel="noreferrer">
            {t('review.showAll', { count: blocker.filter['id.in']?.split(',').length ?? blocker.count })}
          </Link>
        </p>
      ) : null}
    </>
  );
}

interface MoneyAnswerProps {
  asked: boolean;
  treatment: MoneyTreatment | undefined;
  onMoney: (treatment: MoneyTreatment) => void;
}

/** What becomes of amounts whose currency changes, and at which rate. */
function MoneyAnswer({ asked, treatment, onMoney }: MoneyAnswerProps) {
  const { t } = useTranslation('designer');
  return (
    <>
      {asked ? (
        <Pick
          label={t('review.money')}
          value={typeof treatment === 'object' ? 'rate' : (treatment ?? '')}
          choices={[
            { value: '', label: t('rules.choose') },
            ...(['rate', 'keep', 'empty'] as const).map((value) => ({ value, label: t(`review.money.${value}`) })),
          ]}
          onChange={(to) => onMoney(to === 'keep' || to === 'empty' ? to : { rate: '' })}
        />
      ) : null}
      {typeof treatment === 'object' ? (
        <Labelled label={t('review.rate')}>
          {({ id }) => (
            <input
              id={id}
              inputMode="decimal"
              value={treatment.rate}
              onChange={(event) => onMoney({ rate: event.target.value.trim() })}
            />
          )}
        </Labelled>
      ) : null}
    </>
  );
}
