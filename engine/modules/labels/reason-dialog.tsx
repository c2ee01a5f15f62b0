import { Modal } from 'antd';
import { useState } from 'react';
import type { LabelRow } from './labels.ts';
import { useWords } from './words.ts';

/** Why a label is handed out again. Answers nothing where the person leaves it. */
export function ReasonDialog({ label, onClose }: { label: LabelRow; onClose: (reason: string | null) => void }) {
  const t = useWords();
  const [reason, setReason] = useState('');
  const said = reason.trim();
  return (
    <Modal open title={t('print.again', { tracking: label.trackingNo })} onCancel={() => onClose(null)} footer={null}>
      <form
        className="print-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          if (said) onClose(said);
        }}
      >
        <label className="print-reason">
          <span>{t('print.reason')}</span>
          <input
            type="text"
            className="ant-input"
            autoFocus
            required
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <small>{t('print.reasonNote', { count: 1 })}</small>
        </label>
        <div className="labels-bar is-end">
          <button type="button" className="button" onClick={() => onClose(null)}>
            {t('ui.cancel')}
          </button>
          <button type="submit" className="button is-primary" disabled={!said}>
            {t('print.goOn')}
          </button>
        </div>
      </form>
    </Modal>
  );
}
