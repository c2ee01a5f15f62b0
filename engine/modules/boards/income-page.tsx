import { useState, type ReactNode } from 'react';
import { EmptyState } from '../../kit/index.ts';
import { BoardPage, type Shown } from './board-page.tsx';
import { IncomeChart } from './income-chart.tsx';
import { IncomeOrders } from './income-orders.tsx';
import { dims, type Behind, type Dim, type Figures, type Group, type Income } from './income.ts';
import { Change, Figure, SalespersonSelect, Table } from './parts.tsx';
import { useFigures, useWords } from './wording.ts';

/** What orders bring: revenue, cost and margin, predicted and billed, with the orders and lines behind each figure. */
export default function IncomePage() {
  const t = useWords();
  const [currency, setCurrency] = useState<string | null>(null);
  const [salesperson, setSalesperson] = useState('');
  const filter = salesperson === '' ? {} : { salesperson };
  const choice = ({ currencies, currency: shown, salespeople }: Income) => (
    <>
      <SalespersonSelect people={salespeople} chosen={salesperson} onChoose={setSalesperson} />
      {currencies.length > 1 ? (
        <select
          className="bd-select"
          aria-label={t('currency')}
          value={shown}
          onChange={(event) => setCurrency(event.target.value)}
        >
          {currencies.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      ) : null}
    </>
  );
  return (
    <BoardPage<Income, Behind>
      name="income"
      path="Income/figures"
      asked={{ ...(currency ? { currency } : {}), ...filter }}
      actions={choice}
    >
      {(shown) => <Dashboard {...shown} filter={filter} />}
    </BoardPage>
  );
}

function Dashboard({
  found,
  period,
  behind,
  onBehind,
  filter,
}: Shown<Income, Behind> & { filter: { salesperson?: string } }) {
  const t = useWords();
  const { total, groups, span, spanBefore } = found;
  const { day } = useFigures();
  if (total.now.orders === 0 && total.before.orders === 0)
    return <EmptyState kind="nothing" title={t('income.none')} note={t('income.noneNote')} />;
  return (
    <>
      <p className="bd-span">
        {t('income.span', {
          ...{ from: day(span.from), to: day(span.to) },
          ...{ fromBefore: day(spanBefore.from), toBefore: day(spanBefore.to) },
        })}
      </p>
      <div className="bd-figures">
        <Totals found={found} onBehind={onBehind} />
      </div>
      <IncomeChart found={found} period={period} />
      <div className="bd-columns">
        {dims.map((dim) => (
          <Groups
            key={dim}
            dim={dim}
            groups={groups.filter((each) => each.dim === dim)}
            found={found}
            onBehind={onBehind}
          />
        ))}
      </div>
      {behind ? (
        <IncomeOrders
          key={JSON.stringify([behind, filter])}
          filter={filter}
          found={found}
          period={period}
          behind={behind}
          onClose={() => onBehind(null)}
        />
      ) : null}
    </>
  );
}

function Totals({ found, onBehind }: { found: Income; onBehind: (next: Behind) => void }) {
  const t = useWords();
  const { money, count, percent } = useFigures();
  const { currency, seesCost, total } = found;
  const { now, before } = total;
  const sum = (name: 'sale' | 'cost' | 'margin') => {
    const [value, earlier] = [now[name] ?? '0', before[name] ?? '0'];
    return {
      ...{ title: t(`income.${name}`), meaning: t(`income.meaning.${name}`), value: money(value, currency) },
      ...{ now: Number(value), before: Number(earlier), earlier: money(earlier, currency) },
    };
  };
  const list = (behind: Behind, words: string) => (
    <button type="button" className="bd-link" onClick={() => onBehind(behind)}>
      {words}
    </button>
  );
  return (
    <>
      <Figure {...sum('sale')} door={list({}, t('income.orders'))} />
      {seesCost ? <Figure {...sum('cost')} /> : null}
      {seesCost ? <Figure {...sum('margin')} note={marginNote(now, percent, t)} /> : null}
      <Figure
        title={t('income.count')}
        meaning={t('income.meaning.count')}
        value={count(now.orders)}
        now={now.orders}
        before={before.orders}
        earlier={count(before.orders)}
      />
      {seesCost ? (
        <Figure
          title={t('income.actualCost')}
          meaning={t('income.meaning.actualCost')}
          value={now.billed > 0 ? money(now.actualCost ?? '0', currency) : t('none')}
          note={
            now.billed > 0
              ? t('income.billed', {
                  ...{ billed: count(now.billed), orders: count(now.orders) },
                  predicted: money(now.billedCost ?? '0', currency),
                })
              : t('income.notBilled')
          }
          door={now.billed > 0 ? list({ of: 'billed' }, t('income.orders')) : null}
        />
      ) : null}
      <ActualSale found={found} door={list({ of: 'invoiced' }, t('income.orders'))} />
    </>
  );
}

function ActualSale({ found, door }: { found: Income; door: ReactNode }) {
  const t = useWords();
  const { money, count } = useFigures();
  const { currency, total } = found;
  const { now } = total;
  return (
    <Figure
      title={t('income.actualSale')}
      meaning={t('income.meaning.actualSale')}
      value={now.invoiced > 0 ? money(now.actualSale, currency) : t('none')}
      note={
        now.invoiced > 0
          ? t('income.billed', {
              ...{ billed: count(now.invoiced), orders: count(now.orders) },
              predicted: money(now.invoicedSale, currency),
            })
          : t('income.notInvoiced')
      }
      door={now.invoiced > 0 ? door : null}
    />
  );
}

const marginNote = (
  { sale, margin }: Figures,
  percent: (part: number) => string,
  t: ReturnType<typeof useWords>,
): string | null =>
  Number(sale) > 0 ? t('income.marginShare', { share: percent(Number(margin) / Number(sale)) }) : null;

interface GroupsProps {
  dim: Dim;
  groups: readonly Group[];
  found: Income;
  onBehind: (next: Behind) => void;
}

function Groups({ dim, groups, found, onBehind }: GroupsProps) {
  const t = useWords();
  const { money, count, percent } = useFigures();
  const { currency, seesCost } = found;
  const costs = seesCost ? [`#${t('income.cost')}`, `#${t('income.margin')}`] : [];
  const head = [t(`income.by.${dim}`), `#${t('income.count')}`, `#${t('income.sale')}`, ...costs, `#${t('change')}`];
  return (
    <Table heading={t('income.byHeading', { name: t(`income.by.${dim}`) })} head={head}>
      {groups.map(({ key, name, now, before }) => (
        <tr key={key}>
          <th scope="row">
            <button type="button" className="bd-link" onClick={() => onBehind({ dim, key })}>
              {key === '' ? t('unknown') : dim === 'zone' ? t('income.zone', { zone: key }) : (name ?? key)}
            </button>
          </th>
          <td>{count(now.orders)}</td>
          <td>{money(now.sale, currency)}</td>
          {seesCost ? <td>{money(now.cost ?? '0', currency)}</td> : null}
          {seesCost ? (
            <td className={Number(now.margin) < 0 ? 'is-bad' : undefined}>
              {money(now.margin ?? '0', currency)}
              {Number(now.sale) > 0 ? <small> {percent(Number(now.margin) / Number(now.sale))}</small> : null}
            </td>
          ) : null}
          <td>
            <Change now={Number(now.sale)} before={Number(before.sale)} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
