/** A part of a document, or the whole of it. */
export type Json = { [key: string]: unknown };

export const reference = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });

const text: Json = { type: 'string' };
const id: Json = { type: 'string', pattern: '^[0-9]{1,19}$' };

/** Any refusal: the envelope without data, with every reason and its place. */
export const failureSchema: Json = {
  type: 'object',
  required: ['success', 'code', 'message', 'traceId'],
  properties: {
    success: { const: false },
    code: { type: 'integer' },
    message: text,
    data: {},
    issues: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: { path: text, code: text, message: text, params: { type: 'object' } },
      },
    },
    traceId: text,
  },
};

/** The envelope around what a call answers when it succeeds. */
export const envelope = (data: Json): Json => ({
  type: 'object',
  required: ['success', 'code', 'message', 'data'],
  properties: { success: { const: true }, code: { const: 200 }, message: text, data },
});

/** A business refusal has the status of a success; only its envelope says what it is. */
export const answers = (data: Json): Json => ({
  '200': { description: 'OK', content: json({ oneOf: [envelope(data), reference('schemas', 'failure')] }) },
  ...Object.fromEntries(refusals.map(([status]) => [status, reference('responses', `status${status}`)])),
});

export const json = (schema: Json): Json => ({ 'application/json': { schema } });

export const takes = (schema: Json): Json => ({ required: true, content: json(schema) });

const refusals: [string, string][] = [
  ['400', 'Bad Request'],
  ['401', 'Unauthorized'],
  ['403', 'Forbidden'],
  ['404', 'Not Found'],
  ['409', 'Conflict'],
  ['413', 'Content Too Large'],
  ['415', 'Unsupported Media Type'],
  ['429', 'Too Many Requests'],
  ['500', 'Internal Server Error'],
  ['503', 'Service Unavailable'],
];

export const commonResponses: Json = Object.fromEntries(
  refusals.map(([status, description]) => [
    `status${status}`,
    { description, content: json(reference('schemas', 'failure')) },
  ]),
);

const inQuery = (name: string, schema: Json, more: Json = {}): Json => ({ name, in: 'query', schema, ...more });

/** Parameters that many calls share, by the name under which they are referred to. */
export const commonParameters: Record<string, Json> = {
  culture: inQuery('culture', { enum: ['zh-CN', 'en-US'] }),
  id: inQuery('id', id, { required: true }),
  ids: inQuery('id', { type: 'array', items: id }),
  pageNo: inQuery('pageNo', { type: 'integer', minimum: 1, maximum: 1_000_000, default: 1 }),
  pageSize: inQuery('pageSize', { type: 'integer', minimum: 1, maximum: 200, default: 20 }),
  sort: inQuery('sort', text, { example: '-createdAt,id' }),
  sortField: inQuery('sortField', text),
  sortOrder: inQuery('sortOrder', { enum: ['ascend', 'descend'] }),
  searchValue: inQuery('searchValue', { type: 'string', maxLength: 100 }),
  count: inQuery('count', { const: 'exact' }),
  group: inQuery('group', text),
  sum: inQuery('sum', text),
  from: inQuery('from', text),
  field: inQuery('field', text),
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
  },
};

export const parameters = (...names: string[]): Json[] => names.map((name) => reference('parameters', name));

const anything: Json = {};
const called = (operationId: string, data: Json, more: Json = {}): Json => ({
  operationId,
  parameters: parameters('culture'),
  responses: answers(data),
  ...more,
});
const open = { security: [] };
const signIn = takes({
  type: 'object',
  required: ['account', 'password'],
  properties: { account: { type: 'string', maxLength: 100 }, password: { type: 'string', maxLength: 200 } },
});
const upload: Json = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: { type: 'object', required: ['file'], properties: { file: { contentMediaType: '*/*' } } },
    },
  },
};
const bytes: Json = { '200': { description: 'OK', content: { '*/*': {} } } };
const asked = (name: string, schema: Json = text): Json => inQuery(name, schema, { required: true });

export const uploads = upload;

/** Every call that belongs to no entity, or stands in the place of an entity's own. */
export const fixedPaths: Json = {
  '/health': { get: called('health', anything, open) },
  '/openapi.json': {
    get: { operationId: 'openapi', ...open, responses: { '200': { description: 'OK', content: json(anything) } } },
  },
  '/docs': {
    get: { operationId: 'docs', ...open, responses: { '200': { description: 'OK', content: { 'text/html': {} } } } },
  },
  '/login': { post: called('login', text, { ...open, requestBody: signIn }) },
  '/MembershipLogin': { post: called('MembershipLogin', text, { ...open, requestBody: signIn }) },
  '/logout': { get: called('logout', { type: 'null' }) },
  '/getLoginUser': { get: called('getLoginUser', { type: 'object' }) },
  '/sysTenant/GetDoMain': { get: called('GetDoMain', { type: 'object' }, open) },
  '/meta': { get: called('meta', { type: 'array' }) },
  '/meta/{path}': {
    get: called('metaOf', { type: 'object' }, { parameters: [{ ...asked('path'), in: 'path' }] }),
  },
  '/explain': {
    get: called(
      'explain',
      { type: 'object', properties: { allowed: { type: 'boolean' }, reasons: { type: 'array' } } },
      { parameters: [asked('path'), asked('code'), inQuery('id', id), ...parameters('culture')] },
    ),
  },
  '/job': { get: called('job', { type: 'object' }, { parameters: parameters('id', 'culture') }) },
  '/preference': {
    get: called('readPreference', anything, { parameters: [asked('key')] }),
    post: called('keepPreference', anything, {
      requestBody: takes({ type: 'object', required: ['key'], properties: { key: text, value: anything } }),
    }),
  },
  '/sysFileInfo/upload': {
    post: called('upload', id, { parameters: parameters('idempotencyKey', 'culture'), requestBody: upload }),
  },
  '/sysFileInfo/download': {
    get: { operationId: 'download', parameters: parameters('id'), responses: { ...answers(anything), ...bytes } },
  },
  '/sysFileInfo/preview': {
    get: { operationId: 'preview', parameters: parameters('id'), responses: { ...answers(anything), ...bytes } },
  },
  '/sysDictType/dropDown': {
    get: called(
      'dictionary',
      { type: 'array' },
      { parameters: [inQuery('code', text), ...parameters('ids', 'culture')] },
    ),
  },
  '/sysDictType/tree': { get: called('dictionaries', { type: 'array' }) },
};
