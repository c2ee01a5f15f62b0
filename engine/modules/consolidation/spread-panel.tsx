import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  EmptyState,
  ErrorPanel,
  newKey,
  Skeleton,
  toDisplayError,
  useCulture,
  useDataClient,
  type PanelProps,
} from '../../kit/index.ts';
import { useWords } from './words.ts';
import './consolidation.css';

interface Row {
  readonly box: string;
  readonly boxNo: string;
  readonly customer: string | null;
  readonly currency: string;
  readonly cost: string | null;
  readonly sale: string;
}

interface Spread {
  readonly charged: boolean;
  readonly rows: readonly Row[];
  readonly lines: readonly {
    readonly kind: string;
    readonly amount: string;
    readonly currency: string;
    readonly basis: string;
    readonly shares: Readonly<Record<string, string>>;
  }[];
  readonly noBasis: readonly { readonly kind: string; readonly basis: string }[];
}

const cents = (text: string | null): number => Math.round(Number(text ?? 0) * 100);

/** Cost of each box by cost line, and its sale amount. */
export default function SpreadPanel({ record, stamp }: PanelProps) {
  const t = useWords();
  const client = useDataClient();
  const [found, setFound] = useState<Spread | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let gone = false;
    setFailure(null);
    client.send<Spread>('MainBill/spread', { mainBill: record.id }, newKey()).then(
      (answer) => !gone && setFound(answer),
      (error: unknown) => !gone && setFailure(error),
    );
    return () => {
      gone = true;
    };
  }, [client, record.id, stamp, attempt]);
  if (failure)
    return <ErrorPanel compact error={toDisplayError(failure)} onRetry={() => setAttempt((before) => before + 1)} />;
  if (!found) return <Skeleton shape="page" />;
  const { rows, lines, noBasis, charged } = found;
  if (rows.length === 0) return <EmptyState kind="nothing" compact title={t('spread.none')} />;
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  return (
    <div className="bill-panel">
      <p>{t(charged ? 'spread.charged' : 'spread.preview')}</p>
      {noBasis.map(({ kind, basis }) => (
        <p key={kind} role="alert">
          {t('spread.noBasis', { kind: t(`kind.${kind}`), basis: t(`basis.${basis}`) })}
        </p>
      ))}
      {currencies.map((currency) => (
        <SpreadTable
          key={currency}
          currency={currency}
          rows={rows.filter((row) => row.currency === currency)}
          lines={lines.filter((line) => line.currency === currency)}
        />
      ))}
    </div>
  );
}

interface TableProps {
  currency: string;
  rows: readonly Row[];
  lines: Spread['lines'];
}

/** The boxes of one currency, their shares of each cost line, and the sums. */
function SpreadTable({ currency, rows, lines }: TableProps) {
  const t = useWords();
  const culture = useCulture();
  const format = new Intl.NumberFormat(culture, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const money = (value: number | null) => (value === null ? '–' : format.format(value / 100));
  const sum = (of: (row: Row) => number) => money(rows.reduce((total, row) => total + of(row), 0));
  return (
    <div className="loading-table">
      <table>
        <caption>{currency}</caption>
        <SpreadHead lines={lines} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.box}>
              <td className="is-code">
                <Link to={`/MainBillBox/${row.box}`}>{row.boxNo}</Link>
              </td>
              <td>{row.customer ?? '–'}</td>
              {lines.map(({ shares }, at) => (
                <td className="is-number" key={at}>
                  {money(cents(shares[row.box] ?? null))}
                </td>
              ))}
              <td className="is-number">{money(row.cost === null ? null : cents(row.cost))}</td>
              <td className="is-number">{money(cents(row.sale))}</td>
              <td className="is-number">{money(cents(row.sale) - cents(row.cost))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('spread.sum')}</th>
            <td />
            {lines.map(({ shares }, at) => (
              <td className="is-number" key={at}>
                {sum(({ box }) => cents(shares[box] ?? null))}
              </td>
            ))}
            <td className="is-number">{sum(({ cost }) => cents(cost))}</td>
            <td className="is-number">{sum(({ sale }) => cents(sale))}</td>
            <td className="is-number">{sum(({ sale, cost }) => cents(sale) - cents(cost))}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function SpreadHead({ lines }: Pick<TableProps, 'lines'>) {
  const t = useWords();
  return (
    <thead>
      <tr>
        <th scope="col">{t('spread.box')}</th>
        <th scope="col">{t('spread.customer')}</th>
        {lines.map(({ kind, basis }, at) => (
          <th scope="col" className="is-number" key={at}>
            {t(`kind.${kind}`)} ({t(`basis.${basis}`)})
          </th>
        ))}
        <th scope="col" className="is-number">
          {t('spread.cost')}
        </th>
        <th scope="col" className="is-number">
          {t('spread.sale')}
        </th>
        <th scope="col" className="is-number">
          {t('spread.margin')}
        </th>
      </tr>
    </thead>
  );
}
