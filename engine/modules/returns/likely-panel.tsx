import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  EmptyState,
  ErrorPanel,
  errorMessage,
  newKey,
  Skeleton,
  toDisplayError,
  useDataClient,
  type PanelProps,
} from '../../kit/index.ts';
import { useCommand } from './use-command.ts';
import { useWords } from './words.ts';
import './returns.css';

interface Owner {
  readonly customer: string;
  readonly name: string;
  readonly order: string;
  readonly orderNo: string;
  readonly why: string;
}

/** Whose an unidentified parcel may be, each with the order that says so. */
export default function LikelyPanel({ record, stamp, reload }: PanelProps) {
  const t = useWords();
  const client = useDataClient();
  const { run, busy, error } = useCommand();
  const [rows, setRows] = useState<readonly Owner[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const isOpen = record['status'] === 'unidentified';
  useEffect(() => {
    let gone = false;
    if (!isOpen) return undefined;
    client.send<{ rows: Owner[] }>('Returns/likely', { parcel: record.id }, newKey()).then(
      (answer) => !gone && setRows(answer.rows),
      (caught: unknown) => !gone && setFailure(caught),
    );
    return () => {
      gone = true;
    };
  }, [client, record.id, isOpen, stamp]);
  if (!isOpen) return <EmptyState kind="nothing" compact title={t('likely.known')} />;
  if (failure) return <ErrorPanel compact error={toDisplayError(failure)} />;
  if (!rows) return <Skeleton shape="page" />;
  if (rows.length === 0) return <EmptyState kind="nothing" compact title={t('likely.none')} />;
  const assign = async ({ customer, order }: Owner) => {
    if (await run('ReturnedParcel/assign', { id: record.id, version: record['version'], customer, order })) reload();
  };
  return (
    <div className="returns-panel">
      <ul>
        {rows.map((row) => (
          <li key={`${row.customer}-${row.order}`}>
            <b>{row.name}</b>
            <Link to={`/Order/${row.order}`}>{row.orderNo}</Link>
            <span>{t(`why.${row.why}`)}</span>
            <button type="button" className="button" disabled={busy} onClick={() => void assign(row)}>
              {t('likely.assign')}
            </button>
          </li>
        ))}
      </ul>
      <p role="alert">{error ? errorMessage(error) : ''}</p>
    </div>
  );
}
