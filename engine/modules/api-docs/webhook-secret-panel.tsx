import { useState } from 'react';
import { CopyableId, ErrorPanel, newKey, toDisplayError, useDataClient, type PanelProps } from '../../kit/index.ts';
import { useWords } from './words.ts';
import './api-docs.css';

/** The secret that a webhook's deliveries are signed with: made on demand, shown once. */
export default function WebhookSecretPanel({ record, reload }: PanelProps) {
  const t = useWords();
  const client = useDataClient();
  const [secret, setSecret] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const isActive = record['status'] === 'active';

  const generate = async () => {
    setBusy(true);
    setError(null);
    try {
      const made = (await client.send('Webhook/generate', { id: record.id }, newKey())) as { secret: string };
      setSecret(made.secret);
      reload();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  if (!isActive && record['status'] !== 'unissued') return <p>{t('hook.off')}</p>;
  return (
    <div className="api-secret" aria-busy={busy}>
      {secret === null ? (
        <>
          <p>{t(isActive ? 'hook.active' : 'hook.none')}</p>
          <button type="button" className="button is-primary" disabled={busy} onClick={() => void generate()}>
            {t(isActive ? 'hook.replace' : 'hook.generate')}
          </button>
        </>
      ) : (
        <div role="status">
          <p>{t('hook.once')}</p>
          <CopyableId text={secret} />
        </div>
      )}
      {error === null ? null : <ErrorPanel compact error={toDisplayError(error)} />}
    </div>
  );
}
