import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import {
  DayField,
  EmptyState,
  ErrorPanel,
  newKey,
  Skeleton,
  toDisplayError,
  useAnswer,
  useDataClient,
} from '../../kit/index.ts';
import { useWords } from './wording.ts';
import './billing.css';

/** The answer of a command; figures of another request are never shown for this one. */
export function useReport<T>(path: string, body: object): { found: T | null; error: unknown; again: () => void } {
  const client = useDataClient();
  const { data, error, retry } = useAnswer(
    () => client.send<T>(path, body, newKey()),
    `${path} ${JSON.stringify(body)}`,
    0,
  );
  return { found: data, error, again: retry };
}

export interface Period {
  readonly from: string;
  readonly to: string;
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** The last weeks up to today. */
export const lastWeeks = (weeks: number): Period => ({
  from: dayOf(new Date(Date.now() - weeks * 7 * 86_400_000)),
  to: dayOf(new Date()),
});

export function PeriodFields({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  const t = useWords();
  return (
    <>
      <label>
        {t('report.from')}{' '}
        <DayField
          label={t('report.from')}
          value={period.from}
          required
          onChange={(from) => onChange({ ...period, from })}
        />
      </label>
      <label>
        {t('report.to')}{' '}
        <DayField label={t('report.to')} value={period.to} required onChange={(to) => onChange({ ...period, to })} />
      </label>
    </>
  );
}

/** Placeholder of a report: its error, a skeleton while loading, or an empty state. */
export function ReportFrame({
  error,
  onRetry,
  ready,
  none,
  children,
}: {
  error: unknown;
  onRetry: () => void;
  ready: boolean;
  /** Said instead of the report; null: there is one. */
  none: { readonly title: string; readonly note: string } | null;
  children: ReactNode;
}) {
  return (
    <>
      {error !== null && <ErrorPanel compact error={toDisplayError(error)} onRetry={onRetry} />}
      {!ready && error === null && <Skeleton shape="page" />}
      {ready && none && <EmptyState kind="nothing" title={none.title} note={none.note} />}
      {ready && !none && children}
    </>
  );
}

export function SelectField<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
}) {
  return (
    <label>
      {label}{' '}
      <select className="bill-input" value={value} onChange={({ target }) => onChange(target.value as T)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

export interface ReportColumn<T> {
  readonly head: string;
  readonly number?: boolean;
  /** A text that may take several lines. */
  readonly wraps?: boolean;
  cell(row: T): ReactNode;
}

/** A scrolling table; `of` is the key of a row. */
export function ReportTable<T>({
  title,
  columns,
  rows,
  of,
}: {
  title: string;
  columns: readonly ReportColumn<T>[];
  rows: readonly T[];
  of: (row: T) => string;
}) {
  return (
    <div className="bill-scroll" tabIndex={0} role="region" aria-label={title}>
      <table className="bill-table">
        <thead>
          <tr>
            {columns.map(({ head, number }) => (
              <th key={head} className={number ? 'is-number' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={of(row)}>
              {columns.map(({ head, number, wraps, cell }) => (
                <td key={head} className={number ? 'is-number' : wraps ? 'is-text' : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export const orderLink = ({ order, orderNo }: { order: string | null; orderNo: string | null }): ReactNode =>
  order === null ? null : <Link to={`/Order/${order}`}>{orderNo}</Link>;

export const billLink = ({ bill, number }: { bill: string; number: string }): ReactNode => (
  <Link to={`/CarrierBill/${bill}`}>{number}</Link>
);
