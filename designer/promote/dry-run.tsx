import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isScreen, type Change, type SchemaDocument } from '../../engine/core/index.ts';
import { StatusTag, useCulture } from '../../engine/kit/index.ts';
import type { PublishPlan } from '../document/api.ts';
import { Labelled, LongText, Pick, Tick } from '../panels/parts.tsx';
import { completeAnswers, noAnswers, openBlockers, subjectOf, type Answers } from '../review/blocker-card.tsx';
import { labelAt } from '../use-designer-words.ts';
import { keyOf, nameOf, partsOf, type Bundle } from './bundle-parts.ts';

type Blocker = PublishPlan['blockers'][number];

/** What the server says it would do, part by part. */
export interface DryAnswer {
  readonly entities: readonly {
    readonly entity: string;
    readonly changes: readonly Change[];
    readonly blockers: readonly Blocker[];
  }[];
}

export interface PromoteRequest {
  readonly reason: string;
  readonly acceptProblems: boolean;
  /** By entity. */
  readonly given: Readonly<Record<string, Partial<Answers>>>;
}

/** What a bundle would change here, what its records need, and the button: all of it goes live at once, or nothing. */
export function DryRun({
  bundle,
  answer,
  onPublish,
}: {
  bundle: Bundle;
  answer: DryAnswer;
  onPublish: (request: PromoteRequest) => Promise<void>;
}) {
  const { t } = useTranslation('designer');
  const [answers, setAnswers] = useState<Readonly<Record<string, Answers>>>({});
  const [reason, setReason] = useState('');
  const [signed, setSigned] = useState(false);
  const [busy, setBusy] = useState(false);
  const open = answer.entities.flatMap(({ entity, blockers }) => openBlockers(blockers, answers[entity] ?? noAnswers));
  const problems = answer.entities.flatMap(({ blockers }) => blockers.filter(({ accepts }) => accepts));
  const changes = answer.entities.filter((each) => each.changes.length > 0).length;
  const isReady = changes > 0 && open.length === 0 && reason.trim() !== '' && (problems.length === 0 || signed);
  const publish = async () => {
    setBusy(true);
    const given = Object.fromEntries(Object.entries(answers).map(([entity, each]) => [entity, completeAnswers(each)]));
    await onPublish({ reason: reason.trim(), acceptProblems: signed, given });
    setBusy(false);
  };
  return (
    <div className="drawer-panel">
      <Parts
        bundle={bundle}
        answer={answer}
        answers={answers}
        onAnswer={(entity, next) => setAnswers({ ...answers, [entity]: next })}
      />
      {problems.length > 0 ? <Tick label={t('review.accept')} checked={signed} onChange={setSigned} /> : null}
      <LongText label={t('review.reason')} hint={t('review.reasonHint')} value={reason} onChange={setReason} />
      <div className="panel-bar">
        <button type="button" className="button is-primary" disabled={!isReady || busy} onClick={() => void publish()}>
          {t('promote.publish')}
        </button>
        <span className="panel-hint">
          {changes === 0 ? t('change.none') : open.length > 0 ? t('review.open', { count: open.length }) : ''}
        </span>
      </div>
    </div>
  );
}

function Parts({
  bundle,
  answer,
  answers,
  onAnswer,
}: {
  bundle: Bundle;
  answer: DryAnswer;
  answers: Readonly<Record<string, Answers>>;
  onAnswer: (entity: string, answers: Answers) => void;
}) {
  const { t } = useTranslation('designer');
  const culture = useCulture();
  const documents = new Map(partsOf(bundle).map((part) => [keyOf(part), part]));
  return (
    <ul className="change-list">
      {answer.entities.map(({ entity, changes: found, blockers }) => {
        const part = documents.get(entity) ?? documents.get(`screen:${entity}`);
        return (
          <li key={entity}>
            <StatusTag
              tone={found.length > 0 ? 'info' : 'neutral'}
              text={t('promote.changes', { count: found.length })}
            />
            <div>
              <strong>{part ? nameOf(part, culture) : entity}</strong>
              {blockers.map((blocker) => (
                <Question
                  key={blocker.code + blocker.path}
                  blocker={blocker}
                  document={part?.document ?? null}
                  answers={answers[entity] ?? noAnswers}
                  onAnswer={(next) => onAnswer(entity, next)}
                />
              ))}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** What stands against a part, and what would let it pass. */
function Question({
  blocker,
  document,
  answers,
  onAnswer,
}: {
  blocker: Blocker;
  document: SchemaDocument | null;
  answers: Answers;
  onAnswer: (answers: Answers) => void;
}) {
  const { t } = useTranslation('designer');
  const culture = useCulture();
  const name = subjectOf(blocker);
  const states = document && !isScreen(document) ? Object.keys(document.meta.workflow?.states ?? {}) : [];
  const choose = { value: '', label: t('rules.choose') };
  return (
    <div className="review-blocker">
      <p>{blocker.message}</p>
      {blocker.needs === 'mapping' ? (
        <Pick
          label={t('review.mapTo')}
          value={answers.mapping[name] ?? ''}
          choices={[
            choose,
            ...states.map((value) => ({
              value,
              label: labelAt(document?.texts[culture], `states.${value}`) ?? value,
            })),
          ]}
          onChange={(to) => onAnswer({ ...answers, mapping: { ...answers.mapping, [name]: to } })}
        />
      ) : null}
      {blocker.needs === 'backfill' ? (
        <Labelled label={t('review.fillWith', { field: labelAt(document?.texts[culture], `fields.${name}`) ?? name })}>
          {({ id }) => (
            <input
              id={id}
              value={answers.backfill[name] ?? ''}
              onChange={(event) =>
                onAnswer({ ...answers, backfill: { ...answers.backfill, [name]: event.target.value } })
              }
            />
          )}
        </Labelled>
      ) : null}
      {blocker.needs === 'money' ? <Money name={name} answers={answers} onAnswer={onAnswer} /> : null}
    </div>
  );
}

/** What becomes of amounts whose currency changes. */
function Money({ name, answers, onAnswer }: { name: string; answers: Answers; onAnswer: (answers: Answers) => void }) {
  const { t } = useTranslation('designer');
  const treatment = answers.money[name];
  const setMoney = (value: Answers['money'][string]) =>
    onAnswer({ ...answers, money: { ...answers.money, [name]: value } });
  return (
    <>
      <Pick
        label={t('review.money')}
        value={typeof treatment === 'object' ? 'rate' : (treatment ?? '')}
        choices={[
          { value: '', label: t('rules.choose') },
          ...(['rate', 'keep', 'empty'] as const).map((value) => ({ value, label: t(`review.money.${value}`) })),
        ]}
        onChange={(to) => setMoney(to === 'keep' || to === 'empty' ? to : { rate: '' })}
      />
      {typeof treatment === 'object' ? (
        <Labelled label={t('review.rate')}>
          {({ id }) => (
            <input
              id={id}
              inputMode="decimal"
              value={treatment.rate}
              onChange={(event) => setMoney({ rate: event.target.value.trim() })}
            />
          )}
        </Labelled>
      ) : null}
    </>
  );
}
