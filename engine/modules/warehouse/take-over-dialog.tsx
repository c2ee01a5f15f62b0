import { App, Modal } from 'antd';
import { useRef, useState } from 'react';
import { ErrorPanel, newKey, toDisplayError, useDataClient, type BulkDialogProps } from '../../kit/index.ts';
import { RecordPicker } from './record-picker.tsx';
import { useWords } from './wording.ts';
import './warehouse.css';

/** Takes the selected returned parcels over into a warehouse, each once. */
export default function TakeOverDialog({ records, onClose }: BulkDialogProps) {
  const t = useWords();
  const client = useDataClient();
  const { message } = App.useApp();
  const [warehouse, setWarehouse] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const key = useRef(newKey());
  const takeOver = async () => {
    setBusy(true);
    setError(null);
    try {
      const body = { parcels: records.map(({ id }) => id), warehouse };
      const done = await client.send<Record<'added' | 'already' | 'refused', number>>(
        'WarehouseRecord/takeOver',
        body,
        key.current,
      );
      void message.success(t('takeOver.done', done));
      onClose(true);
    } catch (failure) {
      // Another warehouse is another request.
      key.current = newKey();
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t('bulk.warehouse')}
      onCancel={() => onClose(false)}
      footer={
        <button
          type="button"
          className="button is-primary"
          disabled={busy || !warehouse}
          onClick={() => void takeOver()}
        >
          {t('takeOver.go')}
        </button>
      }
    >
      <div className="warehouse-panel">
        <p>{t('takeOver.note', { many: records.length })}</p>
        <div className="warehouse-line">
          <RecordPicker
            label={t('warehouse.warehouse')}
            placeholder={t('takeOver.choose')}
            path="Warehouse"
            value={warehouse}
            onChange={setWarehouse}
          />
        </div>
        {error !== null && <ErrorPanel compact error={toDisplayError(error)} />}
      </div>
    </Modal>
  );
}
