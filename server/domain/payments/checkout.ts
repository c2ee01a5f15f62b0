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

/** What payments stand on: who takes the money, and how a browser reaches a tenant. */
export interface PaymentSettings {
  /** Null: payments online are not offered here. */
  readonly gateway: Gateway | null;
  /** The origin of a tenant's pages by its host name. */
  originOf(host: string): string;
}

const notOffered = (): Issue => issue('payments.notOffered', '');

/** A payment begins only where somebody takes it, in an amount that the currency has coins for. */
export const beginPayment = ({ gateway }: PaymentSettings) =>
  defineEffect('payments.begin', async ({ record, currency }) => {
    if (!gateway) return { issues: [notOffered()] };
    const payable = toMinorUnits(String(record['amount']), currency) !== null;
    return payable ? {} : { issues: [issue('payments.noCoin', 'amount', { currency })] };
  });

/** Sends the payer to the page of a payment, which is opened when it is first asked for. */
export const openCheckout = (on: PaymentSettings) =>
  defineExternalCall('payments.checkout', async ({ services: deps, ...of }) => {
    if (!on.gateway) return { issues: [notOffered()] };
    const opened = await attempt(deps, of, () => checkoutOf(on, deps, of));
    return 'issues' in opened ? opened : { goTo: opened.value };
  });

/** Asks the gateway what has become of a payment, and settles it by the answer. */
export const askGateway = ({ gateway }: PaymentSettings) =>
  defineExternalCall('payments.ask', async ({ services, ...of }) => {
    if (!gateway) return { issues: [notOffered()] };
    const asked = await attempt(services, of, () => settleByAnswer(gateway, services, of));
    return 'issues' in asked ? asked : {};
  });

/**
 * The address of a payment's page. Between the gateway's answer and its being kept anything may break: the same key then
 * opens the same page, so there is never a second one to pay at.
 */
export async function checkoutOf(on: PaymentSettings, services: SystemServices, of: PaymentOf): Promise<string> {
  const { gateway, originOf } = on;
  const rows = await services.query(
    `SELECT p."paymentNo", p.amount::text, p.currency, p."checkoutUrl", t.name, t.host
       FROM online_payment p JOIN tenant t ON t.id = p.tenant_id WHERE p.tenant_id = $1 AND p.id = $2`,
    [of.tenant, of.id],
  );
  const [payment] = rows as unknown as Payable[];
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
  /** The tenant's. */
  name: string;
  host: string;
}

/** Keeps what the gateway says now about a payment that has a page, and moves it there. */
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

/** What the gateway does not do, as reasons for the person; what it refuses is for whoever keeps the settings, too. */
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
