import type { ActingServices } from '../../modules/module.ts';
import { exact } from '../rating/kernel/exact.ts';
import { pickOffer, type Offer, type RateRule } from '../rating/pick.ts';
import { tryOrders } from '../rating/public.ts';
import type { Quote } from '../rating/quote.ts';
import { trial } from '../rating/trial/trial.ts';
import type { ShopFacts } from './draft-rows.ts';

/** Maximum orders priced per call. */
const most = 40;

const carriersSql = `SELECT s.id::text AS service, c.carrier::text AS carrier
  FROM channel_service s JOIN channel c ON c.tenant_id = s.tenant_id AND c.id = s.channel WHERE s.tenant_id = $1`;

/** The default rule: the cheapest channel. */
const plainRule: RateRule = {
  ...{ services: [], exclude: [], latestDays: null, arriveBy: null, preferredCarrier: null, within: 0 },
};

interface Priced {
  readonly results: readonly { readonly id: string; readonly ok: boolean; readonly quotes?: readonly Quote[] }[];
}

/** Prices drafts and assigns the channel chosen by the shop's rate rule; none without a price. */
export async function chooseCheapest(
  deps: ActingServices,
  tenant: string,
  orders: readonly string[],
  facts: ShopFacts,
): Promise<void> {
  if (facts.rateRule !== null) return chooseByRule(deps, tenant, orders, { ...facts, rateRule: facts.rateRule });
  const rows = await deps.query(carriersSql, [tenant]);
  const carriers = new Map(rows.map(({ service, carrier }) => [String(service), String(carrier)]));
  for (let at = 0; at < orders.length; at += most) {
    const ids = orders.slice(at, at + most);
    const call = await deps.asSystem(tenant, { ids });
    const { results } = (await trial.run(call)) as Priced;
    const changed = results.flatMap(({ id, quotes = [] }) => {
      const offers = quotes.map((quote): Offer => {
        const total = quote.sale?.total ?? null;
        return {
          ...{ channel: quote.channel.id, service: quote.service.id, available: quote.available },
          ...{ carrier: carriers.get(quote.service.id) ?? null, days: quote.days ?? null },
          total: total === null ? null : exact(String(total), 100),
          shipDate: quote.shipDate,
        };
      });
      const { picked } = pickOffer(offers, plainRule);
      if (!picked) return [];
      const shipFrom = facts.places[picked.channel];
      const values = { channel: picked.channel, service: picked.service, ...(shipFrom ? { shipFrom } : {}) };
      return [{ key: `store-channel-${id}`, id, values }];
    });
    if (changed.length > 0) await call.save('order', changed);
  }
}

/** Stores the rule that chose an order's channel, and why. */
async function chooseByRule(
  deps: ActingServices,
  tenant: string,
  orders: readonly string[],
  { rateRule, places }: ShopFacts & { readonly rateRule: string },
): Promise<void> {
  const { save } = await deps.asSystem(tenant);
  const named = orders.map((id) => ({ key: `store-rule-${id}`, id, values: { rateRule } }));
  await save('order', named);
  const moved = (await tryOrders(deps, tenant, orders)).flatMap(({ id, pick }) => {
    const shipFrom = pick?.picked ? places[pick.picked.channel] : undefined;
    return shipFrom ? [{ key: `store-channel-${id}`, id, values: { shipFrom } }] : [];
  });
  if (moved.length > 0) await save('order', moved);
}

const notedSql = `UPDATE store_order SET "holdText" = left($3, 500) WHERE tenant_id = $1 AND "order" = $2`;

/** Prices and places drafts; refused ones stay drafts, with the reason on their store orders. */
export async function placeAll(services: ActingServices, tenant: string, orders: readonly string[]): Promise<void> {
  for (let at = 0; at < orders.length; at += most) {
    const ids = orders.slice(at, at + most);
    const call = await services.asSystem(tenant, { ids });
    await trial.run(call);
    for (const id of ids) {
      const issues = await services.act({ tenant, entity: 'order', id }, 'submit');
      if (issues.length === 0) continue;
      await services.query(notedSql, [tenant, id, issues.map((found) => call.explain(found)).join('; ')]);
    }
  }
}
