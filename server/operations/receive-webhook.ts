import { AppError } from '../errors.ts';
import type { Webhook, WebhookCall } from '../modules/module.ts';
import type { Context } from './context.ts';

/** The endpoints of business modules for messages of other servers. */
export type Webhooks = readonly Webhook[];

/** Hands a message to the module that receives it. Throws `badRequest` with the reasons for which it is not accepted. */
export async function receiveWebhook(
  { services }: Context,
  webhook: Webhook,
  message: Pick<WebhookCall, 'headers' | 'body'>,
): Promise<void> {
  if (!services) throw new Error('webhooks are received by an open node');
  const issues = await webhook.run({ ...message, services });
  if (issues.length > 0) throw new AppError('badRequest', { issues });
}
