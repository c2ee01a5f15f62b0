import { useState } from 'react';
import { Link } from 'react-router-dom';
import { moneyText } from '../../core/index.ts';
import { EmptyState, ErrorPanel, PageHeader, Skeleton, toDisplayError, useCulture } from '../../kit/index.ts';
import { useAsked } from './use-asked.ts';
import { useWords } from './words.ts';
import './members.css';

interface Row {
  readonly customer: string;
  readonly name: string;
  readonly currency: string;
  readonly balance: number;
  readonly daily: number;
  readonly days: number;
}

/** Customers whose money will not last, the shortest first. */
export default function RunningDryPage() {
  const t = useWords();
  const [days, setDays] = useState(3);
  const { answer, error, again } = useAsked<{ rows: Row[] }>('Members/runningDry', { days });
  return (
    <div className="members-page">
      <PageHeader
        title={t('dry.title')}
        note={t('dry.note')}
        actions={
          <label className="members-days">
            {t('dry.within')}
            <input
              type="number"
              min={0}
              max={90}
              value={days}
              onChange={(event) => setDays(Math.min(90, Math.max(0, Math.trunc(Number(event.target.value)))))}
            />
          </label>
        }
      />
      {!answer ? (
        error ? (
          <ErrorPanel error={toDisplayError(error)} onRetry={again} />
        ) : (
          <Skeleton shape="form" />
        )
      ) : answer.rows.length === 0 ? (
        <EmptyState kind="nothing" title={t('dry.none', { days })} />
      ) : (
        <DryTable rows={answer.rows} />
      )}
    </div>
  );
}

function DryTable({ rows }: { rows: readonly Row[] }) {
  const t = useWords();
  const culture = useCulture();
  const amount = (value: number, currency: string) => moneyText(value, { currency, culture });
  return (
    <div className="members-scroll">
      <table className="members-table">
        <thead>
          <tr>
            <th scope="col">{t('dry.customer')}</th>
            <th scope="col">{t('dry.balance')}</th>
            <th scope="col">{t('dry.daily')}</th>
            <th scope="col">{t('dry.days')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ customer, name, currency, balance, daily, days: left }) => (
            <tr key={customer}>
              <td>
                <Link to={`/Customer/${customer}`}>{name}</Link>
              </td>
              <td>{amount(balance, currency)}</td>
              <td>{amount(daily, currency)}</td>
              <td>{left}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
