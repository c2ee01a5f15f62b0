import { useCallback, useEffect, useState } from 'react';
import {
  EmptyState,
  ErrorPanel,
  PageHeader,
  Skeleton,
  toDisplayError,
  useDataClient,
  useHasPermission,
  type WireRecord,
} from '../../kit/index.ts';
import { BulkOrders } from './bulk-orders.tsx';
import { BulkSheet } from './bulk-sheet.tsx';
import { useWords } from './words.ts';
import './freight.css';

/** So many orders are shown and worked on at once. */
const most = 200;

/** Freight orders from a sheet: pasted or read from a file, checked, added as drafts, quoted and booked together. */
export default function FreightBulkPage() {
  const t = useWords();
  const client = useDataClient();
  const mayImport = useHasPermission('LtlOrder:import');
  const [rows, setRows] = useState<readonly WireRecord[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const read = useCallback(async () => {
    try {
      setRows(await client.list('LtlOrder', { 'status.in': 'draft,quoted', sort: '-createdAt' }));
      setFailure(null);
    } catch (error) {
      setFailure(error);
    }
  }, [client]);
  useEffect(() => void read(), [read]);
  return (
    <div className="freight-page">
      <PageHeader title={t('bulk.title')} note={t('bulk.note')} />
      {mayImport ? <BulkSheet onAdded={() => void read()} /> : null}
      {failure !== null ? <ErrorPanel compact error={toDisplayError(failure)} onRetry={() => void read()} /> : null}
      {rows === null && failure === null ? <Skeleton shape="page" /> : null}
      {rows?.length === 0 ? <EmptyState kind="nothing" title={t('bulk.none')} /> : null}
      {rows && rows.length > 0 ? <BulkOrders rows={rows.slice(0, most)} onChanged={() => void read()} /> : null}
    </div>
  );
}
