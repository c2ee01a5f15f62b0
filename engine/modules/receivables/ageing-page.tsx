import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import {
  DayField,
  EmptyState,
  ErrorPanel,
  newKey,
  PageHeader,
  saveFile,
  Skeleton,
  toDisplayError,
  useAnswer,
  useDataClient,
} from '../../kit/index.ts';
import { useFigures, useWords } from './wording.ts';
import './receivables.css';

const buckets = ['notDue', 'to30', 'to60', 'to90', 'over90', 'total'] as const;
type Amounts = Readonly<Record<(typeof buckets)[number], string>>;

interface Ageing {
  readonly currencies: readonly {
    readonly currency: string;
    readonly totals: Amounts;
    readonly rows: readonly (Amounts & {
      readonly id: string;
      readonly code: string;
      readonly name: string;
      readonly bills: number;
      readonly days: number;
    })[];
  }[];
}

/** What customers with terms owe on a day, by how long it has been due. */
export default function AgeingPage() {
  const t = useWords();
  const client = useDataClient();
  const [query, setQuery] = useSearchParams();
  const date = query.get('date') ?? '';
  const body = date ? { date } : {};
  const found = useAnswer(() => client.send<Ageing>('Receivables/ageing', body, newKey()), JSON.stringify(body), 0);
  const [failure, setFailure] = useState<unknown>(null);
  const save = () => {
    setFailure(null);
    client.obtain('Receivables/workbook', body).then(saveFile, setFailure);
  };
  const currencies = found.data?.currencies ?? [];
  return (
    <div className="rcv-page">
      <PageHeader title={t('receivables.ageing.title')} note={t('page.ageingNote')} />
      <div className="rcv-tools">
        <label>
          <span>{t('page.onDay')}</span>
          <DayField
            label={t('page.onDay')}
            value={date}
            onChange={(day) => setQuery(day ? { date: day } : {}, { replace: true })}
          />
        </label>
        <button type="button" className="button" disabled={currencies.length === 0} onClick={save}>
          {t('page.download')}
        </button>
        <Link to="/MemberBill?view=unsettled">{t('page.bills')}</Link>
      </div>
      {failure !== null && <ErrorPanel compact error={toDisplayError(failure)} />}
      {found.error !== null && <ErrorPanel compact error={toDisplayError(found.error)} onRetry={found.retry} />}
      {!found.data && found.error === null && <Skeleton shape="page" />}
      {found.data && currencies.length === 0 && <EmptyState kind="nothing" title={t('page.nothing')} />}
      {currencies.map((each) => (
        <CurrencyCard key={each.currency} of={each} />
      ))}
    </div>
  );
}

function CurrencyCard({ of: { currency, rows, totals } }: { of: Ageing['currencies'][number] }) {
  const t = useWords();
  const figures = useFigures();
  return (
    <section className="rcv-card" tabIndex={0} aria-label={currency}>
      <table className="rcv-table">
        <caption>{currency}</caption>
        <thead>
          <tr>
            <th scope="col">{t('receivables.ageing.customer')}</th>
            <th scope="col" className="is-number">
              {t('receivables.ageing.bills')}
            </th>
            <th scope="col" className="is-number">
              {t('receivables.ageing.days')}
            </th>
            {buckets.map((name) => (
              <th key={name} scope="col" className="is-number">
                {t(`receivables.ageing.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <Link to={`/MemberBill?view=unsettled&customer=${row.id}`}>{row.name}</Link>
              </th>
              <td className="is-number">{figures.count(row.bills)}</td>
              <td className="is-number">{row.days === 0 ? '' : figures.count(row.days)}</td>
              {buckets.map((name) => (
                <td key={name} className="is-number">
                  {Number(row[name]) === 0 ? '' : figures.money(row[name], currency)}
                </td>
              ))}
            </tr>
          ))}
          <tr className="is-total">
            <th scope="row">{t('receivables.statement.total')}</th>
            <td />
            <td />
            {buckets.map((name) => (
              <td key={name} className="is-number">
                {figures.money(totals[name], currency)}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  );
}
