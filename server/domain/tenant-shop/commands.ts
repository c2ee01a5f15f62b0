import {
  defineCommand,
  issue,
  type ActingServices,
  type CommandCall,
  type Issue,
  type JsonSchema,
} from '../../modules/module.ts';
import { refundable } from './effects.ts';
import { centsOf, refundOf, textOf } from './refund.ts';

const id: JsonSchema = { type: 'string', pattern: '^[0-9]{1,18}$' };
const rows: JsonSchema = { type: 'array', items: { type: 'object' } };
const nothing: JsonSchema = { type: 'object', properties: {} };
const may = (code: string) => ({ entity: 'goods-order', code });

const platformSql = `SELECT tenant_id::text AS platform FROM tenant WHERE id = $1 AND tenant_id <> id`;

/** The platform that the caller's tenant belongs to; the platform itself buys nothing. */
async function platformOf(call: CommandCall): Promise<string> {
  const [row] = await call.services.query(platformSql, [call.tenant]);
  return row ? String(row['platform']) : call.forbid();
}

const walletSql = `SELECT currency, balance::numeric(16, 2)::text AS balance FROM ledger_account
  WHERE tenant_id = $1 AND tenant = $2 AND kind = 'tenantWallet' ORDER BY currency`;

const goodsSql = `SELECT g.id::text AS id, g.name, g."nameZh", g.kind, g.description, g."descriptionZh", g.currency,
    CASE WHEN g."refundsAllowed" THEN g."refundPeriod" ELSE 'none' END AS "refundRule", p.name AS spec, p."nameZh" AS "specZh",
    (SELECT json_agg(json_build_object('code', s.code, 'value', s.value, 'valueZh', s."valueZh", 'price', s.price::numeric(16, 2)::text,
        'days', s.days, 'orders', s.orders, 'ordersPer', s."ordersPer", 'seats', s.seats, 'modules', s.modules) ORDER BY s.seq)
       FROM "goods__sets" s WHERE s.tenant_id = g.tenant_id AND s.parent_id = g.id) AS sets
  FROM goods g LEFT JOIN goods_spec p ON p.tenant_id = g.tenant_id AND p.id = g.spec
  WHERE g.tenant_id = $1 AND g.status = 'onSale' ORDER BY g.sort, g.id`;

/** The platform's goods and the tenant's wallet. */
const goods = defineCommand({
  path: 'TenantShop/goods',
  body: nothing,
  answer: {
    type: 'object',
    required: ['rows', 'wallet'],
    properties: { rows, wallet: rows },
    examples: [
      { rows: [{ id: '11', name: 'Lading plan', sets: [] }], wallet: [{ currency: 'USD', balance: '10.00' }] },
    ],
  },
  needs: may('read'),
  perMinute: 120,
  async run(call) {
    const platform = await platformOf(call);
    const [offered, wallet] = await Promise.all([
      call.services.query(goodsSql, [platform]),
      call.services.query(walletSql, [platform, call.tenant]),
    ]);
    return { rows: offered, wallet };
  },
});

const usageSql = `SELECT a.state, a.today::text AS today, a.until::text AS until, a.grace_until::text AS "graceUntil",
    a.monthly::integer AS "ordersAllowed", coalesce(u.used, 0)::integer AS "ordersUsed", a.term::integer AS "termAllowed",
    (SELECT coalesce(sum(least(x.used, g.orders * g.quantity)), 0)::integer FROM goods_order g
       JOIN tenant_shop.usage x ON x.tenant_id = $1 AND x.bucket = 'order:' || g.id
      WHERE g.tenant_id = $2 AND g.tenant = $1 AND g."ordersPer" = 'term' AND g.status IN ('paid', 'active', 'expired')
        AND a.today BETWEEN g."startsOn" AND g."endsOn") AS "termUsed",
    a.seats::integer AS "seatsAllowed", (SELECT count(*)::integer FROM account s WHERE s.tenant_id = $1 AND s.status = '0' AND s."adminType" <> '4') AS "seatsUsed",
    to_json(a.modules) AS modules, p."goodsName" AS plan, p."goodsNameZh" AS "planZh", p."setName" AS set, p."setNameZh" AS "setZh"
  FROM tenant_shop.allowance($1) a
  LEFT JOIN goods_order p ON p.tenant_id = $2 AND p.id = a.plan
  LEFT JOIN tenant_shop.usage u ON u.tenant_id = $1 AND u.bucket = 'month:' || to_char(a.today, 'YYYY-MM')`;

const ordersSql = `SELECT g.id::text AS id, g."orderNo", g.status, g.goods::text AS goods, g."setCode", g."goodsName", g."goodsNameZh", g."setName", g."setNameZh",
    g.kind, g.quantity::integer AS quantity, g.amount::numeric(16, 2)::text AS amount, g.currency, g."startsOn"::text AS "startsOn", g."endsOn"::text AS "endsOn",
    g."refundAmount"::numeric(16, 2)::text AS "refundAmount", tenant_shop.refund_row(g.id) AS facts,
    EXISTS (SELECT FROM goods x JOIN "goods__sets" s ON s.tenant_id = x.tenant_id AND s.parent_id = x.id AND s.code = g."setCode"
             WHERE x.tenant_id = g.tenant_id AND x.id = g.goods AND x.status = 'onSale') AS "onSale"
  FROM goods_order g WHERE g.tenant_id = $1 AND g.tenant = $2 AND ($3::bigint IS NULL OR g.id = $3) ORDER BY g.id DESC LIMIT 50`;

/** One of the caller's own orders; an id of another tenant's is no order. */
async function orderOf(call: CommandCall) {
  const platform = await platformOf(call);
  const [order] = await call.services.query(ordersSql, [platform, call.tenant, call.body['order']]);
  if (!order) return call.refuse(issue('reference.missing', 'order'));
  return { of: { tenant: platform, entity: 'goods-order', id: String(order['id']) }, order };
}

/** The current refund and its computation; null for unpaid orders. */
function quoteOf(order: Readonly<Record<string, unknown>>) {
  if (order['status'] !== 'paid' && order['status'] !== 'active') return null;
  const facts = order['facts'] as Readonly<Record<string, unknown>>;
  const found = refundOf(refundable(facts), String(facts['today']));
  if (found.refused !== null) return { refused: found.refused, until: found.until };
  return {
    ...found,
    amount: textOf(found.amount),
    paid: textOf(centsOf(facts['amount'])),
    orders: facts['orders'] === null ? null : Number(facts['orders']),
  };
}

/** The tenant's plan: limits, usage, end and orders. */
const plan = defineCommand({
  path: 'TenantShop/plan',
  body: nothing,
  answer: {
    type: 'object',
    required: ['usage', 'wallet', 'orders'],
    properties: { usage: { type: 'object' }, wallet: rows, orders: rows },
    examples: [{ usage: { state: 'active', until: '2025-07-01' }, wallet: [], orders: [] }],
  },
  needs: may('read'),
  perMinute: 120,
  async run(call) {
    const platform = await platformOf(call);
    const [[usage], wallet, orders] = await Promise.all([
      call.services.query(usageSql, [call.tenant, platform]),
      call.services.query(walletSql, [platform, call.tenant]),
      call.services.query(ordersSql, [platform, call.tenant, null]),
    ]);
    return {
      usage,
      wallet,
      orders: orders.map(({ facts, ...order }) => ({ ...order, refund: quoteOf({ ...order, facts }) })),
    };
  },
});

/** Pays an order, and begins its term where that is today's. */
async function payFor(call: CommandCall, platform: string, order: string): Promise<void> {
  const of = { tenant: platform, entity: 'goods-order', id: order };
  const issues = await call.services.act(of, 'pay');
  if (issues.length > 0) return call.refuse(...issues.map(forTenant));
  const [due] = await call.services.query(
    `SELECT FROM goods_order g JOIN tenant t ON t.id = g.tenant WHERE g.tenant_id = $1 AND g.id = $2 AND g.status = 'paid'
        AND g."startsOn" <= (now() AT TIME ZONE t."timeZone")::date`,
    [platform, order],
  );
  // Left to the timer where another request was faster.
  if (due) await call.services.act(of, 'activate');
}

/** Names of the platform's rules mean nothing in a tenant's entities. */
const forTenant = (found: Issue): Issue => ({ ...found, path: '' });

const offerSql = `SELECT s.price::text AS price FROM goods g JOIN "goods__sets" s ON s.tenant_id = g.tenant_id AND s.parent_id = g.id
  WHERE g.tenant_id = $1 AND g.id = $2 AND s.code = $3 AND g.status = 'onSale'`;

/** Orders goods at the price that was shown and pays them from the wallet; without the money the order waits unpaid. */
const buy = defineCommand({
  path: 'TenantShop/buy',
  body: {
    type: 'object',
    required: ['key', 'goods', 'set', 'quantity', 'begins', 'amount'],
    properties: {
      key: { type: 'string', pattern: '^[A-Za-z0-9-]{8,60}$', description: 'The same for the same purchase.' },
      goods: id,
      set: { type: 'string', maxLength: 40 },
      quantity: { type: 'integer', minimum: 1, maximum: 100 },
      begins: { enum: ['now', 'after'] },
      amount: { type: 'string', pattern: '^[0-9]{1,9}\\.[0-9]{2}$', description: 'The sum that was shown.' },
    },
    examples: [{ key: '0f1c8a2e-1', goods: '11', set: 'starter', quantity: 1, begins: 'after', amount: '99.00' }],
  },
  answer: { type: 'object', required: ['order'], properties: { order: id }, examples: [{ order: '91' }] },
  needs: may('pay'),
  perMinute: 20,
  async run(call) {
    const { key, goods: sold, set, quantity, begins, amount } = call.body;
    const platform = await platformOf(call);
    const [offer] = await call.services.query(offerSql, [platform, sold, set]);
    if (!offer) return call.refuse(issue('plans.notOnSale', 'goods'));
    if (centsOf(offer['price']) * BigInt(Number(quantity)) !== centsOf(amount))
      return call.refuse(issue('plans.priceChanged', 'amount'));
    const [person] = await call.read('SELECT name FROM account WHERE tenant_id = $1 AND id = $2', [
      call.tenant,
      call.actor.id,
    ]);
    const values = {
      ...{ tenant: call.tenant, goods: sold, setCode: set, quantity, begins },
      orderedBy: person?.['name'] ?? null,
    };
    // The system writes the platform's records; the request was validated above.
    const shop = await (call.services as ActingServices).asSystem(platform);
    const [saved] = await shop.save('goods-order', [{ key: `shop-${call.tenant}-${String(key)}`, values }]);
    if (!saved?.ok) return call.refuse(...(saved?.issues ?? []).map(forTenant));
    await payFor(call, platform, saved.id);
    return { order: saved.id };
  },
});

const orderBody: JsonSchema = {
  type: 'object',
  required: ['order'],
  properties: { order: id },
  examples: [{ order: '91' }],
};
const done: JsonSchema = { ...nothing, examples: [{}] };

const pay = defineCommand({
  ...{ path: 'TenantShop/pay', body: orderBody, answer: done, needs: may('pay'), perMinute: 20 },
  async run(call) {
    const { of } = await orderOf(call);
    await payFor(call, of.tenant, of.id);
    return {};
  },
});

const cancel = defineCommand({
  ...{ path: 'TenantShop/cancel', body: orderBody, answer: done, needs: may('cancel'), perMinute: 20 },
  async run(call) {
    const { of } = await orderOf(call);
    const issues = await call.services.act(of, 'cancel');
    return issues.length > 0 ? call.refuse(...issues.map(forTenant)) : {};
  },
});

/** Refunds the unused part if it still equals the amount shown. */
const refund = defineCommand({
  path: 'TenantShop/refund',
  body: {
    type: 'object',
    required: ['order', 'amount'],
    properties: { order: id, amount: { type: 'string', pattern: '^[0-9]{1,9}\\.[0-9]{2}$' } },
    examples: [{ order: '91', amount: '66.00' }],
  },
  answer: done,
  needs: may('refund'),
  perMinute: 20,
  async run(call) {
    const { of } = await orderOf(call);
    const issues = await call.services.act(of, 'refund', { expected: call.body['amount'] });
    return issues.length > 0 ? call.refuse(...issues.map(forTenant)) : {};
  },
});

export const shopCommands = [goods, plan, buy, pay, cancel, refund];
