import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  DayField,
  ErrorPanel,
  newKey,
  PageHeader,
  toDisplayError,
  useCulture,
  useDataClient,
  useHasPermission,
  watchJob,
  type JobState,
} from '../../kit/index.ts';
import { useWords } from './wording.ts';
import './sale.css';

type Made = 'bills' | 'weekly' | 'finals';

/** Makes what is made of many rows at once: bills of customers, weekly reports, final bills. */
export default function BillRunPage() {
  const t = useWords();
  const mayBill = useHasPermission('MemberBill:push');
  const mayReport = useHasPermission('WeeklyReport:delete');
  const mayLock = useHasPermission('FinalBill:lock');
  const runs = useRuns();
  const { failure } = runs;
  return (
    <div className="bill-run">
      <PageHeader title={t('run.title')} />
      {failure !== null && <ErrorPanel compact error={toDisplayError(failure)} />}
      {mayBill && <BillsCard runs={runs} />}
      {mayReport && <PeriodCard of="weekly" field="week" path="WeeklyReport" runs={runs} />}
      {mayLock && <PeriodCard of="finals" field="month" path="FinalBill" runs={runs} />}
    </div>
  );
}

type Runs = ReturnType<typeof useRuns>;

/** Starts runs, one at a time, and says what each has made. */
function useRuns() {
  const t = useWords();
  const client = useDataClient();
  const [job, setJob] = useState<JobState | null>(null);
  const [busy, setBusy] = useState<Made | null>(null);
  const [done, setDone] = useState<{ of: Made; many: number } | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const gone = useRef(new AbortController());
  useEffect(() => {
    gone.current = new AbortController();
    return () => gone.current.abort();
  }, []);
  const start = useCallback(async (of: Made, work: () => Promise<number>) => {
    setBusy(of);
    setDone(null);
    setFailure(null);
    try {
      setDone({ of, many: await work() });
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(null);
      setJob(null);
    }
  }, []);
  const bills = (until: string) =>
    start('bills', async () => {
      const { job: id } = await client.send<{ job: string }>('MemberBill/run', until ? { until } : {}, newKey());
      const ended = await new Promise<JobState>((resolve, reject) => {
        const { signal } = gone.current;
        watchJob({
          client,
          id,
          onState: (state) => {
            setJob(state);
            if (state.state === 'done' || state.state === 'failed') resolve(state);
          },
          signal,
        }).catch((error: unknown) => !signal.aborted && reject(error as Error));
      });
      if (ended.state === 'failed') throw new Error(t('run.failed'));
      return Number((ended.result as { bills?: number } | null)?.bills ?? 0);
    });
  const periodic = (of: Made, path: string, day: string) =>
    start(of, async () => (await client.send<{ made: number }>(path, { day }, newKey())).made);
  return { job, busy, done, failure, bills, periodic };
}

function DoneLine({ of, done }: { of: Made; done: Runs['done'] }) {
  const t = useWords();
  const count = new Intl.NumberFormat(useCulture());
  return done?.of === of ? <p role="status">{t(`run.${of}Done`, { many: count.format(done.many) })}</p> : null;
}

function BillsCard({ runs: { job, busy, done, bills } }: { runs: Runs }) {
  const t = useWords();
  const count = new Intl.NumberFormat(useCulture());
  const [until, setUntil] = useState('');
  return (
    <section className="bill-run-card">
      <h2>{t('run.bills')}</h2>
      <p>{t('run.billsNote')}</p>
      <div className="bill-run-line">
        <label>
          {t('run.until')}
          <DayField label={t('run.until')} value={until} onChange={setUntil} />
        </label>
        <button type="button" className="button is-primary" disabled={busy !== null} onClick={() => void bills(until)}>
          {t('run.generate')}
        </button>
        <Link to="/MemberBill?view=waiting">{t('run.toBills')}</Link>
      </div>
      {busy === 'bills' && (
        <p role="status">
          {t('run.going', { done: count.format(job?.done ?? 0), total: count.format(job?.total ?? 0) })}
        </p>
      )}
      <DoneLine of="bills" done={done} />
    </section>
  );
}

interface PeriodCardProps {
  readonly of: 'weekly' | 'finals';
  readonly field: 'week' | 'month';
  /** Of the entity that is made. */
  readonly path: string;
  readonly runs: Runs;
}

const buttonOf = { weekly: 'run.makeWeekly', finals: 'run.makeFinals' } as const;
const linkOf = { weekly: 'run.toWeekly', finals: 'run.toFinals' } as const;

/** What is made for the week or the month of a day. */
function PeriodCard({ of, field, path, runs: { busy, done, periodic } }: PeriodCardProps) {
  const t = useWords();
  const [day, setDay] = useState('');
  return (
    <section className="bill-run-card">
      <h2>{t(`run.${of}`)}</h2>
      <p>{t(`run.${of}Note`)}</p>
      <div className="bill-run-line">
        <label>
          {t(`run.${field}`)}
          <DayField label={t(`run.${field}`)} value={day} onChange={setDay} />
        </label>
        <button
          type="button"
          className="button"
          disabled={busy !== null || !day}
          onClick={() => void periodic(of, `${path}/run`, day)}
        >
          {t(buttonOf[of])}
        </button>
        <Link to={`/${path}`}>{t(linkOf[of])}</Link>
      </div>
      <DoneLine of={of} done={done} />
    </section>
  );
}
