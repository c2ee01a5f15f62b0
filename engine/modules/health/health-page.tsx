import { App } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  EmptyState,
  ErrorPanel,
  newKey,
  PageHeader,
  Skeleton,
  StatusTag,
  toDisplayError,
  useConfirm,
  useCulture,
  useDataClient,
  useHasPermission,
  wordsOf,
} from '../../kit/index.ts';
import './health.css';

type Tone = 'good' | 'warn' | 'bad';

interface FailedJob {
  readonly id: string;
  readonly task: string;
  readonly kind: string;
  readonly tenant: string | null;
  readonly attempts: number;
  readonly error: string | null;
  readonly at: string;
  readonly retry: boolean;
}

interface Board {
  readonly checks: readonly { check: string; tone: Tone; facts: Record<string, string | number> }[];
  readonly jobs: readonly FailedJob[];
}

const pollEvery = 30_000;
const order: readonly Tone[] = ['bad', 'warn', 'good'];

/** Everything an operator must know, the worst first, and the jobs that need a person. */
export default function HealthPage() {
  const t = useTranslation(wordsOf('health')).t;
  const culture = useCulture();
  const { board, at, error, load } = useBoard();
  if (!board || !at)
    return error ? <ErrorPanel error={toDisplayError(error)} onRetry={load} /> : <Skeleton shape="page" />;
  const checks = board.checks.toSorted((one, other) => order.indexOf(one.tone) - order.indexOf(other.tone));
  const worst = checks[0]?.tone ?? 'good';
  const time = new Intl.DateTimeFormat(culture, { timeStyle: 'medium' }).format(at);
  return (
    <div className="health-page">
      <PageHeader
        title={t('title')}
        note={t('note', { time })}
        actions={
          <button type="button" className="button" onClick={load}>
            {t('refresh')}
          </button>
        }
      />
      {error ? <ErrorPanel error={toDisplayError(error)} onRetry={load} /> : null}
      <p className="health-summary" data-tone={worst} role="status">
        {t(`summary.${worst}`)}
      </p>
      <ul className="health-checks">
        {checks.map(({ check, tone, facts }) => (
          <li key={check} data-tone={tone}>
            <h2>{t(`check.${check}`)}</h2>
            <StatusTag tone={tone} text={t(`tone.${tone}`)} />
            <p>{t(`finding.${tone}.${check}`, facts)}</p>
          </li>
        ))}
      </ul>
      <Jobs jobs={board.jobs} onDone={load} />
    </div>
  );
}

/** Asks again every half minute while the page is in sight. */
function useBoard() {
  const client = useDataClient();
  const [found, setFound] = useState<{ board: Board; at: Date } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const load = useCallback(() => {
    client.send<Board>('Health/board', {}, newKey()).then(
      (board) => {
        setFound({ board, at: new Date() });
        setError(null);
      },
      (failure: unknown) => setError(failure),
    );
  }, [client]);
  useEffect(() => {
    load();
    const timer = setInterval(() => document.hidden || load(), pollEvery);
    return () => clearInterval(timer);
  }, [load]);
  return { board: found?.board ?? null, at: found?.at ?? null, error, load };
}

function Jobs({ jobs, onDone }: { jobs: readonly FailedJob[]; onDone(): void }) {
  const t = useTranslation(wordsOf('health')).t;
  const client = useDataClient();
  const mayChange = useHasPermission('sysTimers:edit');
  const { message } = App.useApp();
  const [error, setError] = useState<unknown>(null);
  const send = (path: 'Health/retry' | 'Health/drop', ids: readonly string[]) =>
    client.send<{ count: number }>(path, { ids }, newKey()).then(({ count }) => {
      void message.success(t(path === 'Health/retry' ? 'jobs.retried' : 'jobs.dropped', { count }));
      setError(null);
      onDone();
    }, setError);
  const retried = jobs.filter(({ retry }) => retry).map(({ id }) => id);
  return (
    <section className="health-jobs">
      <header>
        <h2>{t('jobs.title')}</h2>
        {mayChange && retried.length > 1 ? (
          <button type="button" className="button" onClick={() => void send('Health/retry', retried)}>
            {t('jobs.retryAll')}
          </button>
        ) : null}
      </header>
      {error ? <ErrorPanel error={toDisplayError(error)} /> : null}
      {jobs.length === 0 ? <EmptyState kind="nothing" title={t('jobs.none')} note={t('jobs.noneNote')} /> : null}
      <ul>
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} onSend={mayChange ? send : null} />
        ))}
      </ul>
    </section>
  );
}

interface JobRowProps {
  readonly job: FailedJob;
  /** Null for readers who may not change anything. */
  readonly onSend: ((path: 'Health/retry' | 'Health/drop', ids: readonly string[]) => Promise<void>) | null;
}

function JobRow({ job, onSend }: JobRowProps) {
  const t = useTranslation(wordsOf('health')).t;
  const culture = useCulture();
  const confirm = useConfirm();
  const tenant = job.tenant ?? t('jobs.platform');
  const time = new Intl.DateTimeFormat(culture, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(job.at));
  const drop = async () => {
    const content = t('jobs.dropNote', { task: job.task, tenant });
    const sure = await confirm({ title: t('jobs.dropConfirm'), content, okText: t('jobs.drop'), danger: true });
    if (sure) await onSend?.('Health/drop', [job.id]);
  };
  return (
    <li>
      <div>
        <strong>{[job.task, job.kind].filter(Boolean).join(' · ')}</strong>
        <p>
          {tenant} · {t('jobs.attempts', { count: job.attempts })} · {time}
        </p>
        {job.error ? <code>{job.error}</code> : null}
        {job.retry ? null : <p>{t('jobs.ordered')}</p>}
      </div>
      {onSend ? (
        <div className="health-job-actions">
          {job.retry ? (
            <button type="button" className="button" onClick={() => void onSend('Health/retry', [job.id])}>
              {t('jobs.retry')}
            </button>
          ) : null}
          <button type="button" className="button" onClick={() => void drop()}>
            {t('jobs.drop')}
          </button>
        </div>
      ) : null}
    </li>
  );
}
