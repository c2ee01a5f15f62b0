import { App } from 'antd';
import { useState } from 'react';
import {
  EmptyState,
  ErrorPanel,
  newKey,
  Skeleton,
  errorMessage,
  toDisplayError,
  useCulture,
  useDataClient,
  useHasPermission,
  type PanelProps,
  type WireRecord,
} from '../../kit/index.ts';
import { ChargeLines } from './charge-lines.tsx';
import { spokenText, type ChargeLine } from './quotes.ts';
import { useRowsOf } from './use-rows.ts';
import { useWords } from './wording.ts';
import './rating.css';
import './rating-small.css';

const charges = { entity: 'order-charge', path: 'OrderCharge' };

const lineOf = (row: WireRecord, culture: string): ChargeLine => ({
  category: String(row['category'] ?? ''),
  box: typeof row['box'] === 'number' ? row['box'] - 1 : null,
  amount: typeof row['amount'] === 'number' ? row['amount'] : 0,
  text: spokenText(row, culture),
});

/** The lines of each side, predicted before billed, as far as there are any. */
const sidesOf = (rows: readonly WireRecord[]) =>
  (['sale', 'cost'] as const).flatMap((side) =>
    (['predicted', 'actual'] as const).flatMap((phase) => {
      const of = rows.filter((row) => row['side'] === side && row['phase'] === phase);
      return of.length > 0 ? [{ side, phase, of }] : [];
    }),
  );

interface Recalculated {
  results: { id: string; ok: boolean; issues?: { code: string; message: string }[] }[];
}

/** What an order is charged, line by line with its reason; counted again on demand once it is placed. */
export default function ChargesPanel({ record, stamp, reload }: PanelProps) {
  const t = useWords();
  const culture = useCulture();
  const client = useDataClient();
  const { message } = App.useApp();
  const { rows, error, again } = useRowsOf(charges, record.id, stamp);
  const mayPlace = useHasPermission('Order:place');
  const [busy, setBusy] = useState(false);
  const recalculate = async () => {
    setBusy(true);
    try {
      const { results } = await client.send<Recalculated>('Order/recalculate', { ids: [record.id] }, newKey());
      const refused = results.flatMap(({ issues = [] }) => issues.map((issue) => issue.message || issue.code));
      if (refused.length > 0) void message.error(refused.join(' '));
      again();
      reload();
    } catch (failure) {
      void message.error(errorMessage(failure));
    } finally {
      setBusy(false);
    }
  };
  if (error && !rows) return <ErrorPanel compact error={toDisplayError(error)} onRetry={again} />;
  if (!rows) return <Skeleton shape="page" />;
  const button =
    mayPlace && record.status !== 'draft' ? (
      <button
        type="button"
        className="button"
        disabled={busy}
        aria-busy={busy || undefined}
        onClick={() => void recalculate()}
      >
        {t('charge.recalculate')}
      </button>
    ) : null;
  if (rows.length === 0)
    return <EmptyState kind="nothing" compact title={t('charge.none')} note={t('charge.noneNote')} actions={button} />;
  return (
    <div className="trial-panel" aria-busy={busy}>
      <div className="rate-results-bar">
        <span />
        {button}
      </div>
      <div className="offer-sides charge-sides">
        {sidesOf(rows).map(({ side, phase, of }) => (
          <ChargeLines
            key={`${side} ${phase}`}
            heading={t(`charge.${side}.${phase}`)}
            lines={of.map((row) => lineOf(row, culture))}
            currency={String(of[0]?.['currency'] ?? '')}
            total={of.reduce((sum, row) => sum + Math.round(lineOf(row, culture).amount * 100), 0) / 100}
          />
        ))}
      </div>
    </div>
  );
}
