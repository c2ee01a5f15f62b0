import { Link } from 'react-router-dom';
import { ErrorPanel, PageHeader, Skeleton, StatusTag, toDisplayError, type TagTone } from '../../kit/index.ts';
import { Failure } from './failure.tsx';
import { bannersOf, type Usage } from './plan-banners.ts';
import { OrderRow, type Order } from './order-row.tsx';
import { useAsked, useWords, type Money, type Run } from './shared.ts';
import { UsageCard } from './usage-card.tsx';
import './plans.css';

interface Answer {
  readonly usage: Usage;
  readonly wallet: readonly Money[];
  readonly orders: readonly Order[];
}

const tones: Readonly<Record<string, TagTone>> = {
  ...{ active: 'good', free: 'info', grace: 'warn', ended: 'bad', unlimited: 'neutral' },
};

/** The company's plan: limits, usage, end and orders. */
export default function TenantPlanPage() {
  const t = useWords();
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
      <UsageCard usage={usage} />
      {orders.length === 0 ? <p className="plans-quiet">{t('orders.none')}</p> : <Orders orders={orders} run={run} />}
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
