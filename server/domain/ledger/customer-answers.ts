import { defineQuery, type QueryCall } from '../../modules/module.ts';
import { balance } from './balance.ts';

/** Customers as `[{code, value}]`, as older clients fill their pickers. */
const customers = async ({ list }: QueryCall) =>
  (await list('customer', { status: 'enabled' })).map(({ id, name }) => ({ code: id, value: name }));

const settingsOf = async ({ list }: QueryCall, customer: string | undefined) =>
  customer && /^\d{1,19}$/.test(customer) ? (await list('customer-config', { customer }))[0] : undefined;

/** Customers for the deposit form. */
const memberNames = defineQuery('MemberDeposit/GetMemberName', customers);

/** The currency of deposits, an ISO code: that of the customer named by `customer`, else the tenant's own. */
const moneyType = defineQuery('MemberDeposit/getMoneyType', async (call) => {
  const settings = await settingsOf(call, call.query['customer']);
  return settings?.['depositCurrency'] ?? call.currency;
});

/** Customers by id for the settings form; older clients call them organisations. */
const settingsFor = defineQuery('MemberConfig/fkSysOrg', customers);

/** Settings of the customer `orgId`; null if not configured. */
const settingsByCustomer = defineQuery('MemberConfig/detailByOrgId', async (call) => {
  const { orgId } = call.query;
  if (!orgId) return call.refuse('required', 'orgId');
  if (!/^[1-9]\d{0,17}$/.test(orgId)) return call.refuse('reference.invalid', 'orgId');
  const settings = await settingsOf(call, orgId);
  const isKnown = settings !== undefined || (await call.list('customer', { id: orgId }, 1)).length > 0;
  return isKnown ? (settings ?? null) : call.refuse('reference.missing', 'orgId');
});

/** Fields of the membership profile. */
const shown = [
  'name',
  'shortName',
  'code',
  'type',
  'contact',
  'leader',
  'phone',
  'email',
  'country',
  'address',
  'taxNo',
  'status',
];

/** The caller's membership: a member's customer with its financial settings and balance. All null for staff. */
const membershipInfo = defineQuery('membership/membershipInfo', async (call) => {
  const { member } = call.actor;
  const [customer] = member === null ? [] : await call.list('customer', { id: member }, 1);
  const settings = member === null ? undefined : await settingsOf(call, member);
  const profile = Object.fromEntries(shown.map((name) => [name, customer?.[name] ?? null]));
  const money = (await balance.run(call)) as Readonly<Record<string, unknown>>;
  const own = (name: string) => (member === null ? null : (money[name] ?? null));
  return {
    id: member,
    ...profile,
    createdTime: customer?.['createdAt'] ?? null,
    depositCurrency: settings?.['depositCurrency'] ?? (member === null ? null : call.currency),
    chargeBalance: own('chargeBalance'),
    depositState: own('depositState'),
    overDraftAmount: own('overDraftAmount'),
    totalRecharge: own('totalRecharge'),
    memberDeposit: own('memberDeposit'),
  };
});

export const customerAnswers = [memberNames, moneyType, settingsFor, settingsByCustomer, membershipInfo];
