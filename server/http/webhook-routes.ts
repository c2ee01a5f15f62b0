import type { FastifyInstance } from 'fastify';
import type { Context } from '../operations/context.ts';
import { receiveWebhook, type Webhooks } from '../operations/receive-webhook.ts';
import { sendText, success } from './envelope.ts';

/** Messages are short; whatever is longer is none. */
const bodyLimit = 262_144;

/**
 * Doors for the messages of other servers, without a session. The body stays as it came: a signature speaks of bytes.
 * What is not taken is answered 400, because such senders go by the status.
 */
export function hookRoutes(app: FastifyInstance, context: Context, hooks: Webhooks): void {
  void app.register(async (room) => {
    room.removeContentTypeParser('application/json');
    room.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    for (const hook of hooks) {
      room.post(`/api/${hook.path}`, { bodyLimit }, async ({ headers, body }, reply) => {
        await receiveWebhook(context, hook, { headers, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) });
        return sendText(reply, success(null));
      });
    }
  });
}
