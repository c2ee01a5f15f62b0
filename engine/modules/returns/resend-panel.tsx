import { Link, useNavigate } from 'react-router-dom';
import { EmptyState, errorMessage, type PanelProps } from '../../kit/index.ts';
import { useCommand } from './use-command.ts';
import { useWords } from './words.ts';
import './returns.css';

/** The order with which a claimed parcel goes out again. */
export default function ResendPanel({ record, reload }: PanelProps) {
  const t = useWords();
  const navigate = useNavigate();
  const { run, busy, error } = useCommand();
  const order = record['resendOrder'];
  if (typeof order === 'string')
    return (
      <p className="returns-panel">
        <Link to={`/Order/${order}`}>{t('resend.order', { order: String(record['$resendOrder'] ?? order) })}</Link>
      </p>
    );
  if (record['status'] !== 'claimed' || record['choice'] !== 'resend')
    return <EmptyState kind="nothing" compact title={t('resend.none')} />;
  const make = async () => {
    const made = await run<{ order: string }>('Returns/resend', { parcel: record.id });
    reload();
    if (made) navigate(`/Order/${encodeURIComponent(made.order)}`);
  };
  return (
    <div className="returns-panel">
      <p>{t('resend.note')}</p>
      <button type="button" className="button is-primary" disabled={busy} onClick={() => void make()}>
        {t('resend.make')}
      </button>
      <p role="alert">{error ? errorMessage(error) : ''}</p>
    </div>
  );
}
