import { useState } from 'react';
import { Link } from 'react-router-dom';
import {
  ErrorPanel,
  PageHeader,
  Skeleton,
  StatusTag,
  toDisplayError,
  useHasPermission,
  type TagTone,
} from '../../kit/index.ts';
import { Failure } from './failure.tsx';
import { bannersOf, type Usage } from './plan-banners.ts';
import { RefundNote, type RefundQuote } from './refund-note.tsx';
import { useAsked, useMoney, useNames, useWords, type Money, type Run } from './shared.ts';
import './plans.css';

interface Order {
  readonly id: string;
  readonly orderNo: string;
  readonly status: string;
  readonly goods: string | null;
  readonly setCode: string;
  readonly goodsName: string;
  readonly goodsNameZh: string | null;
  readonly setName: string;
  readonly setNameZh: string | null;
  readonly quantity: number;
  readonly amount: string;
  readonly currency: string;
  readonly startsOn: string | null;
  readonly endsOn: string | null;
  readonly refundAmount: string | null;
  readonly onSale: boolean;
  readonly refund: RefundQuote | null;
}
interface Answer {
  readonly usage: Usage;
  readonly wallet: readonly Money[];
  readonly orders: readonly Order[];
}

const tones: Readonly<Record<string, TagTone>> = {
  ...{ active: 'good', free: 'info', grace: 'warn', ended: 'bad', unlimited: 'neutral' },
  ...{ paid: 'info', unpaid: 'warn', refunded: 'bad' },
};

/** The company's plan: limits, usage, end and orders. */
export default function TenantPlanPage() {
  const t = useWords();
  const names = useNames();
  const { answer, error, again, run } = useAsked<Answer>('TenantShop/plan');
  if (!answer) return error ? <ErrorPanel error={toDisplayError(error)} onRetry={again} /> : <Skeleton shape="form" />;
  const { usage, orders } = answer;
  return (
    <div className="plans">
      <PageHeader
        title={t('plan.title')}
        note={t('plan.note')}
        extra={<StatusTag tone={tones[usage.state] ?? 'neutral'} text={t(`plan.state.${usage.state}`)} />}
        actions={
          <Link className="button is-primary" to="/tenant-goods">
            {t('plan.buy')}
          </Link>
        }
      />
      <Failure error={error} />
      {bannersOf(usage).map(({ key, params }) => (
        <div key={key} className="plans-banner" role="status">
          <span>{t(`plan.banner.${key}`, params)}</span>
        </div>
      ))}
      <section className="plans-card">
        {usage.state === 'unlimited' ? <p>{t('plan.unlimited')}</p> : null}
        <dl className="plans-usage">
          <div>
            <dt>{t('plan.plan')}</dt>
            <dd>
              {usage.state === 'free'
                ? t('plan.free')
                : usage.plan
                  ? `${names(usage.plan, usage.planZh)} ${names(usage.set, usage.setZh)}`
                  : t('plan.none')}
            </dd>
          </div>
          {usage.until ? (
            <div>
              <dt>{t('plan.until')}</dt>
              <dd>{usage.until}</dd>
            </div>
          ) : null}
          {usage.graceUntil && usage.state !== 'free' ? (
            <div>
              <dt>{t('plan.grace')}</dt>
              <dd>{usage.graceUntil}</dd>
            </div>
          ) : null}
          <Measure
            name={t('plan.orders')}
            used={usage.state === 'unlimited' ? null : usage.ordersUsed}
            allowed={usage.ordersAllowed}
          />
          {usage.termAllowed ? (
            <Measure name={t('plan.termOrders')} used={usage.termUsed} allowed={usage.termAllowed} />
          ) : null}
          <Measure name={t('plan.seats')} used={usage.seatsUsed} allowed={usage.seatsAllowed} />
          <div>
            <dt>{t('plan.modules')}</dt>
            <dd>
              {usage.modules === null
                ? t('plan.modulesAll')
                : usage.modules.map((name) => t(`module.${name}`)).join(', ')}
            </dd>
          </div>
        </dl>
      </section>
      {orders.length === 0 ? <p className="plans-quiet">{t('orders.none')}</p> : <Orders orders={orders} run={run} />}
    </div>
  );
}

function Measure({ name, used, allowed }: { name: string; used: number | null; allowed: number | null }) {
  const t = useWords();
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {used === null ? t('plan.any') : allowed === null ? t('plan.ofAny', { used }) : t('plan.of', { used, allowed })}
        {allowed && used !== null ? (
          <meter
            aria-label={name}
            min={0}
            max={allowed}
            high={allowed * 0.9}
            low={0}
            optimum={0}
            value={Math.min(used, allowed)}
          />
        ) : null}
      </dd>
    </div>
  );
}

function Orders({ orders, run }: { orders: readonly Order[]; run: Run }) {
  const t = useWords();
  return (
    <div className="plans-scroll">
      <table>
        <caption>{t('orders.caption')}</caption>
        <thead>
          <tr>
            {['number', 'what', 'status', 'amount', 'term', 'actions'].map((column) => (
              <th key={column} scope="col">
                {t(`orders.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} run={run} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function OrderRow({ order, run }: { order: Order; run: Run }) {
  const t = useWords();
  const names = useNames();
  const money = useMoney();
  const mayPay = useHasPermission('GoodsOrder:pay');
  const mayRefund = useHasPermission('GoodsOrder:refund');
  const mayCancel = useHasPermission('GoodsOrder:cancel');
  const [refunding, setRefunding] = useState(false);
  const [busy, setBusy] = useState(false);
  const act = async (command: string, values: object) => {
    setBusy(true);
    await run(command, values);
    setBusy(false);
    setRefunding(false);
  };
  const isHeld = order.status !== 'unpaid' && order.status !== 'cancelled' && order.status !== 'refunded';
  return (
    <>
      <tr>
        <td className="is-whole">
          <Link to={`/GoodsOrder/${order.id}`}>{order.orderNo}</Link>
        </td>
        <td>
          {names(order.goodsName, order.goodsNameZh)} {names(order.setName, order.setNameZh)}
          {order.quantity > 1 ? ` × ${order.quantity}` : ''}
        </td>
        <td>
          <StatusTag tone={tones[order.status] ?? 'neutral'} text={t(`state.${order.status}`)} />
        </td>
        <td>
          {money(order.amount, order.currency)}
          {order.refundAmount ? ` − ${money(order.refundAmount, order.currency)}` : ''}
        </td>
        <td className="is-whole">{order.startsOn ? `${order.startsOn} – ${order.endsOn}` : ''}</td>
        <td>
          <div className="plans-actions">
            {order.status === 'unpaid' && mayPay ? (
              <button
                type="button"
                className="button is-primary"
                disabled={busy}
                onClick={() => void act('TenantShop/pay', { order: order.id })}
              >
                {t('orders.pay')}
              </button>
            ) : null}
            {order.status === 'unpaid' && mayCancel ? (
              <button
                type="button"
                className="button"
                disabled={busy}
                onClick={() => void act('TenantShop/cancel', { order: order.id })}
              >
                {t('orders.cancel')}
              </button>
            ) : null}
            {isHeld && order.onSale && mayPay ? (
              <Link className="button" to={`/tenant-goods?goods=${order.goods}&set=${order.setCode}`}>
                {t('orders.renew')}
              </Link>
            ) : null}
            {order.refund && mayRefund ? (
              <button
                type="button"
                className="button"
                aria-expanded={refunding}
                onClick={() => setRefunding(!refunding)}
              >
                {t('orders.refund')}
              </button>
            ) : null}
          </div>
        </td>
      </tr>
      {refunding && order.refund ? (
        <tr>
          <td colSpan={6}>
            <RefundNote
              number={order.orderNo}
              currency={order.currency}
              quote={order.refund}
              busy={busy}
              onKeep={() => setRefunding(false)}
              onRefund={(amount) => void act('TenantShop/refund', { order: order.id, amount })}
            />
          </td>
        </tr>
      ) : null}
    </>
  );
}
