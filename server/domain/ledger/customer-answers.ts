import { defineQuery, type QueryCall } from '../../modules/module.ts';
import { balance } from './balance.ts';

/** Customers as `[{code, value}]`, as older clients fill their pickers. */
const customers = async ({ list }: QueryCall) =>
  (await list('customer', { status: 'enabled' })).map(({ id, name }) => ({ code: id, value: name }));

const settingsOf = async ({ list }: QueryCall, customer: string | undefined) =>
  customer && /^\d{1,19}$/.test(customer) ? (await list('customer-config', { customer }))[0] : undefined;

/** Who a deposit may be of. */
const memberNames = defineQuery('MemberDeposit/GetMemberName', customers);

/** The currency that deposits are in, an ISO code: that of the customer whom `customer` names, else the tenant's own. */
const moneyType = defineQuery('MemberDeposit/getMoneyType', async (call) => {
  const settings = await settingsOf(call, call.query['customer']);
  return settings?.['depositCurrency'] ?? call.currency;
});

/** Older clients call a customer an organisation here: what can be chosen for settings, by customer id. */
const settingsFor = defineQuery('MemberConfig/fkSysOrg', customers);

/** The settings of the customer whose id `orgId` is; null where it has not been configured. */
const settingsByCustomer = defineQuery('MemberConfig/detailByOrgId', async (call) => {
  const { orgId } = call.query;
  if (!orgId) return call.refuse('required', 'orgId');
  if (!/^[1-9]\d{0,17}$/.test(orgId)) return call.refuse('reference.invalid', 'orgId');
  const settings = await settingsOf(call, orgId);
  const isKnown = settings !== undefined || (await call.list('customer', { id: orgId }, 1)).length > 0;
  return isKnown ? (settings ?? null) : call.refuse('reference.missing', 'orgId');
});

/** What a membership shows of itself. */
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

/**
 * The profile of the caller's membership: the customer whom a member belongs to, with the settings that money goes by and
 * the balance. For staff, who belong to none, everything of it is null.
 */
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
