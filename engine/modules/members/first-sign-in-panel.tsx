import { useState } from 'react';
import { Link } from 'react-router-dom';
import {
  CopyButton,
  EmptyState,
  errorMessage,
  ErrorPanel,
  newKey,
  Skeleton,
  toDisplayError,
  useDataClient,
  type PanelProps,
} from '../../kit/index.ts';
import { useAsked } from './use-asked.ts';
import { useWords } from './words.ts';
import './members.css';

interface FirstSignIn {
  readonly account: string;
  readonly name: string;
  /** They have not chosen a password of their own yet. */
  readonly waits: boolean;
  readonly page: string;
  readonly mails: readonly {
    readonly at: string;
    readonly to: string;
    readonly status: 'pending' | 'sent' | 'failed';
    readonly failure: string | null;
  }[];
}

/** How the administrator of a new tenant comes in: the invitations so far, and what else there is to do. */
export default function FirstSignInPanel({ record, stamp, reload }: PanelProps) {
  // The key asks again once the record has changed.
  return <Invitations key={stamp} {...{ record, reload }} />;
}

function Invitations({ record, reload }: Pick<PanelProps, 'record' | 'reload'>) {
  const t = useWords();
  const { answer, error, again } = useAsked<{ found: FirstSignIn | null }>('Tenants/firstSignIn', {
    tenant: record.id,
  });
  if (!answer)
    return error ? <ErrorPanel compact error={toDisplayError(error)} onRetry={again} /> : <Skeleton shape="list" />;
  const { found } = answer;
  if (!found) return <EmptyState kind="nothing" compact title={t('firstSignIn.platform')} />;
  const { name, account, waits, page, mails } = found;
  if (!waits) return <EmptyState kind="nothing" compact title={t('firstSignIn.entered', { name, account })} />;
  return (
    <div className="members-invitation">
      <p>{t('firstSignIn.waits', { name, account })}</p>
      <p>
        <code>{page}</code> <CopyButton text={page} />
      </p>
      {mails.length === 0 ? <p>{t('firstSignIn.noMail')}</p> : null}
      <ul>
        {mails.map(({ at, to, status, failure }) => (
          <li key={`${at} ${status}`}>{t(`firstSignIn.mail.${status}`, { at, to, failure: failure ?? '' })}</li>
        ))}
      </ul>
      <Send {...{ record, reload }} again={mails.length > 0} />
      <p>
        {t('firstSignIn.otherwise')}{' '}
        <Link className="members-inline" to="/sysConfig?search=DEFAULT_PASSWORD">
          {t('firstSignIn.setting')}
        </Link>
      </p>
    </div>
  );
}

function Send({ record, reload, again }: Pick<PanelProps, 'record' | 'reload'> & { again: boolean }) {
  const t = useWords();
  const client = useDataClient();
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    setError(null);
    try {
      await client.act('sysTenant', { action: 'invite', input: { id: record.id } }, newKey());
      reload();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button
        type="button"
        className={again ? 'button' : 'button is-primary'}
        disabled={busy}
        onClick={() => void send()}
      >
        {t(again ? 'firstSignIn.again' : 'firstSignIn.invite')}
      </button>
      <p role="alert">{error ? errorMessage(error) : ''}</p>
    </>
  );
}
