import type { Form } from '@formily/core';
import type { ISchema } from '@formily/json-schema';
import { observer } from '@formily/react';
import { Alert } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Issue } from '../../../core/index.ts';
import type { WireRecord } from '../../data/data-client.ts';
import { failedWith, isUnreached, type Failed } from '../../data/display-error.ts';
import { ErrorSummary, goTo } from './error-summary.tsx';
import { useFieldHost } from '../controls/field-host.tsx';
import type { FormTools } from '../controls/form-tools.tsx';
import { FormView } from './form-view.tsx';
import { useIssueWords } from '../controls/issue-words.ts';

type ShownIssue = Issue & { message?: string };

/** How one record fared: before the server was asked, or after. */
export interface RowReport {
  record: WireRecord;
  ok: boolean;
  issues: readonly ShownIssue[];
}

export interface ActionBodyProps {
  /** The forecast as text, with the values typed so far. */
  question: (typed: Readonly<Record<string, unknown>>) => string | null;
  /** What the decision is about. */
  evidence: ReactNode;
  form: Form;
  schema: ISchema | null;
  tools: FormTools;
  issues: readonly ShownIssue[];
  attempts: number;
  refusal: { status: number; message: string; code: number; traceId: string } | null;
  /** What a refusal has kept from being done. */
  what: Failed;
  /** Records that will be sent, of how many. */
  ready: number;
  total: number;
  refused: readonly RowReport[];
  results: readonly RowReport[] | null;
}

/** The inside of an action's dialog: the consequence, who can and who cannot, what is asked, and how each record fared. */
export function ActionBody(props: ActionBodyProps) {
  const { question, evidence, form, schema, tools, issues, attempts, refusal, what, ready, total, refused, results } =
    props;
  const { t } = useTranslation();
  // A single error of a field that is asked for is shown inline and focused. One of another field of the record, such as
  // a service without a price, has no place here but the summary.
  const [first] = issues;
  const only = issues.length === 1 && first && form.query(first.path.replace(/[.[].*/, '')).take() ? first : undefined;
  const show = useRef(() => {});
  show.current = () => only && goTo(tools, only.path);
  useEffect(() => {
    if (attempts > 0) show.current();
  }, [attempts]);
  if (results) return <Reports reports={results} />;
  return (
    <div className="action-body">
      <Question form={form} question={question} />
      {evidence}
      {total > 1 ? <p className="action-count">{t('action.count', { ready, count: total })}</p> : null}
      {refused.length > 0 ? (
        <details className="action-refused" open={ready === 0}>
          <summary>{t('action.refused', { count: refused.length })}</summary>
          <ReportList reports={refused} />
        </details>
      ) : null}
      {only ? null : <ErrorSummary issues={issues} tools={tools} attempts={attempts} />}
      {refusal ? <Refused refusal={refusal} what={what} /> : null}
      {schema && ready > 0 ? <FormView form={form} schema={schema} tools={tools} issues={issues} /> : null}
    </div>
  );
}

/** Drawn again with every key, so that the sentence names the amount that will be sent. */
const Question = observer(function Question({ form, question }: Pick<ActionBodyProps, 'form' | 'question'>) {
  const words = question(form.values as Record<string, unknown>);
  return words ? <p className="action-question">{words}</p> : null;
});

/** Words that follow what is typed: the heading and the button of the dialog. */
export const FollowingWords = observer(function FollowingWords({
  form,
  words,
}: {
  form: Form;
  words: (typed: Readonly<Record<string, unknown>>) => string;
}) {
  return <>{words(form.values as Record<string, unknown>)}</>;
});

function Refused({ refusal, what }: { refusal: NonNullable<ActionBodyProps['refusal']>; what: Failed }) {
  const { t } = useTranslation();
  const stale = refusal.status === 409;
  const offline = isUnreached(refusal);
  const reason = failedWith(what, refusal.message || t('form.refused'));
  const words = stale ? t('action.stale') : offline ? t('form.offline') : reason;
  const marks = [refusal.code && !stale ? `${t('ui.code')} ${refusal.code}` : '', refusal.traceId]
    .filter(Boolean)
    .join(' · ');
  return (
    <Alert
      type="error"
      role="alert"
      showIcon
      message={words}
      description={(offline ? t('form.offlineNote') : marks) || undefined}
    />
  );
}

function Reports({ reports }: { reports: readonly RowReport[] }) {
  const { t } = useTranslation();
  const failed = reports.filter(({ ok }) => !ok);
  return (
    <div className="action-body" role="status">
      <p className="action-count">
        {t('action.result', { done: reports.length - failed.length, count: reports.length })}
      </p>
      {failed.length > 0 ? <ReportList reports={failed} /> : null}
    </div>
  );
}

function ReportList({ reports }: { reports: readonly RowReport[] }) {
  const { entity, words } = useFieldHost();
  const issueWords = useIssueWords();
  return (
    <ul className="action-rows">
      {reports.map(({ record, issues }) => (
        <li key={record.id}>
          <strong>{String(record[entity.title.name] ?? record.id)}</strong>
          <span>{issues.map((one) => issueWords(one, words.field(one.path))).join(' ')}</span>
        </li>
      ))}
    </ul>
  );
}
