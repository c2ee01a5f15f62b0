import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CaptchaAnswer, CaptchaClient, Captchas } from '../auth/captcha/captchas.ts';
import type { Texts } from '../texts.ts';

/** The captcha protocol, whose answers do not use the envelope. */
export function captchaRoutes(app: FastifyInstance, captchas: Captchas, texts: Texts): void {
  const send = (request: FastifyRequest, reply: FastifyReply, { code, data }: CaptchaAnswer) => {
    const culture = texts.culture((request.query as Record<string, unknown>)['culture']);
    const success = code === '0000';
    const repMsg = success ? null : texts.error(culture, words[code]);
    return reply.send({ repCode: code, repMsg, repData: data, success, error: !success });
  };
  app.post('/api/captcha/get', async (request, reply) => {
    const body = bodyOf(request);
    return send(request, reply, await captchas.get(body['captchaType'], clientOf(request, body)));
  });
  app.post('/api/captcha/check', async (request, reply) => {
    const body = bodyOf(request);
    return send(request, reply, await captchas.check(body, clientOf(request, body)));
  });
}

const words: Record<Exclude<CaptchaAnswer['code'], '0000'>, string> = {
  '0011': 'captcha.blank',
  '6110': 'captcha.expired',
  '6111': 'captcha.wrong',
  '6201': 'captcha.tooMany',
  '6206': 'captcha.blank',
};

function bodyOf(request: FastifyRequest): Record<string, unknown> {
  const { body } = request;
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
}

function clientOf(request: FastifyRequest, body: Record<string, unknown>): CaptchaClient {
  const about = body['account'] ?? body['clientUid'];
  return { ip: request.ip, about: typeof about === 'string' ? about.slice(0, 64) : '' };
}
