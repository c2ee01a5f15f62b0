/** A part of a document, or the whole of it. */
export type Json = { [key: string]: unknown };

export const reference = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });

const text: Json = { type: 'string' };
const id: Json = { type: 'string', pattern: '^[0-9]{1,19}$' };

/** A refusal: the envelope without data, with every issue and its path. */
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

/** The envelope of a successful answer. */
export const envelope = (data: Json): Json => ({
  type: 'object',
  required: ['success', 'code', 'message', 'data'],
  properties: { success: { const: true }, code: { const: 200 }, message: text, data },
});

/** A business refusal has HTTP status 200; only its envelope differs. */
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

/** Shared parameters by component name. */
export const commonParameters: Record<string, Json> = {
  culture: inQuery('culture', { enum: ['zh-CN', 'en-US'] }),
  id: inQuery('id', id, { required: true }),
  ids: inQuery('id', { type: 'array', items: id }),
  pageNo: inQuery('pageNo', { type: 'integer', minimum: 1, maximum: 1_000_000, default: 1 }),
  pageSize: inQuery('pageSize', { type: 'integer', minimum: 1, maximum: 200, default: 10 }),
  sort: inQuery('sort', text, { example: '-createdAt,id' }),
  sortField: inQuery('sortField', text),
  sortOrder: inQuery('sortOrder', { enum: ['ascend', 'descend'] }),
  searchValue: inQuery('searchValue', { type: 'string', maxLength: 100 }),
  count: inQuery('count', { const: 'exact' }),
  group: inQuery('group', text),
  sum: inQuery('sum', text),
  avg: inQuery('avg', text),
  min: inQuery('min', text),
  max: inQuery('max', text),
  counted: inQuery('counted', text),
  rank: inQuery('rank', text),
  limit: inQuery('limit', { type: 'integer', minimum: 1, maximum: 1000 }),
  from: inQuery('from', text),
  field: inQuery('field', text),
  listOf: inQuery('listOf', text),
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
  properties: {
    account: { type: 'string', maxLength: 100 },
    password: { type: 'string', maxLength: 200 },
    code: text,
    otp: text,
  },
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

const boundAddress: Json = {
  type: 'object',
  required: ['way'],
  properties: { way: { enum: ['email', 'phone'] }, to: text, code: text },
};

const proof = (...names: string[]): Json =>
  takes({ type: 'object', required: names, properties: Object.fromEntries(names.map((name) => [name, text])) });

const stationProof: Json = {
  type: 'object',
  properties: { badge: text, person: text, pin: text },
};

/** Calls that belong to no entity, or replace an entity's generated call. */
export const fixedPaths: Json = {
  '/health': { get: called('health', anything, open) },
  '/ready': { get: called('ready', anything, open) },
  '/openapi.json': {
    get: { operationId: 'openapi', ...open, responses: { '200': { description: 'OK', content: json(anything) } } },
  },
  '/docs': {
    get: { operationId: 'docs', ...open, responses: { '200': { description: 'OK', content: { 'text/html': {} } } } },
  },
  '/login': { post: called('login', text, { ...open, requestBody: signIn }) },
  '/MembershipLogin': { post: called('MembershipLogin', text, { ...open, requestBody: signIn }) },
  '/stationSignIn/pair': { post: called('pairStation', { type: 'object' }, { ...open, requestBody: proof('code') }) },
  '/stationSignIn/view': {
    post: called('viewStation', { type: ['object', 'null'] }, { ...open, requestBody: takes({ type: 'object' }) }),
  },
  '/stationSignIn/enter': {
    post: called('enterStation', { type: 'object' }, { ...open, requestBody: takes(stationProof) }),
  },
  '/stationSignIn/check': {
    post: called('checkStation', { type: 'null' }, { requestBody: takes({ type: 'object' }) }),
  },
  // Signing out of an ended session succeeds.
  '/logout': { get: called('logout', { type: 'null' }, open) },
  '/getLoginUser': { get: called('getLoginUser', { type: 'object' }) },
  '/sysMachine/base': { get: called('machineBase', { type: 'object' }) },
  '/sysMachine/use': { get: called('machineUse', { type: 'object' }) },
  '/sysMachine/network': { get: called('machineNetwork', { type: 'object' }) },
  '/sysTimers/localJobList': { get: called('localJobList', { type: 'array' }) },
  '/codeGenerate/InformationList': { get: called('codeInformationList', { type: 'array' }) },
  '/codeGenerate/preview': {
    get: called('codePreview', { type: 'object' }, { parameters: [asked('entity'), ...parameters('culture')] }),
  },
  '/sysTenant/GetDoMain': { get: called('GetDoMain', { type: 'object' }, open) },
  '/meta': { get: called('meta', { type: 'array' }) },
  '/help/codes': { get: called('codes', { type: 'object' }) },
  '/meta/{path}': {
    get: called('metaOf', { type: 'object' }, { parameters: [{ ...asked('path'), in: 'path' }] }),
  },
  '/screen/{name}': {
    get: called(
      'screen',
      { type: 'object' },
      { parameters: [{ ...asked('name'), in: 'path' }, ...parameters('culture')] },
    ),
  },
  '/explain': {
    get: called(
      'explain',
      { type: 'object', properties: { allowed: { type: 'boolean' }, reasons: { type: 'array' } } },
      { parameters: [asked('path'), asked('code'), inQuery('id', id), ...parameters('culture')] },
    ),
  },
  '/texts': { get: called('texts', { type: 'object' }, open) },
  '/account/profile': { get: called('profile', { type: 'object' }) },
  '/account/sessions': { get: called('ownSessions', { type: 'array' }) },
  '/account/endSessions': {
    post: called('endSessions', { type: 'object' }, { requestBody: takes({ type: 'object', required: ['id'] }) }),
  },
  '/account/factor': { get: called('factor', { type: 'object' }) },
  '/account/pin': { get: called('ownPin', { type: 'object' }) },
  '/account/setPin': { post: called('setPin', { type: 'null' }, { requestBody: proof('password', 'pin') }) },
  '/account/startFactor': { post: called('startFactor', { type: 'object' }, { requestBody: proof('password') }) },
  '/account/confirmFactor': { post: called('confirmFactor', { type: 'object' }, { requestBody: proof('code') }) },
  '/account/removeFactor': {
    post: called('removeFactor', { type: 'null' }, { requestBody: proof('password', 'code') }),
  },
  '/account/renewRecovery': {
    post: called('renewRecovery', { type: 'object' }, { requestBody: proof('password', 'code') }),
  },
  '/account/sendCode': {
    post: called('sendBindCode', { type: 'object' }, { requestBody: takes(boundAddress) }),
  },
  '/account/bind': { post: called('bind', { type: 'null' }, { requestBody: takes(boundAddress) }) },
  '/account/unbind': { post: called('unbind', { type: 'null' }, { requestBody: takes(boundAddress) }) },
  '/sysUser/updateInfo': {
    post: called(
      'updateInfo',
      { type: 'object' },
      { parameters: parameters('idempotencyKey', 'culture'), requestBody: takes({ type: 'object' }) },
    ),
  },
  '/sysUser/updateAvatar': {
    post: called(
      'updateAvatar',
      { type: 'object' },
      {
        parameters: parameters('idempotencyKey', 'culture'),
        requestBody: takes({ type: 'object', properties: { avatar: { type: ['string', 'null'] } } }),
      },
    ),
  },
  '/sysUser/updatePwd': {
    post: called(
      'updatePwd',
      { type: 'null' },
      {
        requestBody: takes({
          type: 'object',
          required: ['password', 'newPassword'],
          properties: { password: text, newPassword: text, confirm: text },
        }),
      },
    ),
  },
  '/sysFileInfo/upload': {
    post: called('upload', id, { parameters: parameters('idempotencyKey', 'culture'), requestBody: upload }),
  },
  '/sysFileInfo/uploadAvatar': {
    post: called('uploadAvatar', id, { parameters: parameters('idempotencyKey', 'culture'), requestBody: upload }),
  },
  '/sysFileInfo/download': {
    get: { operationId: 'download', parameters: parameters('id'), responses: { ...answers(anything), ...bytes } },
  },
  '/sysFileInfo/preview': {
    get: {
      operationId: 'preview',
      parameters: [...parameters('id'), inQuery('size', { const: 'thumb' })],
      responses: { ...answers(anything), ...bytes },
    },
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
