import { defineCommand } from '../../modules/module.ts';

const adminSql = `SELECT t.host, a.account, a.name, a.email, coalesce(a."mustChange", false) AS waits,
    coalesce((SELECT json_agg(json_build_object('at', to_char(m."createdAt" AT TIME ZONE $2, 'YYYY-MM-DD HH24:MI'), 'to', m."to",
      'status', m.status, 'failure', m.failure) ORDER BY m.id DESC)
      FROM mail m WHERE m.tenant_id = t.id AND m.template = 'adminInvited'), '[]') AS mails
  FROM tenant t JOIN account a ON a.tenant_id = t.id AND a."adminType" = '2'
 WHERE t.id = $1 AND t.kind = 'tenant' ORDER BY a.id LIMIT 1`;

/** For the platform: whether the administrator of a tenant has signed in, and what became of the invitations. */
export const firstSignIn = (originOf: (host: string) => string) =>
  defineCommand({
    path: 'Tenants/firstSignIn',
    body: {
      type: 'object',
      required: ['tenant'],
      properties: { tenant: { type: 'string', pattern: '^[0-9]{1,18}$' } },
      examples: [{ tenant: '7' }],
    },
    answer: {
      type: 'object',
      required: ['found'],
      properties: {
        found: {
          type: ['object', 'null'],
          description:
            'Null for the platform itself. `waits`: no password of their own yet; `page`: where it is chosen.',
        },
      },
      examples: [
        {
          found: {
            ...{ account: 'ida@acme.example', name: 'Ida', waits: true },
            page: 'https://acme.example.com/user/recover?to=ida%40acme.example',
            mails: [{ at: '2026-03-02 09:14', to: 'ida@acme.example', status: 'sent', failure: null }],
          },
        },
      ],
    },
    needs: { entity: 'tenant', code: 'edit' },
    perMinute: 120,
    async run(call) {
      const [found] = await call.services.query(adminSql, [call.body['tenant'], call.timeZone]);
      if (!found) return { found: null };
      const { host, email, ...admin } = found;
      const page = `${originOf(String(host))}/user/recover?to=${encodeURIComponent(String(email ?? ''))}`;
      return { found: { ...admin, page } };
    },
  });
