import { useState } from 'react';
import { errorMessage, useDataClient, type PanelProps } from '../../kit/index.ts';
import { useWords } from './words.ts';
import './printing.css';

/** Issues a member of staff's badge for shared stations. */
export default function BadgePanel({ record, reload }: PanelProps) {
  const t = useWords();
  const client = useDataClient();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [done, setDone] = useState(false);
  const name = String(record['name']);
  const issued = record['badgeAt'];
  const issue = async () => {
    setBusy(true);
    setError(null);
    setDone(false);
    try {
      const { blob } = await client.obtain('Badge/issue', { id: record.id });
      window.open(URL.createObjectURL(blob), '_blank');
      setDone(true);
      reload();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="badge-panel">
      <p>{issued ? t('badge.issued', { name, time: String(issued) }) : t('badge.none', { name })}</p>
      <button type="button" className="button is-primary" disabled={busy} onClick={() => void issue()}>
        {t(issued ? 'badge.replace' : 'badge.issue')}
      </button>
      {issued ? <p>{t('badge.replaceNote')}</p> : null}
      <p role="status">{done ? t('badge.done') : ''}</p>
      <p role="alert">{error ? errorMessage(error) : ''}</p>
    </div>
  );
}
