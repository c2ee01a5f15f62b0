import { Modal } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { ErrorPanel, newKey, toDisplayError, useDataClient, wordsOf, type BulkDialogProps } from '../../kit/index.ts';
import { pricesOf } from './dearer.ts';

/** Places the selected drafts and leads to the page of their batch, which tells what becomes of each. */
export default function PlaceDialog({ records, onClose }: BulkDialogProps) {
  const { t } = useTranslation(wordsOf('shipping'));
  const client = useDataClient();
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  // The same key for the same drafts: a press that is repeated makes no second batch.
  const key = useRef(newKey());
  // As the list showed them when it was asked.
  const prices = useRef(pricesOf(records));
  const place = async () => {
    setBusy(true);
    setError(null);
    try {
      const ids = records.map(({ id }) => id);
      const { batch } = await client.send<{ batch: string }>(
        'Order/placeMany',
        { ids, prices: prices.current },
        key.current,
      );
      onClose(true);
      await navigate(`/OrderBatch/${encodeURIComponent(batch)}`);
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t('place.title', { count: records.length })}
      onCancel={() => onClose(false)}
      footer={
        <button type="button" className="button is-primary" autoFocus disabled={busy} onClick={() => void place()}>
          {t('bulk.place')}
        </button>
      }
    >
      {error ? (
        <ErrorPanel compact error={toDisplayError(error)} onRetry={() => void place()} />
      ) : (
        <p>{t('place.note')}</p>
      )}
    </Modal>
  );
}
