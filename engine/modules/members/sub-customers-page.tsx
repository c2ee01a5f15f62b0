import { useState } from 'react';
import {
  EmptyState,
  ErrorPanel,
  errorMessage,
  PageHeader,
  Skeleton,
  StatusTag,
  toDisplayError,
} from '../../kit/index.ts';
import { NewSubCustomer } from './new-sub-customer.tsx';
import { SubStatement } from './sub-statement.tsx';
import { useAsked, type Run } from './use-asked.ts';
import { useFigures, useWords } from './words.ts';
import './members.css';

interface Sub {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly status: string;
  readonly version: number | null;
  readonly percent: number | null;
  readonly balance: number;
  readonly orders: number;
  readonly channels: number;
  readonly people: number;
}
interface Answer {
  readonly distribution: boolean;
  readonly pattern: string | null;
  readonly currency: string;
  readonly subs: readonly Sub[];
}

/** Customers of the member's own: what they pay on top, their money, and their statement. */
export default function SubCustomersPage() {
  const t = useWords();
  const { answer, error, again, run } = useAsked<Answer>('Members/subCustomers', {});
  const [isNew, setIsNew] = useState(false);
  if (!answer) return error ? <ErrorPanel error={toDisplayError(error)} onRetry={again} /> : <Skeleton shape="form" />;
  if (!answer.distribution)
    return (
      <div className="members-page">
        <PageHeader title={t('subs.title')} />
        <EmptyState kind="nothing" title={t('subs.off')} note={t('subs.offNote')} />
      </div>
    );
  return (
    <div className="members-page">
      <PageHeader title={t('subs.title')} note={t('subs.note')} />
      <p role="alert">{error ? errorMessage(error) : ''}</p>
      {isNew ? (
        <NewSubCustomer pattern={answer.pattern} run={run} onClose={() => setIsNew(false)} />
      ) : (
        <button type="button" className="button is-primary members-new" onClick={() => setIsNew(true)}>
          {t('subs.new')}
        </button>
      )}
      {answer.subs.length === 0 && !isNew ? <p>{t('subs.none')}</p> : null}
      <ul className="members-users">
        {answer.subs.map((sub) => (
          <SubLine key={`${sub.id}-${sub.version ?? 0}-${sub.status}`} sub={sub} currency={answer.currency} run={run} />
        ))}
      </ul>
    </div>
  );
}

function SubLine({ sub, currency, run }: { sub: Sub; currency: string; run: Run }) {
  const t = useWords();
  const figures = useFigures();
  const [percent, setPercent] = useState(String(sub.percent ?? 0));
  const [amount, setAmount] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const isEnabled = sub.status === 'enabled';
  const ask = async (command: string, values: object) => {
    setIsBusy(true);
    await run(command, { customer: sub.id, ...values });
    setIsBusy(false);
  };
  const move = (back: boolean) => ask('Members/allot', { version: sub.version, amount: Number(amount), back });
  const isAmount = /^\d{1,7}(\.\d{1,2})?$/.test(amount) && Number(amount) > 0;
  return (
    <li>
      <b>{sub.name}</b>
      <span>{sub.code}</span>
      <StatusTag tone={isEnabled ? 'good' : 'neutral'} text={t(isEnabled ? 'users.enabled' : 'users.disabled')} />
      <span>{t('subs.balance', { balance: figures.money(sub.balance, currency) })}</span>
      <span>{t('subs.orders', { count: sub.orders })}</span>
      <span>{t('subs.people', { count: sub.people })}</span>
      <span>{t('subs.channels', { count: sub.channels })}</span>
      <div className="members-wide members-moves">
        <label>
          {t('subs.percent')}
          <input
            type="number"
            min={0}
            max={1000}
            step="0.0001"
            value={percent}
            onChange={(event) => setPercent(event.target.value)}
          />
        </label>
        <button
          type="button"
          className="button"
          disabled={isBusy || percent === '' || Number(percent) === sub.percent}
          onClick={() => void ask('Members/changeSubCustomer', { percent: Number(percent) })}
        >
          {t('users.save')}
        </button>
        <label>
          {t('subs.amount', { currency })}
          <input inputMode="decimal" value={amount} onChange={(event) => setAmount(event.target.value.trim())} />
        </label>
        <button type="button" className="button" disabled={isBusy || !isAmount} onClick={() => void move(false)}>
          {t('subs.give')}
        </button>
        <button type="button" className="button" disabled={isBusy || !isAmount} onClick={() => void move(true)}>
          {t('subs.take')}
        </button>
      </div>
      <div className="members-moves">
        <button type="button" className="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t('subs.statement')}
        </button>
        <button
          type="button"
          className="button"
          disabled={isBusy}
          onClick={() => void ask('Members/changeSubCustomer', { channels: true })}
        >
          {t('subs.grant')}
        </button>
        <button
          type="button"
          className="button"
          disabled={isBusy}
          onClick={() => void ask('Members/changeSubCustomer', { enabled: !isEnabled })}
        >
          {t(isEnabled ? 'users.disable' : 'users.enable')}
        </button>
      </div>
      {isOpen ? <SubStatement customer={sub.id} currency={currency} /> : null}
    </li>
  );
}
