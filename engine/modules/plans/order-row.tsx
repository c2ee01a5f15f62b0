import { useState } from 'react';
import { Link } from 'react-router-dom';
import { StatusTag, useHasPermission, type TagTone } from '../../kit/index.ts';
import { RefundNote, type RefundQuote } from './refund-note.tsx';
import { useMoney, useNames, useWords, type Run } from './shared.ts';

export interface Order {
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

const tones: Readonly<Record<string, TagTone>> = {
  ...{ paid: 'info', unpaid: 'warn', active: 'good', refunded: 'bad' },
};

/** An order of a plan, and what can be done with it. */
export function OrderRow({ order, run }: { order: Order; run: Run }) {
  const t = useWords();
  const names = useNames();
  const money = useMoney();
  const [refunding, setRefunding] = useState(false);
  const [busy, setBusy] = useState(false);
  const act = async (command: string, values: object) => {
    setBusy(true);
    await run(command, values);
    setBusy(false);
    setRefunding(false);
  };
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
          <OrderActions {...{ order, busy, refunding }} onAct={act} onRefund={() => setRefunding(!refunding)} />
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

function OrderActions({
  order,
  busy,
  refunding,
  onAct,
  onRefund,
}: {
  order: Order;
  busy: boolean;
  refunding: boolean;
  onAct: (command: string, values: object) => Promise<void>;
  onRefund: () => void;
}) {
  const t = useWords();
  const mayPay = useHasPermission('GoodsOrder:pay');
  const mayRefund = useHasPermission('GoodsOrder:refund');
  const mayCancel = useHasPermission('GoodsOrder:cancel');
  const isHeld = order.status !== 'unpaid' && order.status !== 'cancelled' && order.status !== 'refunded';
  return (
    <div className="plans-actions">
      {order.status === 'unpaid' && mayPay ? (
        <button
          type="button"
          className="button is-primary"
          disabled={busy}
          onClick={() => void onAct('TenantShop/pay', { order: order.id })}
        >
          {t('orders.pay')}
        </button>
      ) : null}
      {order.status === 'unpaid' && mayCancel ? (
        <button
          type="button"
          className="button"
          disabled={busy}
          onClick={() => void onAct('TenantShop/cancel', { order: order.id })}
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
        <button type="button" className="button" aria-expanded={refunding} onClick={onRefund}>
          {t('orders.refund')}
        </button>
      ) : null}
    </div>
  );
}
