import { AppError } from '../errors.ts';
import type { Webhook, WebhookCall } from '../modules/module.ts';
import type { Context } from './context.ts';

/** Webhooks of business modules. */
export type Webhooks = readonly Webhook[];

/** Passes a message to its module. Throws `badRequest` with the reasons if it is not accepted. */
export async function receiveWebhook(
  { services }: Context,
  webhook: Webhook,
  message: Pick<WebhookCall, 'headers' | 'body'>,
): Promise<void> {
  if (!services) throw new Error('webhooks are received by an open node');
  const issues = await webhook.run({ ...message, services });
  if (issues.length > 0) throw new AppError('badRequest', { issues });
}
