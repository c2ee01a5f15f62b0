import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  EmptyState,
  ErrorPanel,
  newKey,
  saveFile,
  Skeleton,
  toDisplayError,
  useDataClient,
  useHasPermission,
  useRecordChanges,
  type PanelProps,
} from '../../kit/index.ts';
import { csvOf, type Comparison } from './comparison.ts';
import { useFigures, useWords } from './wording.ts';
import './billing.css';

/** Compares a bill with the predicted charges and shows what can be claimed until when. */
export default function ChargesPanel({ record, stamp }: PanelProps) {
  const t = useWords();
  const client = useDataClient();
  const [found, setFound] = useState<{ comparison: Comparison | null; error: unknown }>({
    comparison: null,
    error: null,
  });
  const [attempt, setAttempt] = useState(0);
  const again = useCallback(() => setAttempt((count) => count + 1), []);
  useRecordChanges('carrier-bill', again);
  useEffect(() => {
    let gone = false;
    client.send<Comparison>('CarrierBill/compare', { bill: record.id }, newKey()).then(
      (comparison) => !gone && setFound({ comparison, error: null }),
      (error: unknown) => !gone && setFound((before) => ({ ...before, error })),
    );
    return () => {
      gone = true;
    };
  }, [client, record.id, stamp, attempt]);

  const { comparison, error } = found;
  if (error && !comparison) return <ErrorPanel compact error={toDisplayError(error)} onRetry={again} />;
  if (!comparison) return <Skeleton shape="page" />;
  return (
    <div className="bill-panel">
      <Categories comparison={comparison} />
      <Claims bill={record.id} onRaised={again} />
      {comparison.types.length === 0 ? (
        <EmptyState compact kind="nothing" title={t('compare.none')} note={t('compare.noneNote')} />
      ) : (
        <>
          <Reasons comparison={comparison} />
          <Differences comparison={comparison} />
        </>
      )}
    </div>
  );
}

interface Raised {
  readonly raised: number;
  readonly corrected: number;
  readonly removed: number;
}

/** Adds claimable differences to the claims, and exports claims in the carrier's form. */
function Claims({ bill, onRaised }: { bill: string; onRaised: () => void }) {
  const t = useWords();
  const figures = useFigures();
  const client = useDataClient();
  const may = useHasPermission('CarrierClaim:file');
  const [said, setSaid] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  if (!may) return null;
  const raise = async () => {
    const found = await client.send<Raised>('CarrierClaim/raise', { bill }, newKey());
    const told = (['raised', 'corrected', 'removed'] as const).filter((name) => name === 'raised' || found[name] > 0);
    setSaid(told.map((name) => t(`claims.${name}`, { count: figures.count(found[name]) })).join(' '));
    onRaised();
  };
  const run = (step: () => Promise<void>) => () => {
    setError(null);
    step().catch(setError);
  };
  return (
    <section className="bill-tools" aria-label={t('claims.title')}>
      <button type="button" className="button" onClick={run(raise)}>
        {t('claims.raise')}
      </button>
      <button
        type="button"
        className="button"
        onClick={run(async () => saveFile(await client.obtain('CarrierClaim/form', { bill })))}
      >
        {t('claims.form')}
      </button>
      <Link to={`/CarrierClaim?bill=${bill}`}>{t('claims.title')}</Link>
      {said && <span role="status">{said}</span>}
      {error !== null && <ErrorPanel compact error={toDisplayError(error)} />}
    </section>
  );
}

/** The word of a category; a tenant's own has none but its code. */
const nameOf = (t: ReturnType<typeof useWords>, category: string | null): string =>
  category === null ? t('compare.unknown') : t(`category.${category}`, { defaultValue: category });

function Categories({ comparison }: { comparison: Comparison }) {
  const t = useWords();
  const figures = useFigures();
  const { currency } = comparison.bill;
  const total = (of: 'predicted' | 'actual') =>
    comparison.categories.reduce((sum, each) => sum + Math.round(each[of] * 100), 0) / 100;
  return (
    <section className="bill-scroll" tabIndex={0} aria-label={t('compare.title')}>
      <table className="bill-table">
        <thead>
          <tr>
            <th>{t('compare.category')}</th>
            <th className="is-number">{t('compare.lines')}</th>
            <th className="is-number">{t('compare.predicted')}</th>
            <th className="is-number">{t('compare.actual')}</th>
            <th className="is-number">{t('compare.difference')}</th>
          </tr>
        </thead>
        <tbody>
          {comparison.categories.map(({ category, lines, predicted, actual }) => (
            <tr key={category ?? ''}>
              <td>{nameOf(t, category)}</td>
              <td className="is-number">{figures.count(lines)}</td>
              <td className="is-number">{figures.money(predicted, currency)}</td>
              <td className="is-number">{figures.money(actual, currency)}</td>
              <td className="is-number">{figures.money(Math.round((actual - predicted) * 100) / 100, currency)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th>{t('compare.total')}</th>
            <td />
            <td className="is-number">{figures.money(total('predicted'), currency)}</td>
            <td className="is-number">{figures.money(total('actual'), currency)}</td>
            <td className="is-number">
              {figures.money(Math.round((total('actual') - total('predicted')) * 100) / 100, currency)}
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function Reasons({ comparison: { bill, types } }: { comparison: Comparison }) {
  const t = useWords();
  const figures = useFigures();
  return (
    <section className="bill-scroll" tabIndex={0} aria-label={t('compare.reasons')}>
      <table className="bill-table">
        <thead>
          <tr>
            <th>{t('compare.reason')}</th>
            <th className="is-number">{t('compare.count')}</th>
            <th className="is-number">{t('compare.difference')}</th>
          </tr>
        </thead>
        <tbody>
          {types.map(({ type, count, sum }) => (
            <tr key={type}>
              <td>{t(`reason.${type}`)}</td>
              <td className="is-number">{figures.count(count)}</td>
              <td className="is-number">{figures.money(sum, bill.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Differences({ comparison }: { comparison: Comparison }) {
  const t = useWords();
  const [claims, setClaims] = useState(false);
  const { bill } = comparison;
  const rows = comparison.rows.filter(({ claimUntil }) => !claims || claimUntil !== null);
  const save = () => {
    const heads = [
      'reason',
      'order',
      'tracking',
      'category',
      'predicted',
      'actual',
      'difference',
      'claimUntil',
    ] as const;
    const text = csvOf(
      rows,
      heads.map((name) => t(`compare.${name}`)),
      (type) => t(`reason.${type}`),
    );
    saveFile({ name: `${bill.number}.csv`, blob: new Blob([text], { type: 'text/csv' }) });
  };
  return (
    <section className="bill-differences">
      <header className="bill-tools">
        <h3>{t('compare.rows')}</h3>
        <label>
          <input type="checkbox" checked={claims} onChange={(event) => setClaims(event.target.checked)} />{' '}
          {t('compare.claims')}
        </label>
        <button type="button" className="button" onClick={save}>
          {t('compare.save')}
        </button>
      </header>
      <DifferenceRows rows={rows} currency={bill.currency} />
    </section>
  );
}

function DifferenceRows({ rows, currency }: { rows: Comparison['rows']; currency: string }) {
  const t = useWords();
  const figures = useFigures();
  return (
    <div className="bill-scroll" tabIndex={0} role="region" aria-label={t('compare.rows')}>
      <table className="bill-table">
        <thead>
          <tr>
            <th>{t('compare.reason')}</th>
            <th>{t('compare.order')}</th>
            <th>{t('compare.tracking')}</th>
            <th>{t('compare.category')}</th>
            <th className="is-number">{t('compare.predicted')}</th>
            <th className="is-number">{t('compare.actual')}</th>
            <th className="is-number">{t('compare.difference')}</th>
            <th>{t('compare.claimUntil')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              <td>{t(`reason.${row.type}`)}</td>
              <td>{row.order ? <Link to={`/Order/${row.order}`}>{row.orderNo}</Link> : null}</td>
              <td>{row.tracking}</td>
              <td>{nameOf(t, row.category)}</td>
              <td className="is-number">{figures.money(row.predicted, currency)}</td>
              <td className="is-number">{figures.money(row.actual, currency)}</td>
              <td className="is-number">{figures.money(row.difference, currency)}</td>
              <td>{row.claimUntil}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
