import type { Device, Download, PublicQuestion, Upload } from '../../modules/module.ts';
import type { Commands } from '../command.ts';
import { answers, parameters, takes, type Json } from './open-api-parts.ts';

const text: Json = { type: 'string' };
const id: Json = { type: 'string', pattern: '^[0-9]{1,19}$' };
const object: Json = { type: 'object' };
const list: Json = { type: 'array' };

const called = (operationId: string, data: Json, more: Json = {}): Json => ({
  operationId,
  parameters: parameters('culture'),
  responses: answers(data),
  ...more,
});
/** A file's bytes, without an envelope. */
export const file: Json = {
  ...answers({}),
  '200': { description: 'OK', content: { 'application/octet-stream': {} } },
};
const inQuery = (name: string): Json => ({ name, in: 'query', required: true, schema: text });
const bodyOf = (properties: Json, ...required: string[]): Json => ({
  requestBody: takes({ type: 'object', required, properties }),
});

/** Calls of the shell: menus, tickets. */
export const shellPaths: Json = {
  '/hub/ticket': { post: called('hubTicket', object) },
  '/sysMenu/change': { post: called('changeApplication', list, bodyOf({ application: text }, 'application')) },
  '/ticket/issue': { post: called('issueTicket', object, bodyOf({ menu: text }, 'menu')) },
  '/ticket/exchange': {
    post: called('exchangeTicket', object, { security: [], ...bodyOf({ ticket: text }, 'ticket') }),
  },
  '/email/sendEmail': {
    post: called(
      'sendEmail',
      object,
      bodyOf({ to: { type: 'string', format: 'email' }, title: text, content: text }, 'to', 'title', 'content'),
    ),
  },
  '/codeGenerate/runDown': {
    get: called('codeDownload', list, { parameters: [inQuery('id'), ...parameters('culture')], responses: file }),
  },
  '/sysMachine/query': { get: called('machineQuery', object) },
};

const nameOf = (path: string): string => path.replace(/\W+(\w)/g, (_, next: string) => next.toUpperCase());

/** Queries of modules, by path. */
export const answerPaths = (paths: readonly string[]): Json =>
  Object.fromEntries(paths.map((path) => [`/${path}`, { get: called(nameOf(path), object) }]));

/** Webhooks of modules, by path: a valid signature replaces the session. */
export const hookPaths = (paths: readonly string[]): Json =>
  Object.fromEntries(
    paths.map((path) => [
      `/${path}`,
      { post: called(nameOf(path), { type: 'null' }, { security: [], requestBody: takes(object) }) },
    ]),
  );

/** Endpoints of modules for devices, by path; devices send their own token instead of a session. */
export const devicePaths = (devices: readonly Device[]): Json =>
  Object.fromEntries(
    devices.map(({ path, body, answer }) => [
      `/${path}`,
      { post: called(nameOf(path), answer, { security: [], requestBody: takes(body) }) },
    ]),
  );

/** Commands of modules, by path, with the schemas and examples that they declare. */
export const commandPaths = (commands: Commands): Json =>
  Object.fromEntries(
    commands.map(({ path, body, answer, once = false }) => {
      const taken = parameters('culture', ...(once ? ['idempotencyKey'] : []));
      return [`/${path}`, { post: called(nameOf(path), answer, { parameters: taken, requestBody: takes(body) }) }];
    }),
  );

/** Public queries of modules, by path: no session is needed. */
export const publicPaths = (questions: readonly PublicQuestion[]): Json =>
  Object.fromEntries(
    questions.map(({ path, body, answer }) => [
      `/${path}`,
      {
        post: called(nameOf(path), answer, {
          ...{ security: [], parameters: parameters('culture'), requestBody: takes(body) },
        }),
      },
    ]),
  );

/** Uploads of modules, by path: any number of parts `files`, answered with the job. */
export const uploadPaths = (uploads: readonly Upload[]): Json =>
  Object.fromEntries(
    uploads.map(({ path, most }) => {
      const files = { type: 'array', minItems: 1, maxItems: most, items: { contentMediaType: '*/*' } };
      const schema = { type: 'object', required: ['files'], properties: { files } };
      const requestBody = { required: true, content: { 'multipart/form-data': { schema } } };
      const answer = { type: 'object', required: ['job'], properties: { job: id } };
      return [
        `/${path}`,
        { post: called(nameOf(path), answer, { parameters: parameters('culture', 'idempotencyKey'), requestBody }) },
      ];
    }),
  );

/** Downloads of modules, by path: the bytes, or a refusal. */
export const downloadPaths = (downloads: readonly Download[]): Json =>
  Object.fromEntries(
    downloads.map(({ path, body }) => [
      `/${path}`,
      {
        post: called(
          nameOf(path),
          {},
          {
            parameters: parameters('culture'),
            requestBody: takes(body),
            responses: file,
          },
        ),
      },
    ]),
  );
