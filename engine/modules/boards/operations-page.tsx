import { useState } from 'react';
import { Link } from 'react-router-dom';
import { BoardPage } from './board-page.tsx';
import { OperationsRows } from './operations-rows.tsx';
import { shareOf, type Operations, type OperationsBehind, type OperationsSpan } from './operations.ts';
import { Change, Figure, SalespersonSelect, Table, type Period } from './parts.tsx';
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
          <Rates found={found} period={period} onBehind={onBehind} />
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

/** Rates of the period, each with that of the period before. */
function Rates({ found, period, onBehind }: Props & { period: Period }) {
  const t = useWords();
  const { count, percent, money, tenth } = useFigures();
  const { now, before, currency, side, span } = found;
  const orders = <Link to={`/income?period=${period}`}>{t('operations.toIncome')}</Link>;
  const deps = (of: OperationsBehind['of'], many: number) =>
    many > 0 ? (
      <button type="button" className="bd-link" onClick={() => onBehind({ of })}>
        {t('list')}
      </button>
    ) : null;
  const rate = (name: string, of: OperationsBehind['of'] | null, pick: (span: OperationsSpan) => [number, number]) => {
    const [part, whole] = pick(now);
    const [share, earlier] = [shareOf(part, whole), shareOf(...pick(before))];
    return (
      <Figure
        title={t(`operations.${name}`)}
        meaning={t(`operations.meaning.${name}`)}
        value={share === null ? t('none') : percent(share)}
        now={share ?? 0}
        before={earlier ?? 0}
        earlier={earlier === null ? t('none') : percent(earlier)}
        note={whole > 0 ? t('operations.of', { part: count(part), whole: count(whole) }) : t('operations.nothingYet')}
        door={of ? deps(of, part) : null}
      />
    );
  };
  const average = (name: 'salePerPackage' | 'costPerPackage' | 'salePerPound' | 'costPerPound') => (
    <Figure
      title={t(`operations.${name}`)}
      meaning={t(`operations.meaning.${name}`)}
      value={now[name] === null ? t('none') : money(now[name], currency)}
      now={Number(now[name] ?? 0)}
      before={Number(before[name] ?? 0)}
      earlier={before[name] === null ? t('none') : money(before[name], currency)}
      door={orders}
    />
  );
  const onTime = ({ channels }: OperationsSpan): [number, number] => [
    channels.reduce((sum, each) => sum + each.onTime, 0),
    channels.reduce((sum, each) => sum + each.promised, 0),
  ];
  return (
    <section aria-label={t('operations.rates')} className="bd-group">
      <h2 className="bd-heading">{t('operations.rates')}</h2>
      <div className="bd-figures">
        <Figure
          title={t('operations.placed')}
          meaning={t('operations.meaning.placed')}
          value={count(now.placed)}
          now={now.placed}
          before={before.placed}
          earlier={count(before.placed)}
          door={orders}
        />
        {rate('onTime', 'late', onTime)}
        {average('salePerPackage')}
        {side === 'cost' ? average('costPerPackage') : null}
        {average('salePerPound')}
        {side === 'cost' ? average('costPerPound') : null}
        {rate('byDimension', 'byDimension', ({ weighed }) => [weighed.byDimension, weighed.weighed])}
        {rate('corrected', side === 'cost' ? 'corrected' : null, ({ corrections }) => [
          corrections.corrected,
          corrections.billed,
        ])}
        {now.claims ? (
          <Figure
            title={t('operations.claims')}
            meaning={t('operations.meaning.claims')}
            value={money(now.claims.credited, currency)}
            now={Number(now.claims.credited)}
            before={Number(before.claims?.credited ?? 0)}
            earlier={money(before.claims?.credited ?? '0', currency)}
            note={t('operations.claimsOf', {
              ...{ won: count(now.claims.won), filed: count(now.claims.filed) },
              asked: money(now.claims.asked, currency),
            })}
            door={<Link to={`/CarrierClaim?filedOn.between=${span.from},${span.to}`}>{t('list')}</Link>}
          />
        ) : null}
        <Figure
          title={t('operations.passedOn')}
          meaning={t('operations.meaning.passedOn')}
          value={now.passedOn.days === null ? t('none') : t('operations.inDays', { days: tenth(now.passedOn.days) })}
          now={now.passedOn.days ?? 0}
          before={before.passedOn.days ?? 0}
          earlier={
            before.passedOn.days === null ? t('none') : t('operations.inDays', { days: tenth(before.passedOn.days) })
          }
          note={
            now.passedOn.billed > 0
              ? t('operations.passedOnOf', { count: count(now.passedOn.billed) })
              : t('operations.nothingYet')
          }
          door={deps('passedOn', now.passedOn.billed)}
        />
        {rate('voided', 'voided', ({ labels }) => [labels.voided, labels.made])}
        {rate('neverScanned', 'neverScanned', ({ handed }) => [handed.neverScanned, handed.handed])}
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
