import { answers, json, parameters, takes, type Json } from './open-api-parts.ts';

const text: Json = { type: 'string' };
const bodyOf = (...names: string[]): Json =>
  takes({ type: 'object', required: names, properties: Object.fromEntries(names.map((name) => [name, text])) });
const called = (operationId: string, data: Json, more: Json = {}): Json => ({
  operationId,
  security: [],
  parameters: parameters('culture'),
  responses: answers(data),
  ...more,
});
/** Captchas are answered without the envelope. */
const raw = (operationId: string, ...names: string[]): Json => ({
  operationId,
  security: [],
  parameters: parameters('culture'),
  requestBody: bodyOf(...names),
  responses: {
    ...answers({}),
    '200': {
      description: 'OK',
      content: json({
        type: 'object',
        required: ['repCode', 'success', 'error'],
        properties: {
          repCode: text,
          repMsg: {},
          repData: {},
          success: { type: 'boolean' },
          error: { type: 'boolean' },
        },
      }),
    },
  },
});
const sent: Json = { type: 'object', properties: { seconds: { type: 'integer' }, minutes: { type: 'integer' } } };

/** Sign-in, registration and recovery beside `POST /login`. */
export const webhookPaths: Json = {
  '/getCaptchaOpen': { get: called('getCaptchaOpen', { type: 'boolean' }) },
  '/captcha/get': { post: raw('getCaptcha', 'captchaType') },
  '/captcha/check': { post: raw('checkCaptcha', 'captchaType', 'token', 'pointJson') },
  '/sendCode': { post: called('sendCode', sent, { requestBody: bodyOf('purpose', 'to', 'captcha') }) },
  '/getSmsCaptcha': {
    get: called('getSmsCaptcha', sent, {
      parameters: [{ name: 'mobile', in: 'query', required: true, schema: text }, ...parameters('culture')],
    }),
  },
  '/register': {
    post: called('register', { type: 'null' }, { requestBody: bodyOf('to', 'code', 'name', 'company', 'password') }),
  },
  '/recover': { post: called('recover', { type: 'null' }, { requestBody: bodyOf('to', 'code', 'password') }) },
  '/sysTenant/logo': {
    get: {
      operationId: 'logo',
      security: [],
      responses: { ...answers({}), '200': { description: 'OK', content: { 'image/*': {} } } },
    },
  },
};
