import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  DayField,
  EmptyState,
  ErrorPanel,
  newKey,
  Skeleton,
  toDisplayError,
  useDataClient,
  type PanelProps,
} from '../../kit/index.ts';
import { Sheet } from './sheet.tsx';
import { lastMonth, useFigures, useWords } from './wording.ts';

interface Row extends Readonly<Record<'customer' | 'name' | 'currency' | 'after' | 'beforeCurrency', string>> {
  /** Null where it is in more than one currency. */
  readonly before: string | null;
  /** Null where the currencies differ. */
  readonly change: string | null;
}

/** Null where a row cannot be added up with the others. */
const sum = (rows: readonly Row[], name: 'before' | 'after' | 'change'): number | null =>
  name !== 'after' && rows.some(({ change }) => change === null)
    ? null
    : rows.reduce((all, row) => all + Math.round(Number(row[name]) * 100), 0) / 100;

/** What a version would have brought in a period, by customer. */
export default function PreviewPanel({ record, stamp }: PanelProps) {
  const t = useWords();
  const client = useDataClient();
  const [period, setPeriod] = useState(lastMonth);
  const [rows, setRows] = useState<readonly Row[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let gone = false;
    if (!period.from || !period.to) return;
    client.send<{ rows: readonly Row[] }>('WarehousePrice/preview', { id: record.id, ...period }, newKey()).then(
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
  }, [client, record.id, stamp, attempt, period]);
  return (
    <div className="warehouse-panel">
      <p>{t('preview.note')}</p>
      <div className="warehouse-line">
        {(['from', 'to'] as const).map((name) => (
          <label key={name}>
            {t(name === 'from' ? 'preview.from' : 'preview.to')}
            <DayField
              label={t(name === 'from' ? 'preview.from' : 'preview.to')}
              value={period[name]}
              onChange={(day) => setPeriod({ ...period, [name]: day })}
            />
          </label>
        ))}
      </div>
      {failure !== null ? (
        <ErrorPanel compact error={toDisplayError(failure)} onRetry={() => setAttempt(attempt + 1)} />
      ) : rows === null ? (
        <Skeleton shape="page" />
      ) : rows.length === 0 ? (
        <EmptyState compact kind="nothing" title={t('preview.none')} />
      ) : (
        <PreviewSheet record={record} rows={rows} />
      )}
    </div>
  );
}

function PreviewSheet({ record, rows }: { record: PanelProps['record']; rows: readonly Row[] }) {
  const t = useWords();
  const { amount } = useFigures();
  const known = (value: string | number | null) => (value === null ? '–' : amount(value));
  const heading = (word: string, isNumber = true) => ({ header: t(word), isNumber });
  return (
    <Sheet
      title={`${String(record['label'])}, ${String(record['currency'])}`}
      columns={[
        heading('preview.customer', false),
        ...['preview.before', 'preview.after', 'preview.change'].map((word) => heading(word)),
      ]}
      rows={rows.map((row) => ({
        key: row.customer,
        cells: [
          <Link key="name" to={`/Customer/${encodeURIComponent(row.customer)}`}>
            {row.name}
          </Link>,
          // The caption names the currency of the version alone.
          row.beforeCurrency === row.currency || row.before === null
            ? known(row.before)
            : `${amount(row.before)} ${row.beforeCurrency}`,
          ...[amount(row.after), known(row.change)],
        ],
      }))}
      foot={[t('preview.sum'), ...(['before', 'after', 'change'] as const).map((name) => known(sum(rows, name)))]}
    />
  );
}
