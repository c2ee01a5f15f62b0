import type { FastifyInstance } from 'fastify';
import type { Context } from '../operations/context.ts';
import { receiveWebhook, type Webhooks } from '../operations/receive-webhook.ts';
import { sendText, success } from './envelope.ts';

/** Maximum size of a webhook message in bytes. */
const bodyLimit = 262_144;

/**
 * Webhooks without a session. The body stays raw, because signatures cover its bytes. Refusals are answered with 400,
 * because senders rely on the status.
 */
export function webhookRoutes(app: FastifyInstance, context: Context, webhooks: Webhooks): void {
  void app.register(async (room) => {
    room.removeContentTypeParser('application/json');
    room.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    for (const webhook of webhooks) {
      room.post(`/api/${webhook.path}`, { bodyLimit }, async ({ headers, body }, reply) => {
        await receiveWebhook(context, webhook, { headers, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) });
        return sendText(reply, success(null));
      });
    }
  });
}
