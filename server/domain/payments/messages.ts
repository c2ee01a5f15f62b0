import { defineHook, issue, type House } from '../../sockets/socket.ts';
import type { PaymentSettings } from './checkout.ts';
import { keepMessage, paymentBy, platformOf } from './facts.ts';
import type { Message } from './gateway.ts';
import { settle } from './settle.ts';

/** Where the gateway's messages come in. Nothing of one is believed before its signature is. */
export const messageDoor = ({ gateway }: PaymentSettings) =>
  defineHook('payments/stripe', async ({ headers, body, house }) => {
    if (!gateway) return [issue('payments.notOffered', '')];
    const message = await gateway.readMessage(body, headers);
    if (!message) return [issue('payments.badSignature', '')];
    await take(house, message);
    return [];
  });

/**
 * A message is kept first, once, and its payment is settled after; so one that came before its turn counts when that comes,
 * and one whose settling broke off is settled by its repeat. What belongs to no payment is taken all the same: repeats for
 * three days would not make it known.
 */
async function take(house: House, message: Message): Promise<void> {
  const of = await paymentBy(house, message.payment);
  if (of) {
    await keepMessage(house, of, 'message', message);
    return settle(house, of);
  }
  const platform = await platformOf(house);
  const isNew = await keepMessage(house, { tenant: platform, id: null }, 'message', message);
  if (!isNew || message.payment === null) return;
  house.report(platform, 'payments.message', `${message.eventId} ${message.type} ${message.payment}`);
}
