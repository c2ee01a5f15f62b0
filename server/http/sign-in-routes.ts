import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actors } from '../access/actors.ts';
import type { AuthService } from '../auth/auth-service.ts';
import { deviceCookie } from '../auth/origin.ts';
import { AppError, refused } from '../errors.ts';
import { issue } from '../../engine/core/index.ts';
import type { Texts } from '../texts.ts';
import { sendText, success } from './envelope.ts';
import { asActor, bearer } from './session.ts';

/** Sign-in, sign-out and the current user (spec section 7). */
export function signInRoutes(app: FastifyInstance, service: AuthService, actors: Actors, texts: Texts): void {
  for (const [path, member] of [
    ['/api/login', false],
    ['/api/MembershipLogin', true],
  ] as const) {
    app.post(path, async (request, reply) => {
      const text = textsOf(request);
      const account = text('account').trim();
      const password = text('password');
      const missing = [
        ...(account === '' ? [issue('required', 'account')] : []),
        ...(password === '' ? [issue('required', 'password')] : []),
      ];
      if (missing.length > 0) throw new AppError('signInEmpty', { issues: missing });
      const issues = [
        ...(account.length > 100 ? [issue('text.tooLong', 'account', { max: 100 })] : []),
        ...(password.length > 200 ? [issue('text.tooLong', 'password', { max: 200 })] : []),
        ...(/\p{Cc}/u.test(account) ? [issue('text.control', 'account')] : []),
      ];
      if (issues.length > 0) throw refused(...issues);
      const userAgent = request.headers['user-agent'] ?? '';
      const from = { host: hostOf(request), ip: request.ip, userAgent };
      const cookie = deviceCookie(account);
      const device = cookieOf(request, cookie);
      const given = { account, password, captcha: text('code'), otp: text('otp').slice(0, 100), device };
      const signedIn = await service.signIn({ ...from, ...given, member });
      const secure = request.protocol === 'https' ? '; Secure' : '';
      const kept = `Path=/api; Max-Age=34560000; HttpOnly; SameSite=Strict${secure}`;
      void reply.header('set-cookie', `${cookie}=${signedIn.device}; ${kept}`);
      return sendText(tokenHeaders(reply, signedIn.token), success(signedIn.token));
    });
  }

  app.get('/api/logout', async (request, reply) => {
    // Older clients also send their token in the query, sometimes instead of the header.
    const given = (request.query as Record<string, unknown>)['0'];
    const token = bearer(request) || (typeof given === 'string' ? given : '');
    if (token) await service.signOut(token);
    return sendText(reply, success(null));
  });

  app.get('/api/getLoginUser', async (request, reply) => {
    const culture = texts.culture((request.query as Record<string, unknown>)['culture']);
    return sendText(reply, success(await asActor(actors, request, (actor) => service.loginUser(actor, culture))));
  });

  app.get('/api/sysTenant/GetDoMain', async (request, reply) => {
    const domain = hostOf(request);
    return sendText(reply, success({ ...(await service.brandOf(domain)), domain }));
  });

  app.get('/api/getCaptchaOpen', async (request, reply) =>
    sendText(reply, success(await service.needsCaptcha(hostOf(request), request.ip))),
  );
}

/** A cookie of the request by name; empty if missing. */
export function cookieOf(request: FastifyRequest, name: string): string {
  const found = (request.headers.cookie ?? '').split(';').find((each) => each.trim().startsWith(`${name}=`));
  return found?.trim().slice(name.length + 1, name.length + 201) ?? '';
}

/** Some clients only read the token from these headers. */
const tokenHeaders = (reply: FastifyReply, token: string): FastifyReply =>
  reply.header('access-token', token).header('x-access-token', token);

/** Text values of a body by name; empty for anything else. */
export function textsOf(request: FastifyRequest): (name: string) => string {
  const body = (request.body ?? {}) as Record<string, unknown>;
  return (name) => {
    const value = Object.hasOwn(body, name) ? body[name] : '';
    return typeof value === 'string' ? value : '';
  };
}

/** The request's host name without port. */
export const hostOf = (request: FastifyRequest): string => request.hostname.toLowerCase().replace(/:\d+$/, '');
