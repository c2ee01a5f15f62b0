import { errorMessage, type PanelProps } from '../../kit/index.ts';
import { useFile } from './use-file.ts';
import { useWords } from './words.ts';
import './freight.css';

/** The bill of lading as it is printed, in English or Chinese. */
export default function BolPanel({ record }: PanelProps) {
  const t = useWords();
  const { save, busy, error } = useFile();
  return (
    <div className="freight-panel">
      <p>{t(record['status'] === 'draft' ? 'bol.draft' : 'bol.note')}</p>
      <p>
        <button
          type="button"
          className="button is-primary"
          disabled={busy}
          onClick={() => void save('LtlMainBill/document', { id: record.id })}
        >
          {t('bol.save')}
        </button>
      </p>
      <p role="alert">{error ? errorMessage(error) : ''}</p>
    </div>
  );
}
