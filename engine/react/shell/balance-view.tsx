import { Popover } from 'antd';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { Balance } from '../data/shell-client.ts';
import { useCulture } from '../ui/culture.ts';
import { StatusTag } from '../ui/status-tag.tsx';
import { Glyph } from './frame-glyphs.tsx';
import { loadBalance, useShellData } from './shell-data.ts';

const tones = { recorded: 'good', returned: 'info', voided: 'warn', none: 'neutral' } as const;

/** The balance beside the name, and behind "more" what belongs to it. Its place is kept while it is on its way. */
export function BalanceView() {
  const { t } = useTranslation();
  const money = useMoney();
  const { balance, balanceState } = useShellData();
  const label = balance ? t('shell.balance.in', { currency: balance.currency }) : t('shell.balance');
  return (
    <div className="frame-balance">
      {balanceState === 'failed' && !balance ? (
        <span className="balance-failed" role="status">
          {t('shell.balance.failed')}
          <button
            type="button"
            className="icon-button"
            aria-label={t('shell.balance.retry')}
            onClick={() => void loadBalance()}
          >
            <Glyph name="retry" size={15} />
          </button>
        </span>
      ) : (
        <span className="balance-line" aria-busy={!balance}>
          <span className="balance-label">{label}</span>
          {balance ? (
            <strong>{money(balance.figures[0]?.amount ?? null)}</strong>
          ) : (
            <span className="bone balance-bone">
              <span className="sr-only">{t('ui.loading')}</span>
            </span>
          )}
        </span>
      )}
      <Popover
        trigger="click"
        placement="bottomRight"
        title={<span className="balance-title">{label}</span>}
        content={<BalanceFacts balance={balance} failed={balanceState === 'failed'} money={money} />}
        onOpenChange={(open) => open && void loadBalance()}
      >
        <button type="button" className="frame-more" aria-haspopup="dialog">
          {t('shell.balance.more')}
          <Glyph name="down" size={14} />
        </button>
      </Popover>
    </div>
  );
}

function BalanceFacts({
  balance,
  failed,
  money,
}: {
  balance: Balance | null;
  failed: boolean;
  money: (amount: number | null) => string;
}) {
  const { t } = useTranslation();
  return (
    <div className="balance-facts">
      <dl>
        {(balance?.figures ?? []).map(({ code, amount, state }) => (
          <Fragment key={code}>
            <dt>
              {t(`shell.balance.${code}`)}
              {state ? <StatusTag tone={tones[state]} text={t(`shell.balance.state.${state}`)} /> : null}
            </dt>
            <dd>{money(amount)}</dd>
          </Fragment>
        ))}
      </dl>
      {failed ? (
        <p role="alert">
          {t('shell.balance.stale')}{' '}
          <button type="button" className="link-button" onClick={() => void loadBalance()}>
            {t('ui.retry')}
          </button>
        </p>
      ) : balance && balance.figures.every(({ amount }) => amount === null) ? (
        <p>{t('shell.balance.hidden')}</p>
      ) : null}
    </div>
  );
}

/** Thousands with commas and two decimals; a dash where there is nothing to tell. */
function useMoney(): (amount: number | null) => string {
  const culture = useCulture();
  const format = new Intl.NumberFormat(culture, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return (amount) => (amount === null ? '–' : format.format(amount));
}
