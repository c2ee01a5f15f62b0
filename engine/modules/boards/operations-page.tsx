import { useState } from 'react';
import { Link } from 'react-router-dom';
import { BoardPage } from './board-page.tsx';
import { OperationsRates } from './operations-rates.tsx';
import { OperationsRows } from './operations-rows.tsx';
import { shareOf, type Operations, type OperationsBehind } from './operations.ts';
import { Change, Figure, SalespersonSelect, Table } from './parts.tsx';
import { useFigures, useWords } from './wording.ts';

/** How the work goes: what stands still now, and how a period went beside the one before. */
export default function OperationsPage() {
  const [salesperson, setSalesperson] = useState('');
  const filter = salesperson === '' ? {} : { salesperson };
  const choice = ({ salespeople }: Operations) => (
    <SalespersonSelect people={salespeople} chosen={salesperson} onChoose={setSalesperson} />
  );
  return (
    <BoardPage<Operations, OperationsBehind>
      name="operations"
      path="Operations/figures"
      asked={filter}
      actions={choice}
    >
      {({ found, period, behind, onBehind }) => (
        <>
          <Standing found={found} onBehind={onBehind} />
          <OperationsRates found={found} period={period} onBehind={onBehind} />
          <div className="bd-columns">
            <Channels found={found} onBehind={onBehind} />
            <Charges found={found} onBehind={onBehind} />
          </div>
          {behind ? (
            <OperationsRows
              key={JSON.stringify([behind, filter])}
              filter={filter}
              period={period}
              behind={behind}
              onClose={() => onBehind(null)}
            />
          ) : null}
        </>
      )}
    </BoardPage>
  );
}

interface Props {
  found: Operations;
  onBehind: (next: OperationsBehind) => void;
}

/** What stands still at this moment. */
function Standing({ found, onBehind }: Props) {
  const t = useWords();
  const { count } = useFigures();
  const { stuck, unscanned, alerts } = found;
  const list = (address: string) => <Link to={address}>{t('list')}</Link>;
  return (
    <section aria-label={t('operations.now')} className="bd-group">
      <h2 className="bd-heading">{t('operations.now')}</h2>
      <div className="bd-figures">
        <Figure
          title={t('operations.placingLong')}
          meaning={t('operations.meaning.placingLong')}
          value={count(stuck.placingLong)}
          tone={stuck.placingLong > 0 ? 'bad' : undefined}
          note={t('operations.ofPlacing', { count: count(stuck.placing) })}
          door={
            stuck.placingLong > 0 ? (
              <button type="button" className="bd-link" onClick={() => onBehind({ of: 'placingLong' })}>
                {t('list')}
              </button>
            ) : null
          }
        />
        {(['waitingForFunds', 'held', 'failed'] as const).map((state) => (
          <Figure
            key={state}
            title={t(`operations.${state}`)}
            meaning={t(`operations.meaning.${state}`)}
            value={count(stuck[state])}
            tone={stuck[state] > 0 ? 'warn' : undefined}
            door={list(`/Order?status=${state}`)}
          />
        ))}
        <Figure
          title={t('operations.unscanned')}
          meaning={t('operations.meaning.unscanned')}
          value={count(unscanned)}
          tone={unscanned > 0 ? 'warn' : undefined}
          door={list('/OrderBox?view=notScanned')}
        />
        <section className="bd-card bd-figure">
          <h2>{t('operations.alerts')}</h2>
          {alerts.length === 0 ? <p className="bd-note">{t('operations.noAlerts')}</p> : null}
          <ul className="bd-kinds">
            {alerts.map(({ kind, count: many }) => (
              <li key={kind}>
                <Link to={`/TrackAlert?status=open&kind=${kind}`}>{t(`alert.${kind}`)}</Link>
                <b>{count(many)}</b>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </section>
  );
}

function Channels({ found, onBehind }: Props) {
  const t = useWords();
  const { count, percent, tenth } = useFigures();
  const earlier = new Map(found.before.channels.map((each) => [each.channel, each]));
  const days = (value: number | null) => (value === null ? t('none') : tenth(value));
  const head = ['delivered', 'onTime', 'days', 'promisedDays', 'late'].map((name) => `#${t(`operations.${name}`)}`);
  return (
    <Table
      heading={t('operations.channels')}
      meaning={t('operations.meaning.channels')}
      head={[t('income.by.channel'), ...head, `#${t('change')}`]}
    >
      {found.now.channels.map((each) => {
        const { channel, name, delivered, promised, onTime } = each;
        const share = shareOf(onTime, promised);
        const before = earlier.get(channel);
        return (
          <tr key={channel}>
            <th scope="row">
              <button
                type="button"
                className="bd-link"
                onClick={() => onBehind({ of: 'delivered', key: channel ?? '' })}
              >
                {name ?? t('unknown')}
              </button>
            </th>
            <td>{count(delivered)}</td>
            <td>{share === null ? t('none') : percent(share)}</td>
            <td>{days(each.days)}</td>
            <td>{days(each.promisedDays)}</td>
            <td>
              {promised > onTime ? (
                <button type="button" className="bd-link" onClick={() => onBehind({ of: 'late', key: channel ?? '' })}>
                  {count(promised - onTime)}
                </button>
              ) : (
                count(0)
              )}
            </td>
            <td>
              <Change now={share ?? 0} before={shareOf(before?.onTime ?? 0, before?.promised ?? 0) ?? 0} />
            </td>
          </tr>
        );
      })}
      {found.now.channels.length === 0 ? (
        <tr>
          <td colSpan={7} data-text>
            {t('operations.nothingYet')}
          </td>
        </tr>
      ) : null}
    </Table>
  );
}

function Charges({ found, onBehind }: Props) {
  const t = useWords();
  const { count, percent, money } = useFigures();
  const { now, before, side, currency } = found;
  const total = now.charges.reduce((sum, { amount }) => sum + Number(amount), 0);
  const earlier = new Map(before.charges.map(({ category, amount }) => [category, Number(amount)]));
  const share = t(side === 'cost' ? 'operations.shareOfCost' : 'operations.shareOfSale');
  return (
    <Table
      heading={t('operations.surcharges')}
      meaning={t(side === 'cost' ? 'operations.meaning.surcharges' : 'operations.meaning.saleSurcharges')}
      head={[
        t('operations.category'),
        `#${t('income.count')}`,
        `#${t('operations.amount')}`,
        `#${share}`,
        `#${t('change')}`,
      ]}
    >
      {now.charges
        .filter(({ category }) => category !== 'transport')
        .map(({ category, amount, orders }) => (
          <tr key={category}>
            <th scope="row">
              <button type="button" className="bd-link" onClick={() => onBehind({ of: 'surcharge', key: category })}>
                {t(`category.${category}`, { defaultValue: category })}
              </button>
            </th>
            <td>{count(orders)}</td>
            <td>{money(amount, currency)}</td>
            <td>{percent(shareOf(Number(amount), total) ?? 0)}</td>
            <td>
              <Change now={Number(amount)} before={earlier.get(category) ?? 0} />
            </td>
          </tr>
        ))}
      {total === 0 ? (
        <tr>
          <td colSpan={5} data-text>
            {t('operations.nothingYet')}
          </td>
        </tr>
      ) : null}
    </Table>
  );
}
