import {
  defineExternalCall,
  defineEffect,
  issue,
  type SystemServices,
  type Issue,
  type RecordOf,
} from '../../modules/module.ts';
import { keepAnswer, type PaymentOf } from './facts.ts';
import { GatewayError, type Gateway } from './gateway.ts';
import { toMinorUnits } from './minor-units.ts';
import { settle } from './settle.ts';

/** Dependencies of online payments. */
export interface PaymentSettings {
  /** Null: online payments are not offered. */
  readonly gateway: Gateway | null;
  /** The origin of a tenant's pages by its host name. */
  originOf(host: string): string;
}

const notOffered = (): Issue => issue('payments.notOffered', '');

/** Starts a payment, if there is a gateway and the currency has coins for the amount. */
export const beginPayment = ({ gateway }: PaymentSettings) =>
  defineEffect('payments.begin', async ({ record, currency }) => {
    if (!gateway) return { issues: [notOffered()] };
    const payable = toMinorUnits(String(record['amount']), currency) !== null;
    return payable ? {} : { issues: [issue('payments.noCoin', 'amount', { currency })] };
  });

/** Redirects the payer to the payment's page, opening it on the first request. */
export const openCheckout = (on: PaymentSettings) =>
  defineExternalCall('payments.checkout', async ({ services: deps, ...of }) => {
    if (!on.gateway) return { issues: [notOffered()] };
    const opened = await attempt(deps, of, () => checkoutOf(on, deps, of));
    return 'issues' in opened ? opened : { goTo: opened.value };
  });

/** Queries the gateway about a payment and settles it. */
export const askGateway = ({ gateway }: PaymentSettings) =>
  defineExternalCall('payments.ask', async ({ services, ...of }) => {
    if (!gateway) return { issues: [notOffered()] };
    const asked = await attempt(services, of, () => settleByAnswer(gateway, services, of));
    return 'issues' in asked ? asked : {};
  });

/**
 * The address of a payment's page. If storing the gateway's answer fails, the same key opens the same page again, so a
 * payment never has two pages.
 */
export async function checkoutOf(on: PaymentSettings, services: SystemServices, of: PaymentOf): Promise<string> {
  const { gateway, originOf } = on;
  const [payment] = await services.query<Payable>(
    `SELECT p."paymentNo", p.amount::text, p.currency, p."checkoutUrl", t.name, t.host
       FROM online_payment p JOIN tenant t ON t.id = p.tenant_id WHERE p.tenant_id = $1 AND p.id = $2`,
    [of.tenant, of.id],
  );
  if (!payment || !gateway) throw new GatewayError('refused', 'nothing to pay, or nowhere');
  if (payment.checkoutUrl !== null) return payment.checkoutUrl;
  const { session, url } = await gateway.createCheckout({
    ...{ key: `lading-online-payment-${of.id}`, payment: of.id },
    ...{ title: `${payment.name} ${payment.paymentNo}`, reference: payment.paymentNo },
    ...{ amount: payment.amount, currency: payment.currency },
    returnTo: `${originOf(payment.host)}/OnlinePayOrder/${of.id}`,
  });
  const refusals = await services.act({ ...of, entity: 'online-payment' }, 'open', { session, checkoutUrl: url });
  if (refusals.length > 0) throw new GatewayError('refused', refusals.map(({ code }) => code).join(', '));
  return url;
}

interface Payable {
  paymentNo: string;
  amount: string;
  currency: string;
  checkoutUrl: string | null;
  /** The tenant's name. */
  name: string;
  host: string;
}

/** Stores the gateway's present answer about a payment with a page, and settles it. */
export async function settleByAnswer(gateway: Gateway, services: SystemServices, of: PaymentOf): Promise<void> {
  const [row] = await services.query('SELECT session FROM online_payment WHERE tenant_id = $1 AND id = $2', [
    of.tenant,
    of.id,
  ]);
  const session = row?.['session'];
  if (typeof session !== 'string') return;
  for (const told of await gateway.fetchOutcome(session)) await keepAnswer(services, of, told);
  await settle(services, of);
}

/** Turns gateway errors into issues for the person; refusals are also reported to administrators. */
async function attempt<T>(
  services: SystemServices,
  of: RecordOf,
  ask: () => Promise<T>,
): Promise<{ value: T } | { issues: Issue[] }> {
  try {
    return { value: await ask() };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    if (error.outcome === 'refused') services.report(of.tenant, 'payments.checkout', `${of.id}: ${error.message}`);
    return { issues: [error.outcome === 'refused' ? issue('payments.refused', '') : issue('payments.noAnswer', '')] };
  }
}
