import { createHash, randomBytes } from 'node:crypto';
import { defineCommand, issue } from '../../modules/module.ts';

const id = { type: 'string', pattern: '^[0-9]{1,19}$' } as const;

/** A secret for a key: shown in this answer and nowhere again. One that the key had before ends with it. */
export const generateKey = defineCommand({
  path: 'ApiKey/generate',
  needs: { entity: 'api-key', code: 'add' },
  perMinute: 20,
  body: {
    type: 'object',
    required: ['id'],
    properties: { id: { ...id, description: 'A key whose maker asks.' } },
    examples: [{ id: '4001' }],
  },
  answer: {
    type: 'object',
    required: ['key'],
    properties: { key: { type: 'string', pattern: '^lad_', description: 'Sent as `Authorization: Bearer`.' } },
  },
  async run({ actor, body, services, list, refuse, tenant }) {
    const rows = await list('api-key', { id: String(body['id']) });
    const [record] = rows;
    if (!record) return refuse(issue('error.notFound', 'id'));
    if (record['createdBy'] !== actor.id) return refuse(issue('key.notMaker', 'id'));
    const key = `lad_${randomBytes(32).toString('base64url')}`;
    const digest = createHash('sha256').update(key).digest('hex');
    const of = { tenant, entity: 'api-key', id: String(record['id']) };
    const issues = await services.act(of, 'issue', { digest, hint: key.slice(0, 8) });
    return issues.length > 0 ? refuse(...issues) : { key };
  },
});
