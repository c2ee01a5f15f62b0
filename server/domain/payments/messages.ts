import { defineWebhook, issue, type SystemServices } from '../../modules/module.ts';
import type { PaymentSettings } from './checkout.ts';
import { keepMessage, paymentBy, platformOf } from './facts.ts';
import type { Message } from './gateway.ts';
import { settle } from './settle.ts';

/** The webhook of the gateway. Nothing in a message is trusted before its signature is verified. */
export const messageEndpoint = ({ gateway }: PaymentSettings) =>
  defineWebhook('payments/stripe', async ({ headers, body, services: deps }) => {
    if (!gateway) return [issue('payments.notOffered', '')];
    const message = await gateway.readMessage(body, headers);
    if (!message) return [issue('payments.badSignature', '')];
    await take(deps, message);
    return [];
  });

/**
 * Stores a message once, then settles its payment; so a message out of order counts later, and an interrupted
 * settlement is completed by the repeat. Messages without a known payment are accepted as well, because repeating them
 * for three days would not help.
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
