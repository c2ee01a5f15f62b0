import { useEffect, useRef, useState } from 'react';
import { newKey, useDataClient } from '../../kit/index.ts';

interface Template {
  readonly code: string;
  readonly value: string;
}

/** The customers that a new one can be made like. */
export function useTemplates() {
  const client = useDataClient();
  const [customers, setCustomers] = useState<readonly Template[]>([]);
  const [unlisted, setUnlisted] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let gone = false;
    setUnlisted(null);
    client.page('Customer', { pageSize: '100', status: 'enabled' }).then(
      ({ rows }) => !gone && setCustomers(rows.map((row) => ({ code: row.id, value: String(row['name']) }))),
      (failure: unknown) => !gone && setUnlisted(failure),
    );
    return () => {
      gone = true;
    };
  }, [client, attempt]);
  return { customers, unlisted, again: () => setAttempt((before) => before + 1) };
}

/** Admits an account as a customer. */
export function useAdmit(account: string, done: () => void) {
  const client = useDataClient();
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  // Sent again after a lost answer, the same admission is made once.
  const sent = useRef({ body: '', key: '' });
  const admit = async (values: { code: string; template?: string }) => {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      const body = { account, ...values };
      const text = JSON.stringify(body);
      if (sent.current.body !== text) sent.current = { body: text, key: newKey() };
      await client.send('Onboarding/admit', body, sent.current.key);
      done();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return { admit, error, busy };
}
