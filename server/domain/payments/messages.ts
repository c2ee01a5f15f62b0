import { defineWebhook, issue, type SystemServices } from '../../modules/module.ts';
import type { PaymentSettings } from './checkout.ts';
import { keepMessage, paymentBy, platformOf } from './facts.ts';
import type { Message } from './gateway.ts';
import { settle } from './settle.ts';

/** Where the gateway's messages come in. Nothing of one is believed before its signature is. */
export const messageEndpoint = ({ gateway }: PaymentSettings) =>
  defineWebhook('payments/stripe', async ({ headers, body, services: deps }) => {
    if (!gateway) return [issue('payments.notOffered', '')];
    const message = await gateway.readMessage(body, headers);
    if (!message) return [issue('payments.badSignature', '')];
    await take(deps, message);
    return [];
  });

/**
 * A message is kept first, once, and its payment is settled after; so one that came before its turn counts when that comes,
 * and one whose settling broke off is settled by its repeat. What belongs to no payment is taken all the same: repeats for
 * three days would not make it known.
 */
async function take(services: SystemServices, message: Message): Promise<void> {
  const of = await paymentBy(services, message.payment);
  if (of) {
    await keepMessage(services, of, 'message', message);
    return settle(services, of);
  }
  const platform = await platformOf(services);
  const isNew = await keepMessage(services, { tenant: platform, id: null }, 'message', message);
  if (!isNew || message.payment === null) return;
  services.report(platform, 'payments.message', `${message.eventId} ${message.type} ${message.payment}`);
}
