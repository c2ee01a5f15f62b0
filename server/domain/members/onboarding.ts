import { defineCommand, issue, type CommandCall, type JsonSchema } from '../../modules/module.ts';

const id: JsonSchema = { type: 'string', pattern: '^[0-9]{1,18}$' };

const presentContract = `SELECT id::text AS id, title, edition FROM contract WHERE tenant_id = $1 AND status = 'published'
  ORDER BY "publishedAt" DESC, id DESC LIMIT 1`;

const progressSql = `SELECT (SELECT g.contract::text FROM customer_config g WHERE g.tenant_id = $1 AND g.customer = $2) AS accepted,
    EXISTS (SELECT FROM customer_channel c WHERE c.tenant_id = $1 AND c.customer = $2 AND c.status = 'enabled') AS channels,
    EXISTS (SELECT FROM ledger_transfer x WHERE x.tenant_id = $1 AND x.customer = $2 AND x.kind IN ('recharge', 'onlinePayment')) AS funded,
    EXISTS (SELECT FROM recharge r WHERE r.tenant_id = $1 AND r.customer = $2 AND r.status = 'pending') AS "rechargeWaits",
    EXISTS (SELECT FROM address_book b WHERE b.tenant_id = $1 AND b.customer = $2) AS address,
    EXISTS (SELECT FROM "order" o WHERE o.tenant_id = $1 AND o.customer = $2) AS "order",
    EXISTS (SELECT FROM "order" o WHERE o.tenant_id = $1 AND o.customer = $2 AND o."orderedAt" IS NOT NULL) AS label,
    (SELECT value FROM config WHERE tenant_id = $1 AND code = 'PAYMENT_DETAILS') AS "payTo"`;

/** How far a member is on the way to the first label, and where to pay. */
export const progress = defineCommand({
  path: 'Onboarding/progress',
  body: { type: 'object', properties: {} },
  answer: {
    type: 'object',
    required: ['contract', 'steps', 'payTo'],
    properties: {
      contract: { type: ['object', 'null'], description: 'The contract that counts now, and whether it is accepted.' },
      steps: { type: 'object' },
      payTo: { type: ['string', 'null'] },
    },
    examples: [{ contract: null, steps: { channels: true, funded: false }, payTo: 'Northgate, account 42' }],
  },
  perMinute: 60,
  async run(call) {
    const { member } = call.actor;
    if (member === null) return call.forbid();
    const [[contract], [row = {}]] = await Promise.all([
      call.read(presentContract, [call.tenant]),
      call.read(progressSql, [call.tenant, member]),
    ]);
    const { accepted, payTo, ...steps } = row;
    return { contract: contract ? { ...contract, accepted: contract['id'] === accepted } : null, steps, payTo };
  },
});

/** A member accepts the current contract; version, person and time are stored in the customer's settings and their history. */
export const accept = defineCommand({
  path: 'Onboarding/accept',
  body: { type: 'object', required: ['contract'], properties: { contract: id }, examples: [{ contract: '7' }] },
  answer: { type: 'object', properties: {}, examples: [{}] },
  needs: { entity: 'customer-config', code: 'edit' },
  perMinute: 10,
  async run(call) {
    const { member } = call.actor;
    if (member === null) return call.forbid();
    const [present] = await call.read(presentContract, [call.tenant]);
    // A page that was open while another edition was published shows the old one.
    if (!present || present['id'] !== call.body['contract'])
      return call.refuse(issue('members.otherContract', 'contract'));
    const [settings] = await call.list('customer-config', { customer: member }, 1);
    if (!settings) return call.refuse(issue('members.noSettings', ''));
    const of = { tenant: call.tenant, entity: 'customer-config', id: String(settings['id']) };
    const issues = await call.services.act(of, 'noteContract', { contract: present['id'], contractBy: call.actor.id });
    return issues.length > 0 ? call.refuse(...issues) : {};
  },
});

/** The customer that NEWCOMER_TEMPLATE names, and what it names. */
const templateSql = `SELECT g.value AS named, c.id::text AS id, c.name FROM config g
  LEFT JOIN customer c ON c.tenant_id = g.tenant_id AND c.code = g.value WHERE g.tenant_id = $1 AND g.code = 'NEWCOMER_TEMPLATE'`;

/** The template of the tenant's settings; null: none is named. Refuses a name that no customer has. */
async function usualTemplate(call: CommandCall): Promise<string | null> {
  const [usual] = await call.read(templateSql, [call.tenant]);
  if (!usual || ['', '-'].includes(String(usual['named'] ?? '').trim())) return null;
  return typeof usual['id'] === 'string' ? usual['id'] : call.refuse(issue('members.noTemplate', 'template'));
}

/** Settings that a new customer takes over from the template. */
const copied = [
  ...[
    'discountPercent',
    'billProcessing',
    'billFactor',
    'ignoreBelow',
    'accountingPeriod',
    'accountingStart',
    'periodDate',
  ],
  ...['payment', 'paymentDays', 'packageLimit', 'billDisplayCount', 'minBalance', 'riskAction', 'addressPolicy'],
  ...['waitForFunds', 'depositCurrency', 'showValuationDetail', 'labelFormat', 'labelSize'],
];

const todaySql = `SELECT (now() AT TIME ZONE $1)::date::text AS today`;

/** What a new customer starts with: settings and channels of the template; without one the usual settings and no channels. */
async function startOf(call: CommandCall, template: string | null) {
  if (template === null) {
    const [now] = await call.read(todaySql, [call.timeZone]);
    return { settings: { accountingStart: now?.['today'] }, channels: [] };
  }
  const [found] = await call.list('customer-config', { customer: template }, 1);
  if (!found) return call.refuse(issue('members.noTemplate', 'template'));
  const channels = await call.list('customer-channel', { customer: template, status: 'enabled' });
  return { settings: Object.fromEntries(copied.map((name) => [name, found[name]])), channels };
}

async function openCustomer(call: CommandCall, template: string | null, account: Readonly<Record<string, unknown>>) {
  const { settings, channels } = await startOf(call, template);
  const values = {
    ...{ code: call.body['code'], name: account['company'] ?? account['name'], type: 'seller', org: account['org'] },
    ...{
      contact: String(account['name']).slice(0, 35),
      phone: account['phone'] ?? null,
      email: account['email'] ?? null,
    },
  };
  const [saved] = await call.save('customer', [{ key: `newcomer-${String(account['id'])}`, values }]);
  if (!saved?.ok) return call.refuse(...(saved?.issues ?? []));
  const rows = channels.map(({ id: channel, ...row }) => ({
    key: `newcomer-${saved.id}-${String(channel)}`,
    values: { customer: saved.id, channel: row['channel'], level: row['level'] },
  }));
  const own = { key: `newcomer-${saved.id}`, values: { ...settings, customer: saved.id } };
  const written = [
    ...(await call.save('customer-config', [own])),
    ...(rows.length > 0 ? await call.save('customer-channel', rows) : []),
  ];
  // A repeated request keeps what the first attempt wrote.
  const issues = written.flatMap((each) => (each.ok ? [] : each.issues)).filter(({ code }) => code !== 'unique');
  return issues.length > 0 ? call.refuse(...issues) : saved.id;
}

/** Opens a customer for a registration that waits, with settings and channels of a template or the usual settings, and lets the person in. */
export const admitMember = defineCommand({
  path: 'Onboarding/admit',
  body: {
    type: 'object',
    required: ['account', 'code'],
    properties: {
      account: id,
      code: { type: 'string', minLength: 2, maxLength: 20 },
      template: {
        ...id,
        description:
          'The customer whose settings are taken; else the one that NEWCOMER_TEMPLATE names, else the defaults.',
      },
    },
    examples: [{ account: '31', code: 'NEWCO' }],
  },
  answer: { type: 'object', required: ['customer'], properties: { customer: id }, examples: [{ customer: '44' }] },
  needs: { entity: 'account', code: 'admit' },
  perMinute: 30,
  async run(call) {
    const [account] = await call.list('account', { id: String(call.body['account']) }, 1);
    if (account?.['status'] !== '3') return call.refuse(issue('members.notWaiting', 'account'));
    const { template } = call.body;
    const customer = await openCustomer(
      call,
      typeof template === 'string' ? template : await usualTemplate(call),
      account,
    );
    const of = { tenant: call.tenant, entity: 'account', id: String(account['id']) };
    const issues = await call.services.act(of, 'admit', { customer });
    return issues.length > 0 ? call.refuse(...issues) : { customer };
  },
});

const admittedSql = `SELECT c.id::text AS id, c.name, (SELECT count(*)::integer FROM customer_channel h
    WHERE h.tenant_id = c.tenant_id AND h.customer = c.id AND h.status = 'enabled') AS channels
  FROM account a JOIN customer c ON c.tenant_id = a.tenant_id AND c.id = a.customer WHERE a.tenant_id = $1 AND a.id = $2`;

/** What the review of a registration starts from, and what an admitted customer still needs. */
export const admission = defineCommand({
  path: 'Onboarding/admission',
  body: { type: 'object', required: ['account'], properties: { account: id }, examples: [{ account: '31' }] },
  answer: {
    type: 'object',
    required: ['usual', 'customer'],
    properties: {
      usual: {
        type: ['object', 'null'],
        description: 'What NEWCOMER_TEMPLATE names; without an id no customer has this number.',
      },
      customer: {
        type: ['object', 'null'],
        description: 'The customer of an admitted account, and how many channels it has.',
      },
    },
    examples: [{ usual: { named: 'ACME', id: '7', name: 'Acme' }, customer: null }],
  },
  needs: { entity: 'account', code: 'admit' },
  perMinute: 120,
  async run(call) {
    const [[usual], [customer]] = await Promise.all([
      call.read(templateSql, [call.tenant]),
      call.read(admittedSql, [call.tenant, call.body['account']]),
    ]);
    const isNamed = !['', '-'].includes(String(usual?.['named'] ?? '').trim());
    return { usual: isNamed ? usual : null, customer: customer ?? null };
  },
});
