import { AppError } from '../../errors.ts';
import type { Webhook, WebhookCall } from '../../modules/module.ts';
import type { Context } from '../context.ts';

/** The doors of the business modules for messages of other servers. */
export type Hooks = readonly Webhook[];

/** Hands a message to the module whose door it came to. Throws `badRequest` with the reasons for which it is not taken. */
export async function takeMessage(
  { services: deps }: Context,
  hook: Webhook,
  message: Pick<WebhookCall, 'headers' | 'body'>,
): Promise<void> {
  if (!deps) throw new Error('messages are taken by an open node');
  const issues = await hook.run({ ...message, services: deps });
  if (issues.length > 0) throw new AppError('badRequest', { issues });
}
