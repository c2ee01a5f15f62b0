import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { AccountService } from '../account/account-service.ts';
import type { Actors } from '../access/actors.ts';
import type { Texts } from '../texts.ts';
import { idempotencyKey } from './entity-routes.ts';
import { sendText, success } from './envelope.ts';
import { asActor } from './session.ts';

/** Paths that older clients use for these calls; the others are under `account`. */
const elsewhere: Readonly<Record<string, string>> = {
  updateInfo: 'sysUser/updateInfo',
  updateAvatar: 'sysUser/updateAvatar',
  updatePwd: 'sysUser/updatePwd',
};

/** The caller's own account: profile, sessions and changes. */
export function accountRoutes(app: FastifyInstance, service: AccountService, actors: Actors, texts: Texts): void {
  app.get('/api/account/profile', async (request, reply) =>
    sendText(reply, success(await asActor(actors, request, (actor) => service.profile(actor)))),
  );
  app.get('/api/account/sessions', async (request, reply) =>
    sendText(reply, success(await asActor(actors, request, (actor) => service.sessions(actor)))),
  );
  app.get('/api/account/factor', async (request, reply) =>
    sendText(reply, success(await asActor(actors, request, (actor) => service.factor(actor)))),
  );
  app.get('/api/account/pin', async (request, reply) =>
    sendText(reply, success(await asActor(actors, request, (actor) => service.pin(actor)))),
  );
  for (const [name, work] of Object.entries(service.calls)) {
    app.post(`/api/${elsewhere[name] ?? `account/${name}`}`, async (request, reply) => {
      const call = {
        body: bodyOf(request),
        key: idempotencyKey(request),
        ip: request.ip,
        culture: texts.culture((request.query as Record<string, unknown>)['culture']),
      };
      return sendText(reply, success(await asActor(actors, request, (actor) => work(actor, call))));
    });
  }
}

function bodyOf({ body }: FastifyRequest): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError('malformed');
  return body as Record<string, unknown>;
}
