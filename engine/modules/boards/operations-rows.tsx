import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { ErrorPanel, newKey, Skeleton, toDisplayError, useAnswer, useDataClient } from '../../kit/index.ts';
import type { OperationsBehind, OperationsRow } from './operations.ts';
import { Table, type Period } from './parts.tsx';
import { useWords } from './wording.ts';

/** What the server answers at most. */
const most = 200;

/** The orders and packages behind a figure. */
export function OperationsRows({
  filter,
  period,
  behind,
  onClose,
}: {
  filter: { salesperson?: string };
  period: Period;
  behind: OperationsBehind;
  onClose: () => void;
}) {
  const t = useWords();
  const client = useDataClient();
  const asked = { period, ...behind, ...filter };
  const answer = useAnswer(
    () => client.send<{ rows: OperationsRow[] }>('Operations/rows', asked, newKey()),
    JSON.stringify(asked),
    0,
  );
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'start' });
    place.current?.focus();
  }, []);
  const rows = answer.data?.rows;
  return (
    <div className="bd-behind" ref={place} tabIndex={-1}>
      {answer.error ? <ErrorPanel error={toDisplayError(answer.error)} onRetry={answer.retry} /> : null}
      {!rows && !answer.error ? <Skeleton shape="form" /> : null}
      {rows ? <RowTable rows={rows} of={behind.of} /> : null}
      <p className="bd-pages">
        {rows && rows.length >= most ? <span className="bd-note">{t('behind.most', { count: most })}</span> : null}
        <button type="button" className="button" onClick={onClose}>
          {t('close')}
        </button>
      </p>
    </div>
  );
}

function RowTable({ rows, of }: { rows: readonly OperationsRow[]; of: OperationsBehind['of'] }) {
  const t = useWords();
  return (
    <Table
      heading={t(`behind.${of}`)}
      head={[t('order'), t('package'), t('income.by.customer'), t('income.by.channel'), `#${t(`value.${of}`)}`]}
    >
      {rows.map((row, at) => (
        <tr key={at}>
          <th scope="row">
            <Link to={`/Order/${row.order}`}>{row.orderNo}</Link>
          </th>
          <td data-text>
            {row.package ? <Link to={`/OrderBox/${row.package}`}>{row.trackingNo}</Link> : row.trackingNo}
          </td>
          <td data-text>{row.customer}</td>
          <td data-text>{row.channel}</td>
          <td>{row.value}</td>
        </tr>
      ))}
    </Table>
  );
}
