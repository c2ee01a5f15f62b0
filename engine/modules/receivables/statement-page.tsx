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
  useValueContext,
  useViewer,
} from '../../kit/index.ts';
import { CustomerPicker } from './customer-picker.tsx';
import { useFigures, useWords } from './wording.ts';
import './receivables.css';

interface Statement {
  readonly balances: readonly {
    readonly currency: string;
    readonly opening: string;
    readonly kinds: readonly { readonly kind: string; readonly amount: string; readonly count: number }[];
    readonly closing: string;
  }[];
}

const adding = new Set(['recharges', 'refunds', 'deposits']);

/** What a balance was, what moved it by kind and what it is; every line of it in a workbook. */
export default function StatementPage() {
  const t = useWords();
  const client = useDataClient();
  const isMember = useViewer().member !== null;
  const { timeZone } = useValueContext();
  const [query, setQuery] = useSearchParams();
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
  const asked = {
    customer: query.get('customer') ?? '',
    from: query.get('from') ?? `${today.slice(0, 7)}-01`,
    to: query.get('to') ?? today,
  };
  const change = (part: Partial<typeof asked>) =>
    setQuery({ ...asked, ...part, ...(isMember ? { customer: '' } : {}) }, { replace: true });
  const { customer, ...period } = asked;
  const body = isMember ? period : asked;
  const isAsked = (isMember || customer !== '') && asked.from !== '' && asked.to !== '';
  const found = useAnswer(
    () => (isAsked ? client.send<Statement>('Statement/summary', body, newKey()) : Promise.resolve(null)),
    JSON.stringify(body),
    0,
  );
  const { saving, failure, save } = useWorkbook(body);
  return (
    <div className="rcv-page">
      <PageHeader title={t('receivables.statement.title')} note={t('page.note')} />
      <div className="rcv-tools">
        {!isMember && <CustomerPicker value={customer} onChange={(id) => change({ customer: id })} />}
        <label>
          <span>{t('receivables.statement.from')}</span>
          <DayField
            label={t('receivables.statement.from')}
            value={asked.from}
            required
            onChange={(from) => change({ from })}
          />
        </label>
        <label>
          <span>{t('receivables.statement.to')}</span>
          <DayField label={t('receivables.statement.to')} value={asked.to} required onChange={(to) => change({ to })} />
        </label>
        <button type="button" className="button is-primary" disabled={!isAsked || saving} onClick={() => void save()}>
          {t('page.download')}
        </button>
        <Link to={`/LedgerTransfer?view=book${customer ? `&customer=${customer}` : ''}`}>{t('page.toLines')}</Link>
      </div>
      {failure !== null && <ErrorPanel compact error={toDisplayError(failure)} />}
      {found.error !== null && <ErrorPanel compact error={toDisplayError(found.error)} onRetry={found.retry} />}
      {!isAsked && <EmptyState kind="nothing" title={t('page.chooseCustomer')} />}
      {isAsked && !found.data && found.error === null && <Skeleton shape="page" />}
      {isAsked && found.data?.balances.map((balance) => <BalanceCard key={balance.currency} balance={balance} />)}
    </div>
  );
}

/** The statement as a file. */
function useWorkbook(body: object) {
  const client = useDataClient();
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const save = async () => {
    setSaving(true);
    setFailure(null);
    try {
      saveFile(await client.obtain('Statement/workbook', body));
    } catch (error) {
      setFailure(error);
    } finally {
      setSaving(false);
    }
  };
  return { saving, failure, save };
}

function BalanceCard({ balance }: { balance: Statement['balances'][number] }) {
  const t = useWords();
  const figures = useFigures();
  return (
    <section className="rcv-card">
      <table className="rcv-table">
        <caption>{balance.currency}</caption>
        <tbody>
          <tr>
            <th scope="row">{t('receivables.statement.opening')}</th>
            <td />
            <td className="is-number">{figures.money(balance.opening, balance.currency)}</td>
          </tr>
          {balance.kinds.map(({ kind, amount, count }) => (
            <tr key={kind}>
              <th scope="row">
                {adding.has(kind) ? '+' : '−'} {t(`receivables.kind.${kind}`)}
              </th>
              <td className="is-number">{count === 0 ? '' : t('page.lines', { count: figures.count(count) })}</td>
              <td className="is-number">{figures.money(amount, balance.currency)}</td>
            </tr>
          ))}
          <tr className="is-total">
            <th scope="row">{t('receivables.statement.closing')}</th>
            <td />
            <td className="is-number">{figures.money(balance.closing, balance.currency)}</td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}
