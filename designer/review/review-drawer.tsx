import { Alert, App, Drawer, Tabs } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isScreen } from '../../engine/core/index.ts';
import {
  EmptyState,
  ErrorPanel,
  jobFailure,
  newKey,
  Skeleton,
  StatusTag,
  errorMessage,
  toDisplayError,
  WireError,
} from '../../engine/kit/index.ts';
import type { PublishPlan } from '../document/api.ts';
import { LongText, usePartWords } from '../panels/parts.tsx';
import { useDraft, useDraftStore } from '../store.ts';
import { useIssueLine } from '../use-designer-words.ts';
import { BeforeAfter } from './before-after.tsx';
import { BlockerList, completeAnswers, noAnswers, openBlockers, type Answers } from './blocker-card.tsx';
import { Bundle } from './bundle.tsx';
import { ChangeList } from './change-list.tsx';
import { Conflicts } from './conflicts.tsx';
import { IssueLink, Problems, useGoTo } from './problems.tsx';
import { Sentences } from './sentences.tsx';
import './review.css';
import { useAnswer } from '../tools/use-answer.ts';
import { useFollowed } from './use-followed.ts';

/** All that a publish would do, before it is done: changes, plan, rights, what stands against it, and the reason. */
export default function ReviewDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('designer');
  const entity = useDraft((state) => state.entity);
  const api = useDraft((state) => state.api);
  const saving = useDraft((state) => state.saving);
  const stamp = useDraft((state) => state.stamp);
  const store = useDraftStore();
  // What could not be sent would hold the publish up: it is sent again as the review opens.
  useEffect(() => {
    if (store.getState().saving === 'failed') store.getState().retry();
  }, [store]);
  // A plan is one of a draft as the server has it.
  const load = useCallback(
    () => (saving === 'saved' && stamp > 0 ? api.plan(entity) : new Promise<PublishPlan>(() => undefined)),
    [api, entity, saving, stamp],
  );
  const { answer: plan, error, again } = useAnswer(load);
  // Kept here, so that it survives reloading the plan and failures.
  const [input, setInput] = useState(emptyInput);
  return (
    <Drawer open width={720} title={t('review.title')} onClose={onClose} destroyOnHidden>
      {saving === 'saved' && stamp === 0 ? (
        <div className="drawer-panel">
          <EmptyState kind="nothing" compact title={t('change.none')} />
          <Bundle />
        </div>
      ) : (
        <>
          {error ? <ErrorPanel compact error={toDisplayError(error)} onRetry={again} /> : null}
          {plan ? <Review {...{ plan, input }} onInput={setInput} onDone={onClose} onAgain={again} /> : null}
          {plan || error ? null : <Skeleton shape="form" />}
        </>
      )}
    </Drawer>
  );
}

/** What the person says of a publish. */
interface PublishInput {
  readonly reason: string;
  readonly answers: Answers;
  /** The problems that were signed for: a later plan may have others. */
  readonly signed: string | null;
}
const emptyInput: PublishInput = { reason: '', answers: noAnswers, signed: null };

interface Reviewed {
  readonly plan: PublishPlan;
  readonly input: PublishInput;
  readonly onInput: (input: PublishInput) => void;
  readonly onDone: () => void;
  readonly onAgain: () => void;
}

function Review(props: Reviewed) {
  const { plan } = props;
  const { t } = useTranslation('designer');
  const conflicts = useDraft((state) => state.conflicts);
  const hasForm = useDraft((state) => !isScreen(state.document));
  const came = useDraft((state) => state.came);
  const goTo = useGoTo(props.onDone);
  const problems = plan.lint.filter(({ severity }) => severity !== 'hint').length;
  return (
    <div className="drawer-panel">
      {conflicts.length > 0 ? (
        <Alert type="warning" showIcon message={t('review.conflicts', { count: conflicts.length })} />
      ) : null}
      <Tabs
        className="review-tabs"
        items={[
          // What has to be decided comes first.
          ...(conflicts.length > 0
            ? [
                {
                  key: 'conflicts',
                  label: t('review.conflictsTab', { count: conflicts.length }),
                  children: <Conflicts />,
                },
              ]
            : []),
          // A screen moves no table: its changes come first.
          ...(hasForm ? [{ key: 'plan', label: t('review.plan'), children: <Steps plan={plan} /> }] : []),
          {
            key: 'changes',
            label: t('review.changes', { count: plan.changes.length }),
            children: <ChangeList changes={plan.changes} />,
          },
          ...(hasForm ? [{ key: 'visual', label: t('review.visual'), children: <BeforeAfter /> }] : []),
          {
            key: 'rights',
            label: t('review.rights', { count: plan.permissions.length }),
            children: <Permissions plan={plan} />,
          },
          { key: 'lint', label: t('review.lint', { count: problems }), children: <LintList plan={plan} onGo={goTo} /> },
          { key: 'users', label: t('review.users', { count: plan.users.length }), children: <Users plan={plan} /> },
          ...(came.length > 0
            ? [
                {
                  key: 'came',
                  label: t('review.came', { count: came.length }),
                  children: <ChangeList changes={came} />,
                },
              ]
            : []),
          { key: 'bundle', label: t('review.bundle'), children: <Bundle /> },
        ]}
      />
      <Publish {...props} />
    </div>
  );
}

/** What problems a person has signed for: these, and no others. */
const problemsOf = ({ problems = [] }: PublishPlan) => problems.map(({ code, path }) => `${code} ${path}`).join('\n');

/** What still stands in the way, as sentences. */
function useMissing(plan: PublishPlan, { reason, answers, signed }: Reviewed['input']): string[] {
  const { t } = useTranslation('designer');
  const saving = useDraft((state) => state.saving);
  const open = openBlockers(plan.blockers, answers);
  const hasProblems = (plan.problems ?? []).length > 0;
  return [
    ...(plan.changes.length === 0 && !plan.settles ? [t('change.none')] : []),
    ...(open.length > 0 ? [t('review.open', { count: open.length })] : []),
    ...(hasProblems && signed !== problemsOf(plan) ? [t('review.unsigned')] : []),
    ...(reason.trim() === '' ? [t('review.noReason')] : []),
    ...(saving === 'saved' ? [] : [t('review.unsaved')]),
  ];
}

/** What is missing before it can be published, and the way to do it. */
function usePublish({ plan, input, onDone, onAgain }: Reviewed) {
  const { t } = useTranslation('designer');
  const { message } = App.useApp();
  const api = useDraft((state) => state.api);
  const entity = useDraft((state) => state.entity);
  const stamp = useDraft((state) => state.stamp);
  const baseRevision = useDraft((state) => state.revision);
  const reload = useDraft((state) => state.reload);
  const [refused, setRefused] = useState('');
  const [busy, setBusy] = useState(false);
  const [key, setKey] = useState(newKey);
  const { going, follow } = useFollowed(api);
  const missing = useMissing(plan, input);
  const publish = async () => {
    if (missing.length > 0 || busy) return;
    setBusy(true);
    setRefused('');
    try {
      const answer = await api.publish(
        entity,
        {
          stamp,
          reason: input.reason.trim(),
          baseRevision,
          ...completeAnswers(input.answers),
          ...(plan.problems?.length ? { acceptProblems: input.signed === problemsOf(plan) } : {}),
        },
        key,
      );
      if ('job' in answer) {
        const { state, result } = await follow(answer.job);
        if (state === 'failed') throw jobFailure({ result });
        void message.success(t('review.done', result as { revision: number }));
      } else void message.success(t('review.done', { revision: answer.revision }));
      await reload();
      onDone();
    } catch (error) {
      // Refused is answered: what is sent next is another request.
      if (error instanceof WireError && error.status !== 0) setKey(newKey());
      // Another publish was faster: its changes are merged and shown.
      if (error instanceof WireError && error.status === 409) await reload();
      setRefused(
        [errorMessage(error), ...(error instanceof WireError ? error.issues.map((found) => found.message) : [])].join(
          ' ',
        ),
      );
      onAgain();
    } finally {
      setBusy(false);
    }
  };
  return { missing, refused, busy, going, publish };
}

/** What stands against it, with what would let it pass; the reason; and the button. */
function Publish(props: Reviewed) {
  const { plan, input, onInput, onDone } = props;
  const { t } = useTranslation('designer');
  const document = useDraft((state) => state.document);
  const goTo = useGoTo(onDone);
  const { missing, refused, busy, going, publish } = usePublish(props);
  const { problems = [] } = plan;
  const known = problemsOf(plan);
  return (
    <section className="review-publish" aria-label={t('review.publish')}>
      <BlockerList
        blockers={plan.blockers}
        answers={input.answers}
        document={document}
        onAnswer={(next) => onInput({ ...input, answers: next })}
        onGo={goTo}
      />
      {problems.length > 0 ? (
        <Problems
          found={problems}
          signed={input.signed === known}
          onSign={(signs) => onInput({ ...input, signed: signs ? known : null })}
          onGo={goTo}
        />
      ) : null}
      <LongText
        label={t('review.reason')}
        hint={t('review.reasonHint')}
        value={input.reason}
        onChange={(next) => onInput({ ...input, reason: next })}
      />
      {refused ? <Alert type="error" showIcon message={refused} /> : null}
      {going ? (
        <div className="review-going" role="status">
          <p>{t('review.going', { done: going.done, total: going.total ?? 0 })}</p>
          <progress aria-label={t('review.publish')} value={going.done} max={going.total ?? undefined} />
        </div>
      ) : null}
      <div className="panel-bar">
        <button
          type="button"
          className="button is-primary"
          disabled={busy || missing.length > 0}
          aria-describedby="review-missing"
          onClick={() => void publish()}
        >
          {t('review.publish')}
        </button>
        <span id="review-missing" className="panel-hint">
          {missing.join(' ')}
        </span>
      </div>
    </section>
  );
}

function Steps({ plan }: { plan: PublishPlan }) {
  const { t } = useTranslation('designer');
  const { sentences = [] } = plan;
  if (plan.steps.length === 0 && sentences.length === 0) return <p className="panel-hint">{t('review.noSteps')}</p>;
  return (
    <>
      <Sentences sentences={sentences} />
      {plan.steps.length > 0 ? <Statements steps={plan.steps} /> : null}
    </>
  );
}

/** The technical plan of a publish. */
function Statements({ steps }: { steps: PublishPlan['steps'] }) {
  const { t } = useTranslation('designer');
  return (
    <ol className="review-steps">
      {steps.map((step) => (
        <li key={step.sql}>
          <pre tabIndex={0}>{step.sql}</pre>
          <p className="panel-bar">
            <StatusTag
              tone={step.online ? 'good' : 'warn'}
              text={t(step.online ? 'review.online' : 'review.offline')}
            />
            <StatusTag
              tone={step.reversible ? 'good' : 'bad'}
              text={t(step.reversible ? 'review.reversible' : 'review.final')}
            />
            <span className="panel-hint">{t('review.lock', { lock: step.lock, rows: step.rows })}</span>
          </p>
        </li>
      ))}
    </ol>
  );
}

function Permissions({ plan }: { plan: PublishPlan }) {
  const { t } = useTranslation('designer');
  const words = usePartWords();
  if (plan.permissions.length === 0) return <p className="panel-hint">{t('review.noRights')}</p>;
  return (
    <ul className="change-list">
      {plan.permissions.map(({ role, code, change }) => (
        <li key={`${role}${code}${change}`}>
          <StatusTag tone={change === 'gained' ? 'good' : 'bad'} text={t(`review.${change}`)} />
          <span>{t('access.cell', { role: words.role(role), code: words.code(code) })}</span>
        </li>
      ))}
    </ul>
  );
}

function LintList({ plan, onGo }: { plan: PublishPlan; onGo: (path: string) => void }) {
  const { t } = useTranslation('designer');
  const line = useIssueLine();
  if (plan.lint.length === 0) return <p className="panel-hint">{t('lint.none')}</p>;
  return (
    <div className="findings">
      <ul>
        {plan.lint.map((found) => (
          <li key={found.code + found.path} data-severity={found.severity}>
            <IssueLink path={found.path} message={line(found)} onGo={onGo} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Users({ plan }: { plan: PublishPlan }) {
  const { t } = useTranslation('designer');
  if (plan.users.length === 0) return <p className="panel-hint">{t('review.noUsers')}</p>;
  return (
    <ul className="change-list">
      {plan.users.map(({ place, what }) => (
        <li key={place + what}>
          <code>{place}</code>
          <span>{what}</span>
        </li>
      ))}
    </ul>
  );
}
