import { defineAnswer, type AnswerCall } from '../../sockets/socket.ts';

/** Customers as `[{code, value}]`, as older clients fill their pickers. */
const customers = async ({ list }: AnswerCall) =>
  (await list('customer', { status: 'enabled' })).map(({ id, name }) => ({ code: id, value: name }));

const settingsOf = async ({ list }: AnswerCall, customer: string | undefined) =>
  customer && /^\d{1,19}$/.test(customer) ? (await list('customer-config', { customer }))[0] : undefined;

/** Who a deposit may be of. */
const memberNames = defineAnswer('MemberDeposit/GetMemberName', customers);

/** The currency that deposits are in, an ISO code: that of the customer whom `customer` names, else the tenant's own. */
const moneyType = defineAnswer('MemberDeposit/getMoneyType', async (call) => {
  const settings = await settingsOf(call, call.query['customer']);
  return settings?.['depositCurrency'] ?? call.currency;
});

/** Older clients call a customer an organisation here: what can be chosen for settings, by customer id. */
const settingsFor = defineAnswer('MemberConfig/fkSysOrg', customers);

/** The settings of the customer whose id `orgId` is; null where it has not been configured. */
const settingsByCustomer = defineAnswer(
  'MemberConfig/detailByOrgId',
  async (call) => (await settingsOf(call, call.query['orgId'])) ?? null,
);

export const customerAnswers = [memberNames, moneyType, settingsFor, settingsByCustomer];
