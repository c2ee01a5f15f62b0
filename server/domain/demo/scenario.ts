import { tellAddressBooks } from './address-books.ts';
import { tellAutomation } from './automation.ts';
import { tellBoxGauges } from './box-gauges.ts';
import { tellCustomers, seedCompany } from './company.ts';
import { tellCustomerChannels } from './customer-channels.ts';
import { tellFreight } from './freight.ts';
import { tellMoney } from './money.ts';
import { tellNetwork } from './network.ts';
import { tellNotices } from './notices.ts';
import { tellOnlinePayments } from './online-payments.ts';
import { tellOrders } from './orders.ts';
import type { Seeder, StorySteps } from './seeder.ts';
import { tellRecharges } from './recharges.ts';
import { tellShops } from './shops.ts';
import { tellWallet, type WalletRecharge } from './wallets.ts';

/** What a tenant starts its story with: what provisioning made. */
export interface ScenarioStart {
  org: string;
  roles: Readonly<Record<string, string>>;
  admin: string;
}

/** Accounts beside the administrator's; members have their own sign-in. */
export const storyAccounts = { staff: ['finance', 'clerk'], members: ['member', 'member2'] } as const;

/**
 * Seeds a logistics company: organisations, customers, carriers, and a year of business. Answers its wallet payments to
 * the platform, and what is still to happen to records.
 */
export async function seedScenario(
  pen: Seeder,
  beginning: ScenarioStart,
  size: { orders: number },
): Promise<{ paid: readonly WalletRecharge[]; steps: readonly StorySteps[] }> {
  const [deps, { lanes, levels }] = await Promise.all([seedCompany(pen, beginning), tellNetwork(pen)]);
  const cast = { ...deps, customers: await tellCustomers(pen, deps, beginning.roles) };
  await tellCustomerChannels(pen, cast, { lanes, levels });
  await Promise.all([
    tellAddressBooks(pen, cast),
    tellBoxGauges(pen, cast),
    tellRecharges(pen, cast, 120),
    tellNotices(pen, beginning.admin),
  ]);
  await tellShops(pen, cast, lanes);
  await tellMoney(pen, cast);
  await tellOnlinePayments(
    pen,
    cast,
    cast.customers.filter(({ enabled }) => enabled),
  );
  const paid = await tellWallet(pen, cast);
  await tellOrders(pen, cast, lanes, size.orders);
  await tellAutomation(pen, cast, lanes);
  return { paid, steps: await tellFreight(pen, cast) };
}
