import { useState } from 'react';
import {
  CopyableId,
  ErrorPanel,
  newKey,
  toDisplayError,
  useConfirm,
  useDataClient,
  type PanelProps,
} from '../../kit/index.ts';
import { useWords } from './words.ts';
import './api-docs.css';

/** The secret of a key: made on demand, shown once. */
export default function SecretPanel({ record, reload }: PanelProps) {
  const t = useWords();
  const client = useDataClient();
  const confirm = useConfirm();
  const [secret, setSecret] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const isActive = record['status'] === 'active';

  const generate = async () => {
    if (isActive && !(await confirm({ title: t('secret.replaceTitle'), content: t('secret.replaceNote') }))) return;
    setBusy(true);
    setError(null);
    try {
      const { key } = (await client.send('ApiKey/generate', { id: record.id }, newKey())) as { key: string };
      setSecret(key);
      reload();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  if (record['status'] === 'revoked') return <p>{t('secret.revoked')}</p>;
  return (
    <div className="api-secret" aria-busy={busy}>
      {secret === null ? (
        <>
          <p>{t(isActive ? 'secret.active' : 'secret.none')}</p>
          <button type="button" className="button is-primary" disabled={busy} onClick={() => void generate()}>
            {t(isActive ? 'secret.replace' : 'secret.generate')}
          </button>
        </>
      ) : (
        <div role="status">
          <p>{t('secret.once')}</p>
          <CopyableId text={secret} />
        </div>
      )}
      {error === null ? null : <ErrorPanel compact error={toDisplayError(error)} />}
    </div>
  );
}
