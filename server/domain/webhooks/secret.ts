import { defineCommand, issue } from '../../modules/module.ts';
import { newSecret } from './sign.ts';

/** How long the secret before still signs beside a new one. */
const overlap = 24 * 3_600_000;

/** A secret for a webhook: shown in this answer and nowhere again. The one before signs beside it for a day. */
export const generateSecret = defineCommand({
  path: 'Webhook/generate',
  needs: { entity: 'webhook', code: 'add' },
  perMinute: 20,
  body: {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string', pattern: '^[0-9]{1,19}$', description: 'A webhook of the own customer.' } },
    examples: [{ id: '4001' }],
  },
  answer: {
    type: 'object',
    required: ['secret'],
    properties: { secret: { type: 'string', pattern: '^whsec_', description: 'What deliveries are signed with.' } },
  },
  async run({ body, services, list, refuse, tenant }) {
    const [record] = await list('webhook', { id: String(body['id']) });
    if (!record) return refuse(issue('error.notFound', 'id'));
    const of = { tenant, entity: 'webhook', id: String(record['id']) };
    const before = await services.secret(of, 'secret');
    const secret = newSecret();
    const issues = await services.act(of, 'issue', {
      ...{ secret, previousSecret: before, hint: secret.slice(0, 10) },
      previousUntil: before === null ? null : new Date(Date.now() + overlap).toISOString(),
    });
    return issues.length > 0 ? refuse(...issues) : { secret };
  },
});
