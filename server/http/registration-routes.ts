import type { FastifyInstance } from 'fastify';
import { issue } from '../../engine/core/index.ts';
import { refused } from '../errors.ts';
import type { AuthService } from '../auth/auth-service.ts';
import type { Texts } from '../texts.ts';
import { sendText, success } from './envelope.ts';
import { hostOf, textsOf } from './sign-in-routes.ts';

/** One-time codes, registration and password recovery. */
export function registrationRoutes(app: FastifyInstance, service: AuthService, texts: Texts): void {
  const cultureOf = (query: unknown) => texts.culture((query as Record<string, unknown>)['culture']);

  app.post('/api/sendCode', async (request, reply) => {
    const text = textsOf(request);
    const purpose = text('purpose');
    if (purpose !== 'register' && purpose !== 'recover') throw refused(issue('choice.invalid', 'purpose'));
    const from = { host: hostOf(request), ip: request.ip, culture: cultureOf(request.query) };
    const sent = await service.sendCode({ ...from, purpose, to: text('to').trim(), captcha: text('captcha') });
    return sendText(reply, success(sent));
  });

  // Clients of the earlier API request codes without a captcha, limited to a few per hour.
  app.get('/api/getSmsCaptcha', async (request, reply) => {
    const { mobile } = request.query as Record<string, unknown>;
    const to = typeof mobile === 'string' ? mobile.trim() : '';
    if (!/^[0-9+() -]{5,25}$/.test(to)) throw refused(issue('phone.invalid', 'mobile'));
    const from = { host: hostOf(request), ip: request.ip, culture: cultureOf(request.query) };
    return sendText(reply, success(await service.sendCode({ ...from, purpose: 'register', to, captcha: null })));
  });

  app.post('/api/register', async (request, reply) => {
    const text = textsOf(request);
    await service.register({
      host: hostOf(request),
      ip: request.ip,
      to: text('to').trim(),
      code: text('code').trim(),
      name: text('name').trim(),
      company: text('company').trim(),
      password: text('password'),
    });
    return sendText(reply, success(null));
  });

  app.post('/api/recover', async (request, reply) => {
    const text = textsOf(request);
    await service.recover({
      host: hostOf(request),
      ip: request.ip,
      culture: cultureOf(request.query),
      to: text('to').trim(),
      code: text('code').trim(),
      password: text('password'),
    });
    return sendText(reply, success(null));
  });
}
