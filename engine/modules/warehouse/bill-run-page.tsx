import { useState } from 'react';
import { Link } from 'react-router-dom';
import { DayField, ErrorPanel, PageHeader, failedToLoad, useHasPermission } from '../../kit/index.ts';
import { RecordPicker } from './record-picker.tsx';
import { outcomes, useBillRun, type Made } from './use-bill-run.ts';
import { lastMonth, useFigures, useWords } from './wording.ts';
import './warehouse.css';

const outcomeWords = {
  bills: 'run.bills',
  already: 'run.already',
  nothing: 'run.nothing',
  unpriced: 'run.unpriced',
  refused: 'run.refused',
} as const;

/** Makes the warehouse bills of a period, for one customer or all. */
export default function WarehouseBillRunPage() {
  const t = useWords();
  const mayRun = useHasPermission('WarehouseBill:generate');
  const { count } = useFigures();
  const [period, setPeriod] = useState(lastMonth);
  const [customer, setCustomer] = useState('');
  const [warehouse, setWarehouse] = useState('');
  const { job, made, failure, run, again } = useBillRun();
  return (
    <div className="warehouse-page">
      <PageHeader title={t('run.title')} />
      <p>{t('run.note')}</p>
      {failure !== null && <ErrorPanel compact error={failedToLoad('operation', failure)} onRetry={again} />}
      <div className="warehouse-line">
        {(['from', 'to'] as const).map((name) => (
          <label key={name}>
            {t(name === 'from' ? 'run.from' : 'run.to')}
            <DayField
              label={t(name === 'from' ? 'run.from' : 'run.to')}
              value={period[name]}
              onChange={(day) => setPeriod({ ...period, [name]: day })}
            />
          </label>
        ))}
        <RecordPicker
          label={t('run.customer')}
          placeholder={t('run.all')}
          path="Customer"
          value={customer}
          onChange={setCustomer}
        />
        <RecordPicker
          label={t('warehouse.warehouse')}
          placeholder={t('run.everywhere')}
          path="Warehouse"
          value={warehouse}
          onChange={setWarehouse}
        />
      </div>
      <div className="warehouse-line">
        <button
          type="button"
          className="button is-primary"
          disabled={!mayRun || job !== null || !period.from || !period.to}
          onClick={() =>
            void run({ ...period, ...(customer ? { customers: [customer] } : {}), ...(warehouse ? { warehouse } : {}) })
          }
        >
          {t('run.generate')}
        </button>
        <Link to="/WarehouseBill?view=waiting">{t('run.toBills')}</Link>
        <Link to="/WarehousePriceAssignment">{t('run.toPrices')}</Link>
      </div>
      {job ? (
        <p role="status">{t('run.going', { done: count(job.done ?? 0), total: job.total ? count(job.total) : '…' })}</p>
      ) : null}
      {made ? <Outcomes made={made} /> : null}
    </div>
  );
}

function Outcomes({ made }: { made: Made }) {
  const t = useWords();
  const { count } = useFigures();
  return (
    <div role="status">
      <ul className="warehouse-done">
        {outcomes
          .filter((name) => name === 'bills' || made[name] > 0)
          .map((name) => (
            <li key={name}>{t(outcomeWords[name], { many: count(made[name]) })}</li>
          ))}
      </ul>
    </div>
  );
}
