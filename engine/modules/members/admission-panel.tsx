import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { Link } from 'react-router-dom';
import {
  EmptyState,
  ErrorPanel,
  failedLine,
  newKey,
  Skeleton,
  toDisplayError,
  useDataClient,
  type PanelProps,
} from '../../kit/index.ts';
import { useAsked } from './use-asked.ts';
import { useWords } from './words.ts';
import './members.css';

interface Admission {
  /** What the setting for new customers names; without an id there is no such customer. */
  readonly usual: { readonly named: string; readonly id?: string; readonly name?: string } | null;
  readonly customer: { readonly id: string; readonly name: string; readonly channels: number } | null;
}

/** A registration that waits becomes a customer; an admitted one says what the customer still needs. */
export default function AdmissionPanel({ record, stamp, reload }: PanelProps) {
  // The key asks again once the record has changed.
  return <Review key={stamp} {...{ record, reload }} />;
}

function Review({ record, reload }: Pick<PanelProps, 'record' | 'reload'>) {
  const { answer, error, again } = useAsked<Admission>('Onboarding/admission', { account: record.id });
  if (!answer)
    return error ? <ErrorPanel compact error={toDisplayError(error)} onRetry={again} /> : <Skeleton shape="form" />;
  if (record['status'] === '3') return <AdmissionForm {...{ record, reload }} usual={answer.usual} />;
  return <Decided customer={answer.customer} />;
}

/** Without a channel the new customer can order nothing, so the way there is offered. */
function Decided({ customer }: Pick<Admission, 'customer'>) {
  const t = useWords();
  if (customer?.channels !== 0) return <EmptyState kind="nothing" compact title={t('admission.done')} />;
  const toChannels = (
    <Link className="button is-primary" to={`/Customer/${customer.id}?tab=customer-channel.customer`}>
      {t('admission.grant')}
    </Link>
  );
  return (
    <EmptyState
      kind="nothing"
      compact
      title={t('admission.done')}
      note={t('admission.noChannels', { name: customer.name })}
      actions={toChannels}
    />
  );
}

function AdmissionForm({ record, reload, usual }: Pick<PanelProps, 'record' | 'reload'> & Pick<Admission, 'usual'>) {
  const t = useWords();
  const client = useDataClient();
  const id = useId();
  const [customers, setCustomers] = useState<readonly { code: string; value: string }[]>([]);
  const [code, setCode] = useState('');
  const [template, setTemplate] = useState('');
  const [unlisted, setUnlisted] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  // Sent again after a lost answer, the same admission is made once.
  const sent = useRef({ body: '', key: '' });
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
  const admit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      const body = { account: record.id, code: code.trim(), ...(template ? { template } : {}) };
      const text = JSON.stringify(body);
      if (sent.current.body !== text) sent.current = { body: text, key: newKey() };
      await client.send('Onboarding/admit', body, sent.current.key);
      reload();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  const isUnknown = usual !== null && !usual.id;
  return (
    <form className="members-form" onSubmit={(event) => void admit(event)}>
      <p>{t('admission.note')}</p>
      {isUnknown ? (
        <p role="note">
          {t('admission.unknown', { code: usual.named })}{' '}
          <Link to="/sysConfig?search=NEWCOMER_TEMPLATE">{t('admission.setting')}</Link>
        </p>
      ) : null}
      <label htmlFor={`${id}code`}>{t('admission.code')}</label>
      <input
        id={`${id}code`}
        required
        minLength={2}
        maxLength={20}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <label htmlFor={`${id}template`}>{t('admission.template')}</label>
      <select
        id={`${id}template`}
        required={isUnknown}
        value={template}
        onChange={(event) => setTemplate(event.target.value)}
      >
        <option value="">
          {usual ? t('admission.usual', { name: usual.name ?? usual.named }) : t('admission.plain')}
        </option>
        {customers.map((each) => (
          <option key={each.code} value={each.code}>
            {each.value}
          </option>
        ))}
      </select>
      {unlisted ? (
        <ErrorPanel compact error={toDisplayError(unlisted)} onRetry={() => setAttempt((before) => before + 1)} />
      ) : null}
      <p role="alert">{error ? failedLine('operation', error) : ''}</p>
      <button type="submit" className="button is-primary" disabled={busy}>
        {t('admission.admit')}
      </button>
    </form>
  );
}
