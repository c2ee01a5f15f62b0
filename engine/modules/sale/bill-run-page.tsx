import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import {
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
  const client = useDataClient();
  const culture = useCulture();
  const mayBill = useHasPermission('MemberBill:push');
  const mayReport = useHasPermission('WeeklyReport:delete');
  const mayLock = useHasPermission('FinalBill:lock');
  const [until, setUntil] = useState('');
  const [week, setWeek] = useState('');
  const [month, setMonth] = useState('');
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
  const bills = () =>
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
  const made = (of: Made, path: string, day: string) =>
    start(of, async () => (await client.send<{ made: number }>(path, { day }, newKey())).made);
  const count = new Intl.NumberFormat(culture);
  const said = (of: Made) =>
    done?.of === of ? <p role="status">{t(`run.${of}Done`, { many: count.format(done.many) })}</p> : null;

  return (
    <main className="bill-run">
      <PageHeader title={t('run.title')} />
      {failure !== null && <ErrorPanel compact error={toDisplayError(failure)} />}
      {mayBill && (
        <section className="bill-run-card">
          <h2>{t('run.bills')}</h2>
          <p>{t('run.billsNote')}</p>
          <div className="bill-run-line">
            <label>
              {t('run.until')}
              <input type="date" value={until} onChange={(event) => setUntil(event.target.value)} />
            </label>
            <button type="button" className="button is-primary" disabled={busy !== null} onClick={() => void bills()}>
              {t('run.generate')}
            </button>
            <Link to="/MemberBill?view=waiting">{t('run.toBills')}</Link>
          </div>
          {busy === 'bills' && (
            <p role="status">
              {t('run.going', { done: count.format(job?.done ?? 0), total: count.format(job?.total ?? 0) })}
            </p>
          )}
          {said('bills')}
        </section>
      )}
      {mayReport && (
        <section className="bill-run-card">
          <h2>{t('run.weekly')}</h2>
          <p>{t('run.weeklyNote')}</p>
          <div className="bill-run-line">
            <label>
              {t('run.week')}
              <input type="date" value={week} onChange={(event) => setWeek(event.target.value)} />
            </label>
            <button
              type="button"
              className="button"
              disabled={busy !== null || !week}
              onClick={() => void made('weekly', 'WeeklyReport/run', week)}
            >
              {t('run.makeWeekly')}
            </button>
            <Link to="/WeeklyReport">{t('run.toWeekly')}</Link>
          </div>
          {said('weekly')}
        </section>
      )}
      {mayLock && (
        <section className="bill-run-card">
          <h2>{t('run.finals')}</h2>
          <p>{t('run.finalsNote')}</p>
          <div className="bill-run-line">
            <label>
              {t('run.month')}
              <input type="date" value={month} onChange={(event) => setMonth(event.target.value)} />
            </label>
            <button
              type="button"
              className="button"
              disabled={busy !== null || !month}
              onClick={() => void made('finals', 'FinalBill/run', month)}
            >
              {t('run.makeFinals')}
            </button>
            <Link to="/FinalBill">{t('run.toFinals')}</Link>
          </div>
          {said('finals')}
        </section>
      )}
    </main>
  );
}
