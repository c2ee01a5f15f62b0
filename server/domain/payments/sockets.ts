import type { Wing } from '../../sockets/socket.ts';
import { askGateway, beginPayment, openCheckout, type PaymentSettings } from './checkout.ts';
import { messageDoor } from './messages.ts';
import { checkHeld, creditPayment, giveBack } from './postings.ts';
import { reconcile } from './reconcile.ts';
import { settlePayment } from './settle.ts';

export const payments = (on: PaymentSettings): Wing => ({
  sockets: [beginPayment(on), openCheckout(on), askGateway(on), settlePayment, creditPayment, giveBack, checkHeld],
  hooks: [messageDoor(on)],
  tasks: [reconcile(on)],
});
