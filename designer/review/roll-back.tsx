import { Alert } from 'antd';
import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { SchemaDocument } from '../../engine/core/index.ts';
import { ErrorPanel, newKey, Skeleton, errorMessage, toDisplayError, WireError } from '../../engine/kit/index.ts';
import type { PublishPlan, RollbackRequest } from '../document/api.ts';
import { LongText } from '../panels/parts.tsx';
import { useDraft } from '../store.ts';
import { useIssueLine } from '../use-designer-words.ts';
import { BlockerList, completeAnswers, noAnswers, openBlockers } from './blocker-card.tsx';
import { ChangeList } from './change-list.tsx';
import { Sentences } from './sentences.tsx';
import { useAnswer } from '../tools/use-answer.ts';

/** Rolls back: first its plan, then the reason and the button. */
export function RollBack({ revision, onDone }: { revision: number; onDone: () => Promise<void> }) {
  const api = useDraft((state) => state.api);
  const entity = useDraft((state) => state.entity);
  const load = useCallback(
    () =>
      Promise.all([
        api.rollbackPlan(entity, revision, newKey()),
        api.revision(entity, revision).then(({ document }) => document),
      ]),
    [api, entity, revision],
  );
  const { answer, error, again } = useAnswer(load);
  const failure = error ? <ErrorPanel compact error={toDisplayError(error)} onRetry={again} /> : null;
  if (!answer) return failure ?? <Skeleton shape="form" />;
  const [plan, document] = answer;
  return (
    <>
      {failure}
      <RollBackForm revision={revision} plan={plan} document={document} onDone={onDone} onRefused={again} />
    </>
  );
}

function RollBackForm({
  revision,
  plan,
  document,
  onDone,
  onRefused,
}: {
  revision: number;
  plan: PublishPlan;
  document: SchemaDocument;
  onDone: () => Promise<void>;
  onRefused: () => void;
}) {
  const { t } = useTranslation('designer');
  const [reason, setReason] = useState('');
  const [answers, setAnswers] = useState(noAnswers);
  const { rollBack, busy, refused } = useRollBack(revision, { onDone, onRefused });
  const form = useRef<HTMLFormElement>(null);
  // The plan opens below what was pressed.
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const open = openBlockers(plan.blockers, answers).length;
  const isReady = reason.trim() !== '' && open === 0 && plan.changes.length > 0;
  const go = async (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !busy) await rollBack({ reason: reason.trim(), ...completeAnswers(answers) });
  };
  return (
    <form ref={form} className="drawer-panel" onSubmit={(event) => void go(event)}>
      <h3>{t('review.wayBack', { revision })}</h3>
      <Sentences sentences={plan.sentences ?? []} />
      {plan.lint.length > 0 ? <Findings issues={plan.lint} /> : null}
      <details>
        <summary>{t('review.changes', { count: plan.changes.length })}</summary>
        <ChangeList changes={plan.changes} />
      </details>
      <BlockerList blockers={plan.blockers} answers={answers} document={document} onAnswer={setAnswers} />
      <LongText
        label={t('review.rollBackReason')}
        hint={t('review.rollBackHint', { revision })}
        value={reason}
        onChange={setReason}
      />
      {refused ? <Alert type="error" showIcon message={refused} /> : null}
      <div className="panel-bar">
        <button type="submit" className="button is-primary" disabled={!isReady || busy}>
          {t('review.rollBackNow', { revision })}
        </button>
        {open > 0 ? <span className="panel-hint">{t('review.open', { count: open })}</span> : null}
      </div>
    </form>
  );
}

/** Rolls back once per press; an answer that did not arrive is asked for again under the same key. */
function useRollBack(revision: number, { onDone, onRefused }: { onDone: () => Promise<void>; onRefused: () => void }) {
  const api = useDraft((state) => state.api);
  const entity = useDraft((state) => state.entity);
  const [key, setKey] = useState(newKey);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  const rollBack = async (request: RollbackRequest) => {
    setBusy(true);
    setRefused('');
    try {
      await api.rollback(entity, { revision, ...request }, key);
      await onDone();
    } catch (error) {
      if (error instanceof WireError && error.status !== 0) setKey(newKey());
      const issues = error instanceof WireError ? error.issues.map(({ message }) => message) : [];
      setRefused([errorMessage(error), ...issues].join(' '));
      setBusy(false);
      onRefused();
    }
  };
  return { rollBack, busy, refused };
}

function Findings({ issues }: { issues: PublishPlan['lint'] }) {
  const line = useIssueLine();
  return (
    <div className="findings">
      <ul>
        {issues.map((found) => (
          <li key={found.code + found.path} data-severity={found.severity}>
            {line(found)}
          </li>
        ))}
      </ul>
    </div>
  );
}
