import { useId, useState, type FormEvent } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState, ErrorPanel, failedLine, Skeleton, toDisplayError, type PanelProps } from '../../kit/index.ts';
import { useAdmit, useTemplates } from './use-admission.ts';
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
  const id = useId();
  const { customers, unlisted, again } = useTemplates();
  const [code, setCode] = useState('');
  const [template, setTemplate] = useState('');
  const { admit, error, busy } = useAdmit(record.id, reload);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void admit({ code: code.trim(), ...(template ? { template } : {}) });
  };
  const isUnknown = usual !== null && !usual.id;
  return (
    <form className="members-form" onSubmit={submit}>
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
      {unlisted ? <ErrorPanel compact error={toDisplayError(unlisted)} onRetry={again} /> : null}
      <p role="alert">{error ? failedLine('operation', error) : ''}</p>
      <button type="submit" className="button is-primary" disabled={busy}>
        {t('admission.admit')}
      </button>
    </form>
  );
}
