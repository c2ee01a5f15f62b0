import { useEffect, useId, useState, type FormEvent } from 'react';
import { EmptyState, errorMessage, newKey, useDataClient, type PanelProps } from '../../kit/index.ts';
import { useWords } from './words.ts';
import './members.css';

/** A registration that waits becomes a customer with the settings of a template. */
export default function NewcomerPanel({ record, reload }: PanelProps) {
  const t = useWords();
  const client = useDataClient();
  const id = useId();
  const [customers, setCustomers] = useState<readonly { code: string; value: string }[]>([]);
  const [code, setCode] = useState('');
  const [template, setTemplate] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const waits = record['status'] === '3';
  useEffect(() => {
    let gone = false;
    if (!waits) return undefined;
    client.page('Customer', { pageSize: '100', status: 'enabled' }).then(
      ({ rows }) => !gone && setCustomers(rows.map((row) => ({ code: row.id, value: String(row['name']) }))),
      (failure: unknown) => !gone && setError(failure),
    );
    return () => {
      gone = true;
    };
  }, [client, waits]);
  if (!waits) return <EmptyState kind="nothing" compact title={t('newcomer.done')} />;
  const admit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      const body = { account: record.id, code: code.trim(), ...(template ? { template } : {}) };
      await client.send('Onboarding/admit', body, newKey());
      reload();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="members-form" onSubmit={(event) => void admit(event)}>
      <p>{t('newcomer.note')}</p>
      <label htmlFor={`${id}code`}>{t('newcomer.code')}</label>
      <input
        id={`${id}code`}
        required
        minLength={2}
        maxLength={20}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <label htmlFor={`${id}template`}>{t('newcomer.template')}</label>
      <select id={`${id}template`} value={template} onChange={(event) => setTemplate(event.target.value)}>
        <option value="">{t('newcomer.usual')}</option>
        {customers.map((each) => (
          <option key={each.code} value={each.code}>
            {each.value}
          </option>
        ))}
      </select>
      <p role="alert">{error ? errorMessage(error) : ''}</p>
      <button type="submit" className="button is-primary" disabled={busy}>
        {t('newcomer.admit')}
      </button>
    </form>
  );
}
