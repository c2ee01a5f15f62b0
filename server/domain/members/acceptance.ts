import { defineCommand } from '../../modules/module.ts';

/** $3: organisations, null for all. */
const standingSql = `SELECT c.id::text AS id, c.code, c.name, coalesce(g.contract = $2, false) AS accepted, k.edition
  FROM customer c LEFT JOIN customer_config g ON g.tenant_id = c.tenant_id AND g.customer = c.id
  LEFT JOIN contract k ON k.tenant_id = g.tenant_id AND k.id = g.contract
 WHERE c.tenant_id = $1 AND c.status = 'enabled' AND ($3::bigint[] IS NULL OR c.org = ANY ($3::bigint[]))
 ORDER BY c.code`;

const shown = 500;

/** Which customers have not accepted a contract, for staff. */
export const acceptance = defineCommand({
  path: 'Contracts/acceptance',
  body: {
    type: 'object',
    required: ['contract'],
    properties: { contract: { type: 'string', pattern: '^[0-9]{1,18}$' } },
    examples: [{ contract: '7' }],
  },
  answer: {
    type: 'object',
    required: ['accepted', 'all', 'open'],
    properties: {
      accepted: { type: 'integer' },
      all: { type: 'integer' },
      open: { type: 'array', description: 'At most 500.', items: { type: 'object' } },
    },
    examples: [{ accepted: 41, all: 42, open: [{ id: '44', code: 'ACME', name: 'Acme', edition: '2025-1' }] }],
  },
  needs: { entity: 'customer-config', code: 'read' },
  perMinute: 60,
  async run(call) {
    if (call.actor.type === 'member') return call.forbid();
    const orgs = await call.organisations('customer');
    const rows = await call.read(standingSql, [call.tenant, call.body['contract'], orgs]);
    const open = rows.filter((row) => row['accepted'] !== true);
    const wire = open.slice(0, shown).map(({ id, code, name, edition }) => ({ id, code, name, edition }));
    return { accepted: rows.length - open.length, all: rows.length, open: wire };
  },
});
