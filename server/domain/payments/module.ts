import type { ServerModule } from '../../modules/module.ts';
import { askGateway, beginPayment, openCheckout, type PaymentSettings } from './checkout.ts';
import { messageEndpoint } from './messages.ts';
import { checkHeld, creditPayment, giveBack } from './postings.ts';
import { reconcile } from './reconcile.ts';
import { settlePayment } from './settle.ts';

export const payments = (on: PaymentSettings): ServerModule => ({
  handlers: [beginPayment(on), openCheckout(on), askGateway(on), settlePayment, creditPayment, giveBack, checkHeld],
  webhooks: [messageEndpoint(on)],
  schedules: [reconcile(on)],
});
