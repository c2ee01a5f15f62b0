import { useId, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { newKey, errorMessage, useDataClient } from '../../kit/index.ts';
import { useWords } from './words.ts';

const kinds = ['trace', 'lost', 'damaged', 'missingContent', 'proofOfDelivery'] as const;

/** Opens a case about a package, or about an alert of it, and leads there. */
export function OpenCase({ about }: { about: { package: string; alert?: string } }) {
  const t = useWords();
  const client = useDataClient();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [kind, setKind] = useState<string>(kinds[0]);
  const [description, setDescription] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const id = useId();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError('');
    try {
      const made = await client.send<{ id: string }>('Tracking/openCase', { ...about, kind, description }, newKey());
      navigate(`/TrackCase/${encodeURIComponent(made.id)}`);
    } catch (failure) {
      setError(errorMessage(failure));
      setBusy(false);
    }
  };
  if (!open)
    return (
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {t('panel.openCase')}
      </button>
    );
  return (
    <form className="tracking-case" onSubmit={(event) => void send(event)}>
      <label htmlFor={`${id}kind`}>{t('case.kind')}</label>
      <select id={`${id}kind`} value={kind} onChange={(event) => setKind(event.target.value)}>
        {kinds.map((each) => (
          <option key={each} value={each}>
            {t(`case.${each}`)}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}text`}>{t('case.description')}</label>
      <textarea
        id={`${id}text`}
        required
        maxLength={500}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      <p role="alert">{error}</p>
      <div className="tracking-bar">
        <button type="button" className="button" onClick={() => setOpen(false)}>
          {t('case.cancel')}
        </button>
        <button type="submit" className="button is-primary" disabled={busy}>
          {t('panel.openCase')}
        </button>
      </div>
    </form>
  );
}
