import type { ActingServices, Issue } from '../../modules/module.ts';
import type { Gauge } from './boxes.ts';
import { chooseCheapest, placeAll } from './channels.ts';
import {
  gaugesSql,
  holdSql,
  keepDraftsSql,
  orderedSql,
  pendingSql,
  refusedSql,
  sameAddressSql,
  shopFactsSql,
  type Pending,
  type ShopFacts,
} from './draft-rows.ts';
import { planDraft, type Hold, type Plan } from './plan.ts';

interface OfShop {
  readonly tenant: string;
  readonly shop: string;
}
interface Wish {
  /** Only these; absent: all that wait without a hold of ours. */
  readonly ids?: readonly string[];
  readonly place?: boolean;
  /** One draft per item. */
  readonly split?: boolean;
}
/** The result for a requested store order. */
export interface Made {
  readonly drafts: number;
  readonly held: ReadonlyMap<string, Hold>;
}

const portion = 1_000;
/** Drafts per call, each validated as if entered by hand. */
const together = 200;

/**
 * Creates drafts from a shop's waiting orders: merged by address if the shop wants it, packed by gauge, or held with a
 * reason.
 */
export async function makeDrafts(deps: ActingServices, of: OfShop, wish: Wish = {}): Promise<Made> {
  const { tenant, shop } = of;
  const [facts] = await deps.query<ShopFacts>(shopFactsSql, [tenant, shop]);
  const held = new Map<string, Hold>();
  let drafts = 0;
  if (!facts) return { drafts, held };
  let ids = wish.ids ?? null;
  if (ids && facts.mergeSame && !wish.split)
    ids = (await deps.query(sameAddressSql, [tenant, ids])).map(({ id }) => String(id));
  for (let after = '0'; ;) {
    const orders = await deps.query<Pending>(pendingSql, [tenant, shop, ids, after, portion]);
    const last = orders.at(-1);
    if (!last) return { drafts, held };
    after = last.id;
    const skus = [...new Set(orders.flatMap(({ items }) => items.flatMap(({ sku }) => sku ?? [])))];
    const rows = await deps.query<Gauge>(gaugesSql, [tenant, shop, skus]);
    const gauges = new Map(rows.map((gauge) => [gauge.sku, gauge]));
    const found = new Map<string, Hold>();
    const plans: Plan[] = [];
    for (const group of groupsOf(orders, facts.mergeSame && !wish.split)) {
      const asked = wish.split ? split(group) : [group];
      const made = asked.map((each) => planDraft(each, facts, gauges));
      const hold = made.find((each) => 'hold' in each);
      // All of an order or nothing: a partial hold would cause a partial shipment.
      if (hold) for (const { id } of group) found.set(id, hold);
      else plans.push(...(made as Plan[]));
    }
    await noteHolds(deps, tenant, found);
    for (const [id, hold] of found) held.set(id, hold);
    for (let at = 0; at < plans.length; at += together) {
      const some = plans.slice(at, at + together);
      const made = await keepAndSave(deps, of, some, facts, wish.split ?? false);
      drafts += made.length;
      if (wish.place) await placeAll(deps, tenant, made);
    }
    if (orders.length < portion) return { drafts, held };
  }
}

/** Orders that go to one person at one place are one parcel, if the shop wants it. */
export function groupsOf(orders: readonly Pending[], merge: boolean): readonly (readonly Pending[])[] {
  if (!merge) return orders.map((order) => [order]);
  const groups = new Map<string, Pending[]>();
  for (const order of orders) {
    const { name, address1, address2, address3, postalCode, city, state, country } = order;
    // Where there are no postal codes, one street is in many cities.
    const place = postalCode ? [postalCode] : [city, state];
    const key = JSON.stringify([name, address1, address2, address3, ...place, country]).toLowerCase();
    groups.set(key, [...(groups.get(key) ?? []), order]);
  }
  return [...groups.values()];
}

const split = (group: readonly Pending[]): readonly (readonly Pending[])[] =>
  group.flatMap((order) => order.items.map((item) => [{ ...order, items: [item] }]));

const noteHolds = async (services: ActingServices, tenant: string, holds: ReadonlyMap<string, Hold>): Promise<void> => {
  if (holds.size === 0) return;
  const rows = [...holds].map(([id, { hold, about }]) => ({ id, hold, text: about }));
  await services.query(holdSql, [tenant, JSON.stringify(rows)]);
};

/** The same key for the same unchanged order, so that repeated requests create one draft. */
const keyOf = ({ orders: [first], contents }: Plan, split: boolean): string =>
  `store-${first?.id}-${first?.version}${split ? `-${contents[0]?.[0]?.itemId ?? ''}` : ''}`;

async function keepAndSave(
  services: ActingServices,
  { tenant, shop }: OfShop,
  plans: readonly Plan[],
  facts: ShopFacts,
  isSplit: boolean,
): Promise<readonly string[]> {
  const drafts = plans.map((plan) => ({ ...plan, key: keyOf(plan, isSplit) }));
  const rows = drafts.map(({ key, orders, values, contents }) => ({
    ...{ key, values, contents, ids: orders.map(({ id }) => id), versions: orders.map(({ version }) => version) },
  }));
  const kept = new Set(
    (await services.query(keepDraftsSql, [tenant, shop, JSON.stringify(rows)])).map(({ key }) => String(key)),
  );
  return saveDrafts(
    services,
    tenant,
    drafts.filter(({ key }) => kept.has(key)),
    facts,
  );
}

interface Draft {
  readonly key: string;
  readonly values: Readonly<Record<string, unknown>>;
}

async function saveDrafts(
  services: ActingServices,
  tenant: string,
  drafts: readonly Draft[],
  facts: ShopFacts,
): Promise<readonly string[]> {
  if (drafts.length === 0) return [];
  const call = await services.asSystem(tenant);
  const outcomes = await call.save(
    'order',
    drafts.map(({ key, values }) => ({ key, values })),
  );
  const made = outcomes.flatMap((each) => (each.ok ? [{ key: each.key, order: each.id }] : []));
  const refused = outcomes.flatMap((each) =>
    each.ok ? [] : [{ key: each.key, text: wordsOf(each.issues, call.explain) }],
  );
  if (made.length > 0) await services.query(orderedSql, [tenant, JSON.stringify(made)]);
  if (refused.length > 0) await services.query(refusedSql, [tenant, JSON.stringify(refused)]);
  const orders = made.map(({ order }) => order);
  if (facts.channelMode === 'cheapest') await chooseCheapest(services, tenant, orders, facts);
  return orders;
}

const wordsOf = (issues: readonly Issue[], explain: (found: Issue) => string): string =>
  issues.map((found) => `${found.path}: ${explain(found)}`).join('; ');

const openSql = `SELECT d.tenant_id::text AS tenant, d.shop::text AS shop, d.key, d."values" FROM stores.draft d
  WHERE d."order" IS NULL AND d.created_at < now() - interval '2 minutes' ORDER BY d.created_at LIMIT 500`;

/** Continues drafts whose creation was interrupted; existing ones are found by their key. */
export async function sweepDrafts(services: ActingServices): Promise<number> {
  const open = await services.query(openSql, []);
  for (const { tenant, shop, key, values } of open) {
    const [facts] = await services.query<ShopFacts>(shopFactsSql, [tenant, shop]);
    if (facts)
      await saveDrafts(services, String(tenant), [{ key: String(key), values: values as Draft['values'] }], facts);
  }
  return open.length;
}
