import type { FastifyInstance } from 'fastify';
import { AppError, refused } from '../errors.ts';
import { within } from '../access/limits.ts';
import { addressPrefix } from '../auth/origin.ts';
import { isOpen, tenantByHost } from '../auth/tenant-host.ts';
import type { Publics } from '../operations/command.ts';
import type { Context } from '../operations/context.ts';
import type { Texts } from '../texts.ts';
import { bodyReader } from './check-bodies.ts';
import { sendText, success } from './envelope.ts';
import { hostOf } from './sign-in-routes.ts';

/** Public queries of business modules without a session, rate-limited by address. */
export function publicRoutes(
  app: FastifyInstance,
  on: {
    context: Context;
    system: Parameters<typeof within>[0];
    texts: Texts;
    publics: Publics;
  },
): void {
  const { context, system, texts } = on;
  for (const question of on.publics) {
    const read = bodyReader(question.body);
    app.post(`/api/${question.path}`, async (request, reply) => {
      const { services: deps } = context;
      if (!deps) throw new Error('public queries run on an open node');
      const key = `public:${question.path}:${addressPrefix(request.ip)}`;
      if (!(await within(system, [[key, { seconds: 60, most: question.perMinute }]]))) throw new AppError('tooMany');
      const tenant = await tenantByHost(system, hostOf(request));
      if (!tenant || !isOpen(tenant) || tenant.kind === 'platform') throw new AppError('notFound');
      const answer = await question.run({
        ...{ tenant: tenant.id, timeZone: tenant.timeZone, services: deps, body: read(request.body ?? {}) },
        culture: texts.culture((request.query as Record<string, unknown>)['culture']),
        refuse: (...reasons) => {
          throw refused(...reasons);
        },
      });
      return sendText(reply, success(answer));
    });
  }
}
