import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actors } from '../identity/actors.ts';
import type { Doors } from '../identity/doors.ts';
import { refused } from '../errors.ts';
import { issue } from '../../engine/index.ts';
import type { Texts } from '../texts.ts';
import { sendText, success } from './envelope.ts';
import { asActor, bearer } from './session.ts';

/** The ways in and out, and who one is (spec section 7). */
export function signInRoutes(app: FastifyInstance, doors: Doors, actors: Actors, texts: Texts): void {
  for (const [path, member] of [
    ['/api/login', false],
    ['/api/MembershipLogin', true],
  ] as const) {
    app.post(path, async (request, reply) => {
      const body = (request.body ?? {}) as Record<string, unknown>;
      const account = typeof body['account'] === 'string' ? body['account'].trim() : '';
      const password = typeof body['password'] === 'string' ? body['password'] : '';
      const issues = [
        ...(account === '' || account.length > 100 ? [issue('required', 'account')] : []),
        ...(password === '' || password.length > 200 ? [issue('required', 'password')] : []),
        ...(/\p{Cc}/u.test(account) ? [issue('text.control', 'account')] : []),
      ];
      if (issues.length > 0) throw refused(...issues);
      const userAgent = request.headers['user-agent'] ?? '';
      const attempt = { host: hostOf(request), account, password, member, ip: request.ip, userAgent };
      return sendText(reply, success(await doors.signIn(attempt)));
    });
  }

  app.get('/api/logout', async (request, reply) => {
    const token = bearer(request);
    if (token) await doors.signOut(token);
    return sendText(reply, success(null));
  });

  app.get('/api/getLoginUser', async (request, reply) => {
    const culture = texts.culture((request.query as Record<string, unknown>)['culture']);
    return sendText(reply, success(await asActor(actors, request, (actor) => doors.loginUser(actor, culture))));
  });

  app.get('/api/sysTenant/GetDoMain', async (request, reply) => {
    const domain = hostOf(request);
    return sendText(reply, success({ ...(await doors.brandOf(domain)), domain }));
  });
}

/** The host name as the browser asked for it, without its port. */
export const hostOf = (request: FastifyRequest): string => request.hostname.toLowerCase().replace(/:\d+$/, '');
