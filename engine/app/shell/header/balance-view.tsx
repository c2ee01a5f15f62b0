import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Balance, Figure } from '../../../kit/data/shell-client.ts';
import { useCulture } from '../../../kit/ui/culture.ts';
import { LazyPopover } from '../../../kit/ui/lazy-popover.tsx';
import { StatusTag } from '../../../kit/ui/status-tag.tsx';
import { FrameIcon } from '../menu/frame-icons.tsx';
import { loadBalance, useShellData } from '../shell-data.ts';
import { useBalanceUpdates } from './use-balance-updates.ts';

const tones = { recorded: 'good', returned: 'info', voided: 'warn', none: 'neutral' } as const;

/** The balance beside the name, and behind "more" what belongs to it. Its place is kept while it is on its way. */
export function BalanceView() {
  const { t } = useTranslation();
  const money = useMoney();
  const [open, setOpen] = useState(false);
  useBalanceUpdates();
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
            <FrameIcon name="retry" size={15} />
          </button>
        </span>
      ) : (
        <span className="balance-line" aria-busy={!balance}>
          <span className="balance-label">{label}</span>
          {balance ? (
            <strong data-negative={isNegative(balance.figures[0])}>{money(balance.figures[0]?.amount ?? null)}</strong>
          ) : (
            <span className="bone balance-bone">
              <span className="sr-only">{t('ui.loading')}</span>
            </span>
          )}
        </span>
      )}
      <LazyPopover
        placement="bottomRight"
        arrow={false}
        title={<span className="balance-title">{label}</span>}
        open={open}
        content={
          <BalanceFacts
            balance={balance}
            failed={balanceState === 'failed'}
            money={money}
            close={() => setOpen(false)}
          />
        }
        onOpenChange={(open) => {
          setOpen(open);
          if (open) void loadBalance();
        }}
      >
        <button type="button" className="frame-more" aria-haspopup="dialog">
          {t('shell.balance.more')}
          <FrameIcon name="down" size={14} />
        </button>
      </LazyPopover>
    </div>
  );
}

function BalanceFacts({
  balance,
  failed,
  money,
  close,
}: {
  balance: Balance | null;
  failed: boolean;
  money: (amount: number | null) => string;
  close: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="balance-facts">
      <dl>
        {(balance?.figures ?? []).map((figure) => {
          const { code, amount, currency, state, to } = figure;
          const shown = currency ? `${money(amount)} ${currency}` : money(amount);
          return (
            <Fragment key={`${code} ${currency ?? ''}`}>
              <dt>
                {t(`shell.balance.${code}`)}
                {state ? <StatusTag tone={tones[state]} text={t(`shell.balance.state.${state}`)} /> : null}
              </dt>
              <dd data-negative={isNegative(figure)}>
                {to && amount !== null ? (
                  <Link to={`/${to}`} onClick={close}>
                    {shown}
                  </Link>
                ) : (
                  shown
                )}
              </dd>
            </Fragment>
          );
        })}
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

/** Negative amounts are also bold and red. */
const isNegative = (figure: Figure | undefined): true | undefined => (Number(figure?.amount) < 0 ? true : undefined);

/** Thousands with commas and two decimals; a dash where there is nothing to tell. */
function useMoney(): (amount: number | null) => string {
  const culture = useCulture();
  return (amount) => (amount === null ? '–' : formatOf(culture).format(amount));
}

/** Made once, when there is an amount: no other call of this page costs as much. */
const formatOf = (culture: string): Intl.NumberFormat => {
  const format =
    formats.get(culture) ?? new Intl.NumberFormat(culture, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  formats.set(culture, format);
  return format;
};
const formats = new Map<string, Intl.NumberFormat>();
