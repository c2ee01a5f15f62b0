import { barsOf, type Income } from './income.ts';
import { Table, type Period } from './parts.tsx';
import { useFigures, useWords } from './wording.ts';

const height = 160;

/** Revenue piece by piece with the cost inside it; the figures stand beside it as a table for those who read. */
export function IncomeChart({ found, period }: { found: Income; period: Period }) {
  const t = useWords();
  const { brief, money } = useFigures();
  const bars = barsOf(found.series, period);
  const most = Math.max(...bars.map(({ sale, cost }) => Math.max(sale, cost ?? 0)), 1);
  if (bars.length === 0) return null;
  const exact = (amount: number) => money(amount.toFixed(2), found.currency);
  return (
    <section className="bd-card">
      <h2>
        <span>{t(`income.over.${period}`)}</span>
      </h2>
      <div className="bd-bars" aria-hidden="true">
        {bars.map(({ at, sale, cost }) => (
          <div key={at} title={`${at}  ${exact(sale)}${cost === null ? '' : ` / ${exact(cost)}`}`}>
            <small>{bars.length <= 13 ? brief(sale) : ''}</small>
            <span className="bd-bar" style={{ blockSize: Math.max((sale / most) * height, sale > 0 ? 2 : 0) }}>
              {cost === null ? null : (
                <i style={{ blockSize: `${Math.min(sale > 0 ? (cost / sale) * 100 : 0, 100)}%` }} />
              )}
            </span>
            <small>{labelOf(at, period)}</small>
          </div>
        ))}
      </div>
      <p className="bd-legend" aria-hidden="true">
        <i className="is-sale" /> {t('income.sale')}
        {found.seesCost ? (
          <>
            {' '}
            <i className="is-cost" /> {t('income.cost')}
          </>
        ) : null}
      </p>
      <details className="bd-details">
        <summary>{t('table')}</summary>
        <Table
          heading={t(`income.over.${period}`)}
          head={[
            ...[t('when'), `#${t('income.count')}`, `#${t('income.sale')}`],
            ...(found.seesCost ? [`#${t('income.cost')}`] : []),
          ]}
        >
          {bars.map(({ at, sale, cost, orders }) => (
            <tr key={at}>
              <th scope="row">{at}</th>
              <td>{orders}</td>
              <td>{exact(sale)}</td>
              {cost === null ? null : <td>{exact(cost)}</td>}
            </tr>
          ))}
        </Table>
      </details>
    </section>
  );
}

const labelOf = (at: string, period: Period): string =>
  period === 'today'
    ? at.slice(0, 2)
    : period === 'year'
      ? String(Number(at.slice(5, 7)))
      : String(Number(at.slice(8, 10)));
