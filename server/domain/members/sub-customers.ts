import {
  defineCommand,
  defineSchedule,
  issue,
  type ActingServices,
  type CommandCall,
  type JsonSchema,
  type SystemServices,
} from '../../modules/module.ts';
import { sendInvitation } from './invitation.ts';

const id: JsonSchema = { type: 'string', pattern: '^[0-9]{1,18}$' };
const percent: JsonSchema = { type: 'number', minimum: 0, maximum: 1000 };
const needs = { entity: 'customer-config', code: 'edit' } as const;

interface Parent {
  readonly id: string;
  readonly org: string;
  readonly pattern: string | null;
  readonly packageLimit: number;
  readonly accountingStart: string;
}

const parentSql = `SELECT c.id::text AS id, c.org::text AS org, f.distribution, f."subCustomerPattern" AS pattern,
    f."packageLimit"::integer AS "packageLimit", f."accountingStart"::text AS "accountingStart"
  FROM customer c JOIN customer_config f ON f.tenant_id = c.tenant_id AND f.customer = c.id
 WHERE c.tenant_id = $1 AND c.id = $2`;

/** The caller's customer, if it distributes; null if it does not. */
async function readParent(call: CommandCall): Promise<Parent | null> {
  const { member } = call.actor;
  if (member === null) return call.forbid();
  const [found] = await call.read<Parent & { readonly distribution: boolean | null }>(parentSql, [call.tenant, member]);
  return found?.distribution === true ? found : null;
}

const demandParent = async (call: CommandCall): Promise<Parent> =>
  (await readParent(call)) ?? call.refuse(issue('network.noDistribution', ''));

const subsSql = `SELECT c.id::text AS id, c.code, c.name, c.status, c.contact, c.email, f.id::text AS settings,
    f.version::integer AS version, f."distributionPercent"::float8 AS percent,
    coalesce((SELECT a.balance FROM ledger_account a WHERE a.tenant_id = c.tenant_id AND a.kind = 'available'
      AND a.customer = c.id AND a.currency = $3), 0)::float8 AS balance,
    (SELECT count(*)::integer FROM "order" o WHERE o.tenant_id = c.tenant_id AND o.customer = c.id
      AND o."orderedAt" > now() - interval '30 days') AS orders,
    (SELECT count(*)::integer FROM customer_channel h WHERE h.tenant_id = c.tenant_id AND h.customer = c.id AND h.status = 'enabled') AS channels,
    (SELECT count(*)::integer FROM account a WHERE a.tenant_id = c.tenant_id AND a.customer = c.id AND a.status = '0') AS people
  FROM customer c LEFT JOIN customer_config f ON f.tenant_id = c.tenant_id AND f.customer = c.id
 WHERE c.tenant_id = $1 AND c.parent = $2 ORDER BY c.code LIMIT 500`;

interface Sub {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly status: string;
  readonly settings: string | null;
  readonly version: number | null;
}

async function demandSub(call: CommandCall): Promise<Sub & { readonly settings: string }> {
  const { id: parent } = await demandParent(call);
  const subs = await call.read<Sub>(subsSql, [call.tenant, parent, call.currency]);
  const found = subs.find((each) => each.id === call.body['customer']);
  if (!found) return call.refuse(issue('reference.missing', 'customer'));
  const { settings } = found;
  return settings === null ? call.refuse(issue('members.noSettings', 'customer')) : { ...found, settings };
}

const asSystem = (call: CommandCall): Promise<CommandCall> =>
  (call.services as ActingServices).asSystem(call.tenant, {}, call.culture);

const list = defineCommand({
  path: 'Members/subCustomers',
  body: { type: 'object', properties: {} },
  answer: {
    type: 'object',
    required: ['distribution', 'pattern', 'subs', 'currency'],
    properties: {
      distribution: { type: 'boolean' },
      pattern: { type: ['string', 'null'] },
      currency: { type: 'string' },
      subs: { type: 'array', items: { type: 'object' } },
    },
    examples: [
      {
        ...{ distribution: true, pattern: 'JD[0-9]{4}', currency: 'USD' },
        subs: [{ id: '44', code: 'JD0002', name: 'Second', balance: 120.5, percent: 7.5, orders: 12, version: 3 }],
      },
    ],
  },
  needs,
  perMinute: 120,
  async run(call) {
    const parent = await readParent(call);
    const { currency } = call;
    if (!parent) return { distribution: false, pattern: null, currency, subs: [] };
    const subs = await call.read(subsSql, [call.tenant, parent.id, currency]);
    return { distribution: true, pattern: parent.pattern, currency, subs };
  },
});

/** Channels that the parent has and the sub-customer has not, at the parent's level; the percent comes on top of its prices. */
async function grantChannels(system: CommandCall, parent: string, sub: string): Promise<void> {
  const [theirs, own] = await Promise.all([
    system.list('customer-channel', { customer: parent, status: 'enabled' }),
    system.list('customer-channel', { customer: sub }),
  ]);
  const has = new Set(own.map((row) => row['channel']));
  const rows = theirs.flatMap(({ channel, level }) =>
    has.has(channel) ? [] : [{ key: `sub-${sub}-${String(channel)}`, values: { customer: sub, channel, level } }],
  );
  const saved = rows.length > 0 ? await system.save('customer-channel', rows) : [];
  const issues = saved.flatMap((each) => (each.ok ? [] : each.issues)).filter(({ code }) => code !== 'unique');
  if (issues.length > 0) system.refuse(...issues);
}

const roleSql = `SELECT id::text AS id FROM role WHERE tenant_id = $1 AND template = 'member' AND customer IS NULL ORDER BY sort, id LIMIT 1`;

const add = (originOf: (host: string) => string) =>
  defineCommand({
    path: 'Members/addSubCustomer',
    body: {
      type: 'object',
      required: ['code', 'percent', 'name', 'contact', 'email'],
      properties: {
        code: { type: 'string', minLength: 2, maxLength: 20 },
        name: { type: 'string', minLength: 2, maxLength: 100 },
        contact: { type: 'string', minLength: 1, maxLength: 35 },
        email: { type: 'string', minLength: 5, maxLength: 60, pattern: '^[A-Za-z0-9][A-Za-z0-9._+-]*@[A-Za-z0-9.-]+$' },
        percent,
      },
      examples: [{ code: 'JD0002', name: 'Second', contact: 'Ann', email: 'ann@example.com', percent: 7.5 }],
    },
    answer: { type: 'object', required: ['id'], properties: { id }, examples: [{ id: '44' }] },
    needs,
    perMinute: 10,
    async run(call) {
      const parent = await demandParent(call);
      const { code, name, contact, percent: onTop } = call.body;
      const email = String(call.body['email']).toLowerCase();
      const system = await asSystem(call);
      // A repeated request answers what the first attempt wrote.
      const at = `sub-${parent.id}-${String(code)}`;
      const write = async (entity: string, values: Readonly<Record<string, unknown>>): Promise<string> => {
        const [saved] = await system.save(entity, [{ key: `${at}-${entity}`, values }]);
        return saved?.ok ? saved.id : call.refuse(...(saved?.issues ?? []));
      };
      const sub = await write('customer', {
        ...{ code, name, contact, email, type: 'seller', org: parent.org, parent: parent.id },
      });
      await write('customer-config', {
        ...{ customer: sub, packageLimit: parent.packageLimit, accountingStart: parent.accountingStart },
        distributionPercent: onTop,
      });
      await grantChannels(system, parent.id, sub);
      const [role] = await call.read(roleSql, [call.tenant]);
      // No one knows this password; the person sets their own by the invitation.
      const password = call.services.sign('first password of a sub-customer', at).slice(0, 40);
      const account = await write('account', {
        ...{ account: email, name: contact, email, password, org: parent.org },
        ...{ adminType: '4', customer: sub, roles: role ? [role['id']] : [] },
      });
      await sendInvitation(call, originOf, { id: account, name: String(contact), email });
      return { id: sub };
    },
  });

const change = defineCommand({
  path: 'Members/changeSubCustomer',
  body: {
    type: 'object',
    required: ['customer'],
    properties: {
      customer: id,
      percent: { ...percent, description: 'On top of every finished price from now on.' },
      enabled: { type: 'boolean' },
      channels: { type: 'boolean', description: 'True: give it the channels that the caller has and it has not.' },
    },
    examples: [{ customer: '44', percent: 8 }],
  },
  answer: { type: 'object', properties: {}, examples: [{}] },
  needs,
  perMinute: 60,
  async run(call) {
    const sub = await demandSub(call);
    const system = await asSystem(call);
    const { percent: onTop, enabled, channels } = call.body;
    if (onTop !== undefined) {
      const row = { key: call.services.newId(), id: sub.settings, values: { distributionPercent: onTop } };
      const [saved] = await system.save('customer-config', [row]);
      if (!saved?.ok) return call.refuse(...(saved?.issues ?? []));
    }
    if (channels === true) await grantChannels(system, String(call.actor.member), sub.id);
    if (enabled !== undefined && (enabled === true) !== (sub.status === 'enabled')) {
      const of = { tenant: call.tenant, entity: 'customer', id: sub.id };
      const issues = await call.services.act(of, enabled === true ? 'enable' : 'disable');
      if (issues.length > 0) return call.refuse(...issues);
    }
    return {};
  },
});

const allot = defineCommand({
  path: 'Members/allot',
  body: {
    type: 'object',
    required: ['customer', 'version', 'amount'],
    properties: {
      customer: id,
      version: { type: 'integer', description: 'Of the sub-customer as it was seen, so that nothing moves twice.' },
      amount: { type: 'number', exclusiveMinimum: 0, maximum: 9999999.99, multipleOf: 0.01 },
      back: { type: 'boolean', description: 'True: from the sub-customer to its parent.' },
    },
    examples: [{ customer: '44', version: 3, amount: 100 }],
  },
  answer: { type: 'object', properties: {}, examples: [{}] },
  needs,
  perMinute: 30,
  async run(call) {
    const sub = await demandSub(call);
    const { version, amount, back = false } = call.body;
    const of = { tenant: call.tenant, entity: 'customer-config', id: sub.settings };
    const issues = await call.services.act(of, 'allot', { seen: version, amount, back });
    return issues.length > 0 ? call.refuse(...issues) : {};
  },
});

const statementSql = `SELECT t.kind, to_char(t."createdAt" AT TIME ZONE $4, 'YYYY-MM-DD HH24:MI') AS at, t."refEntity", o."orderNo",
    t."moneyIn"::float8 AS "moneyIn", t."moneyOut"::float8 AS "moneyOut", t."balanceAfter"::float8 AS balance
  FROM ledger_transfer t LEFT JOIN "order" o ON t."refEntity" = 'order' AND o.tenant_id = t.tenant_id AND o.id = t."refId"::bigint
 WHERE t.tenant_id = $1 AND t.customer = $2 AND t.currency = $3 AND t."balanceAfter" IS NOT NULL
 ORDER BY t.id DESC LIMIT 200`;

const statement = defineCommand({
  path: 'Members/subStatement',
  body: { type: 'object', required: ['customer'], properties: { customer: id }, examples: [{ customer: '44' }] },
  answer: {
    type: 'object',
    required: ['lines'],
    properties: { lines: { type: 'array', description: 'The newest first.', items: { type: 'object' } } },
    examples: [
      { lines: [{ kind: 'capture', at: '2026-11-24 09:00', orderNo: 'SO-1', moneyOut: 12.5, balance: 87.5 }] },
    ],
  },
  needs,
  perMinute: 60,
  async run(call) {
    const sub = await demandSub(call);
    return { lines: await call.read(statementSql, [call.tenant, sub.id, call.currency, call.timeZone]) };
  },
});

const unsharedSql = `SELECT DISTINCT c.tenant_id::text AS tenant, f.id::text AS id
  FROM customer c JOIN customer_config f ON f.tenant_id = c.tenant_id AND f.customer = c.id
  JOIN ledger_transfer x ON x.tenant_id = c.tenant_id AND x.customer = c.id AND x."refEntity" = 'order' AND x.kind IN ('capture', 'refund')
 WHERE c.parent IS NOT NULL AND x."createdAt" > now() - interval '40 days'
   AND CASE x.kind WHEN 'capture' THEN EXISTS (SELECT FROM order_charge g WHERE g.tenant_id = x.tenant_id AND g."order" = x."refId"::bigint
         AND g.side = 'sale' AND g.phase = 'predicted' AND g.category = 'distribution' AND g.amount > 0)
       ELSE EXISTS (SELECT FROM ledger_transfer d WHERE d.tenant_id = x.tenant_id AND d."opKey" = 'distribution:' || x."refId") END
   AND NOT EXISTS (SELECT FROM ledger_transfer d WHERE d.tenant_id = x.tenant_id
     AND d."opKey" = CASE x.kind WHEN 'capture' THEN 'distribution:' ELSE 'distribution-back:' END || x."refId")`;

/** What parents add to the prices of their sub-customers' orders, credited every hour. Answers for how many sub-customers. */
export async function shareDistribution(services: SystemServices): Promise<number> {
  const rows = await services.query(unsharedSql, []);
  for (const row of rows) {
    const of = { tenant: String(row['tenant']), entity: 'customer-config', id: String(row['id']) };
    const issues = await services.act(of, 'shareDistribution');
    if (issues.length > 0) services.report(of.tenant, 'members.shareDistribution', JSON.stringify(issues));
  }
  return rows.length;
}

export const distributionShares = defineSchedule('members-distribution', '11 * * * *', async ({ services }) =>
  services ? shareDistribution(services) : 0,
);

export const subCustomerCommands = (originOf: (host: string) => string) => [
  list,
  add(originOf),
  change,
  allot,
  statement,
];
