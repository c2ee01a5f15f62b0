import { useState } from 'react';
import { Link } from 'react-router-dom';
import { DayField, ErrorPanel, PageHeader, failedToLoad, useCulture, useHasPermission } from '../../kit/index.ts';
import { useRuns, type Made, type Runs } from './use-runs.ts';
import { useWords } from './wording.ts';
import './sale.css';

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
      {failure !== null && (
        <ErrorPanel
          compact
          error={failedToLoad('operation', failure)}
          {...(runs.again ? { onRetry: runs.again } : {})}
        />
      )}
      {mayBill && <BillsCard runs={runs} />}
      {mayReport && <PeriodCard of="weekly" field="week" path="WeeklyReport" runs={runs} />}
      {mayLock && <PeriodCard of="finals" field="month" path="FinalBill" runs={runs} />}
    </div>
  );
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
