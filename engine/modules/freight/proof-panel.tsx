import { errorMessage, type PanelProps } from '../../kit/index.ts';
import { useFile } from './use-file.ts';
import { useWords } from './words.ts';
import './freight.css';

const papers = ['signedBol', 'packingSlip', 'specSheet', 'inspection', 'photos'] as const;

/** The papers of an order lettered one after another, with the calculation of its class, as one file. */
export default function ProofPanel({ record }: PanelProps) {
  const t = useWords();
  const { save, busy, error } = useFile();
  const has = (name: string) =>
    Array.isArray(record[name]) ? (record[name] as unknown[]).length > 0 : record[name] != null;
  return (
    <div className="freight-panel">
      <p>{t('proof.note')}</p>
      <ul>
        {papers.map((name) => (
          <li key={name}>
            {t(`freight.paper.${name}`)}: {t(has(name) ? 'proof.there' : 'proof.missing')}
          </li>
        ))}
      </ul>
      <p>
        <button
          type="button"
          className="button is-primary"
          disabled={busy}
          onClick={() => void save('LtlOrder/proof', { id: record.id })}
        >
          {t('proof.save')}
        </button>
      </p>
      <p role="alert">{error ? errorMessage(error) : ''}</p>
    </div>
  );
}
