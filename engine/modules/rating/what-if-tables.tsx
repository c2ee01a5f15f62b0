import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { delivered } from './charge-lines.tsx';
import { changeOf, type Comparison, type TallyRow } from './what-if.ts';
import { useFigures, useWords } from './wording.ts';

const tables = ['customer', 'channel', 'zone', 'weight'] as const;

/** The comparison: in all, by four dimensions, the orders that lose most, and the charges that change. */
export function WhatIfTables({ found }: { found: Comparison }) {
  const t = useWords();
  if (found.totals.length === 0) return <p>{t('whatIf.noOrders')}</p>;
  const { before, after, cost } = found.withoutPrice;
  const nameOf = (key: string) => (key === '…' ? t('whatIf.others') : (found.names[key] ?? key));
  return (
    <>
      <Sides heading={t('whatIf.totals')} rows={found.totals} nameOf={(_, row) => row.currency} />
      {before + after + cost > 0 ? <p>{t('whatIf.without', { before, after, cost })}</p> : null}
      {tables.map((name) => (
        <Sides key={name} heading={t(`whatIf.${name}`)} rows={found[name]} nameOf={nameOf} />
      ))}
      <Losers found={found} nameOf={nameOf} />
      <Lines found={found} />
    </>
  );
}

function Table({ heading, head, children }: { heading: string; head: readonly string[]; children: ReactNode }) {
  return (
    <div className="what-if-table" tabIndex={0} role="region" aria-label={heading}>
      <table className="price-table">
        <caption>{heading}</caption>
        <thead>
          <tr>
            {head.map((word, at) => (
              <th key={at} scope="col">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function Change({ before, after, currency }: { before: number; after: number; currency: string }) {
  const { money, percent } = useFigures();
  const change = changeOf(before, after);
  const share = before === 0 || change === 0 ? '' : ` (${percent(change / Math.abs(before))})`;
  return (
    <td className={change < 0 ? 'is-worse' : change > 0 ? 'is-better' : undefined}>
      {change > 0 ? '+' : ''}
      {money(change, currency)}
      {share}
    </td>
  );
}

function Sides(on: { heading: string; rows: readonly TallyRow[]; nameOf: (key: string, row: TallyRow) => string }) {
  const t = useWords();
  const { money } = useFigures();
  const pair = (word: string) => [`${t(word)}, ${t('whatIf.before')}`, t('whatIf.after')];
  const head = ['', t('whatIf.orders'), ...pair('whatIf.sale'), ...pair('whatIf.cost'), ...pair('whatIf.margin')];
  return (
    <Table heading={on.heading} head={[...head, t('whatIf.change')]}>
      {on.rows.map((row) => (
        <tr key={`${row.currency} ${row.key}`}>
          <th scope="row">{on.nameOf(row.key, row)}</th>
          <td>{row.orders}</td>
          {(['sale', 'cost', 'margin'] as const).map((side) => [
            <td key={`${side} before`}>{money(row.before[side], row.currency)}</td>,
            <td key={`${side} after`}>{money(row.after[side], row.currency)}</td>,
          ])}
          <Change before={row.before.margin} after={row.after.margin} currency={row.currency} />
        </tr>
      ))}
    </Table>
  );
}

function Losers({ found, nameOf }: { found: Comparison; nameOf: (key: string) => string }) {
  const t = useWords();
  const { money } = useFigures();
  if (found.losers.length === 0) return null;
  const margin = t('whatIf.margin');
  const head = [
    t('whatIf.order'),
    t('rate.customer'),
    `${margin}, ${t('whatIf.before')}`,
    t('whatIf.after'),
    t('whatIf.change'),
  ];
  return (
    <Table heading={t('whatIf.losers')} head={head}>
      {found.losers.map(({ id, orderNo, customer, currency, before, after }) => (
        <tr key={id}>
          <th scope="row">
            <Link to={`/Order/${encodeURIComponent(id)}`}>{orderNo}</Link>
          </th>
          <td>{nameOf(customer)}</td>
          <td>{money(before, currency)}</td>
          <td>{money(after, currency)}</td>
          <Change before={before} after={after} currency={currency} />
        </tr>
      ))}
    </Table>
  );
}

function Lines({ found }: { found: Comparison }) {
  const t = useWords();
  const { money } = useFigures();
  if (found.lines.length === 0) return null;
  const head = [
    t('whatIf.kind'),
    t('whatIf.side'),
    t('whatIf.orders'),
    t('whatIf.before'),
    t('whatIf.after'),
    t('whatIf.change'),
  ];
  return (
    <Table heading={t('whatIf.lines')} head={head}>
      {found.lines.map(({ side, category, currency, orders, before, after }) => (
        <tr key={`${side} ${currency} ${category}`}>
          <th scope="row">{delivered.has(category) ? t(`rating.category.${category}`) : category}</th>
          <td>{t(`whatIf.side.${side}`)}</td>
          <td>{orders}</td>
          <td>{money(before, currency)}</td>
          <td>{money(after, currency)}</td>
          <Change before={before} after={after} currency={currency} />
        </tr>
      ))}
    </Table>
  );
}
