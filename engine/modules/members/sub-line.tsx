import { useState } from 'react';
import { StatusTag } from '../../kit/index.ts';
import { SubStatement } from './sub-statement.tsx';
import type { Run } from './use-asked.ts';
import { useFigures, useWords } from './words.ts';

export interface Sub {
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

type Ask = (command: string, values: object) => Promise<void>;

/** A customer of the member's own, and what can be done with it. */
export function SubLine({ sub, currency, run }: { sub: Sub; currency: string; run: Run }) {
  const t = useWords();
  const figures = useFigures();
  const [isBusy, setIsBusy] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const isEnabled = sub.status === 'enabled';
  const ask: Ask = async (command, values) => {
    setIsBusy(true);
    await run(command, { customer: sub.id, ...values });
    setIsBusy(false);
  };
  return (
    <li>
      <b>{sub.name}</b>
      <span>{sub.code}</span>
      <StatusTag tone={isEnabled ? 'good' : 'neutral'} text={t(isEnabled ? 'users.enabled' : 'users.disabled')} />
      <span>{t('subs.balance', { balance: figures.money(sub.balance, currency) })}</span>
      <span>{t('subs.orders', { count: sub.orders })}</span>
      <span>{t('subs.people', { count: sub.people })}</span>
      <span>{t('subs.channels', { count: sub.channels })}</span>
      <SubTerms {...{ sub, currency, isBusy, ask }} />
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

/** What the customer pays on top, and the money that it is given. */
function SubTerms({ sub, currency, isBusy, ask }: { sub: Sub; currency: string; isBusy: boolean; ask: Ask }) {
  const t = useWords();
  const [percent, setPercent] = useState(String(sub.percent ?? 0));
  const [amount, setAmount] = useState('');
  const move = (back: boolean) => ask('Members/allot', { version: sub.version, amount: Number(amount), back });
  const isAmount = /^\d{1,7}(\.\d{1,2})?$/.test(amount) && Number(amount) > 0;
  return (
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
  );
}
