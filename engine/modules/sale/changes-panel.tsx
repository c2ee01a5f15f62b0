import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  EmptyState,
  ErrorPanel,
  newKey,
  saveFile,
  Skeleton,
  toDisplayError,
  useCulture,
  useDataClient,
  type PanelProps,
} from '../../kit/index.ts';
import { useWords } from './wording.ts';
import './sale.css';

interface Row {
  readonly id: string;
  readonly trackingNo: string | null;
  readonly categoryText: string;
  readonly currency: string;
  readonly old: number;
  readonly new: number;
  readonly difference: number;
  readonly explanation: string;
  readonly disputeUntil: string | null;
}

/** What a bill changes, line by line with its reason, and the bill as a file. */
export default function ChangesPanel({ record, stamp }: PanelProps) {
  const t = useWords();
  const client = useDataClient();
  const [rows, setRows] = useState<readonly Row[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let gone = false;
    client.send<{ rows: readonly Row[] }>('MemberBill/rows', { bill: record.id }, newKey()).then(
      (found) => {
        if (gone) return;
        setRows(found.rows);
        setFailure(null);
      },
      (error: unknown) => !gone && setFailure(error),
    );
    return () => {
      gone = true;
    };
  }, [client, record.id, stamp, attempt]);
  const save = (format: 'xlsx' | 'pdf') => {
    client.obtain('MemberBill/document', { bill: record.id, format }).then(saveFile, setFailure);
  };
  if (failure !== null && rows === null)
    return <ErrorPanel compact error={toDisplayError(failure)} onRetry={() => setAttempt(attempt + 1)} />;
  if (rows === null) return <Skeleton shape="page" />;
  return (
    <div className="bill-changes">
      <div className="bill-run-line">
        <button type="button" className="button" onClick={() => save('pdf')}>
          {t('rows.save')} PDF
        </button>
        <button type="button" className="button" onClick={() => save('xlsx')}>
          {t('rows.save')} XLSX
        </button>
      </div>
      {failure !== null && <ErrorPanel compact error={toDisplayError(failure)} />}
      {rows.length === 0 ? <EmptyState compact kind="nothing" title={t('rows.none')} /> : <ChangeTable rows={rows} />}
    </div>
  );
}

function ChangeTable({ rows }: { rows: readonly Row[] }) {
  const t = useWords();
  const culture = useCulture();
  const amount = new Intl.NumberFormat(culture, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const day = (text: string | null) =>
    text === null ? '' : new Intl.DateTimeFormat(culture, { timeZone: 'UTC' }).format(new Date(text));
  return (
    <section className="bill-changes-scroll" tabIndex={0} aria-label={t('rows.title')}>
      <table className="bill-changes-table">
        <thead>
          <tr>
            <th>{t('sale.column.trackingNo')}</th>
            <th>{t('sale.column.categoryText')}</th>
            <th className="is-number">{t('sale.column.old')}</th>
            <th className="is-number">{t('sale.column.new')}</th>
            <th className="is-number">{t('sale.column.difference')}</th>
            <th>{t('sale.column.explanation')}</th>
            <th>{t('sale.column.disputeUntil')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <Link to={`/MemberBillLine/${row.id}`}>{row.trackingNo ?? row.id}</Link>
              </td>
              <td>{row.categoryText}</td>
              <td className="is-number">{amount.format(row.old)}</td>
              <td className="is-number">{amount.format(row.new)}</td>
              <td className="is-number">{amount.format(row.difference)}</td>
              <td>{row.explanation}</td>
              <td>{day(row.disputeUntil)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
