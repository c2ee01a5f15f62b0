import { Link, useNavigate } from 'react-router-dom';
import { EmptyState, errorMessage, type PanelProps } from '../../kit/index.ts';
import { useCommand } from './use-command.ts';
import { useWords } from './words.ts';
import './returns.css';

const labelled: ReadonlySet<unknown> = new Set(['ordered', 'shipped', 'delivered']);

/** Makes the order that brings this one back. */
export default function ReturnLabelPanel({ record }: PanelProps) {
  const t = useWords();
  const navigate = useNavigate();
  const { run, busy, error } = useCommand();
  const original = record['returnOf'];
  if (typeof original === 'string')
    return (
      <p className="returns-panel">
        <Link to={`/Order/${original}`}>{t('label.original', { order: String(record['$returnOf'] ?? original) })}</Link>
      </p>
    );
  if (!labelled.has(record['status'])) return <EmptyState kind="nothing" compact title={t('label.none')} />;
  const make = async () => {
    const made = await run<{ order: string }>('Returns/label', { order: record.id });
    if (made) navigate(`/Order/${encodeURIComponent(made.order)}`);
  };
  return (
    <div className="returns-panel">
      <p>{t('label.note')}</p>
      <button type="button" className="button is-primary" disabled={busy} onClick={() => void make()}>
        {t('label.make')}
      </button>
      <p role="alert">{error ? errorMessage(error) : ''}</p>
    </div>
  );
}
