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
  const culture = useCulture();
  const confirm = useConfirm();
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
  const timeOf = (at: string) =>
    new Intl.DateTimeFormat(culture, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));
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
          <li key={job.id}>
            <div>
              <strong>{[job.task, job.kind].filter(Boolean).join(' · ')}</strong>
              <p>
                {job.tenant ?? t('jobs.platform')} · {t('jobs.attempts', { count: job.attempts })} · {timeOf(job.at)}
              </p>
              {job.error ? <code>{job.error}</code> : null}
              {job.retry ? null : <p>{t('jobs.ordered')}</p>}
            </div>
            {mayChange ? (
              <div className="health-job-actions">
                {job.retry ? (
                  <button type="button" className="button" onClick={() => void send('Health/retry', [job.id])}>
                    {t('jobs.retry')}
                  </button>
                ) : null}
                <button
                  type="button"
                  className="button"
                  onClick={() =>
                    void confirm({
                      title: t('jobs.dropConfirm'),
                      content: t('jobs.dropNote', { task: job.task, tenant: job.tenant ?? t('jobs.platform') }),
                      okText: t('jobs.drop'),
                      danger: true,
                    }).then((sure) => (sure ? send('Health/drop', [job.id]) : undefined))
                  }
                >
                  {t('jobs.drop')}
                </button>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
