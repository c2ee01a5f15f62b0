import type { Usage } from './plan-banners.ts';
import { useNames, useWords } from './shared.ts';

/** What the plan allows, and how much of it is used. */
export function UsageCard({ usage }: { usage: Usage }) {
  const t = useWords();
  const names = useNames();
  return (
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
