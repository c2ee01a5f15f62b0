import { answers, parameters, takes, type Json } from './open-api-parts.ts';

const text: Json = { type: 'string' };
const id: Json = { type: 'string', pattern: '^[0-9]{1,19}$' };
const list: Json = { type: 'array' };
const object: Json = { type: 'object' };
const inQuery = (name: string): Json => ({ name, in: 'query', required: true, schema: text });
const called = (operationId: string, data: Json, more: Json = {}): Json => ({
  operationId,
  parameters: parameters('culture'),
  responses: answers(data),
  ...more,
});
const bodyOf = (properties: Json, ...required: string[]): Json => ({
  requestBody: takes({ type: 'object', required, properties }),
});
/** Code generation is not supported: these calls are always refused. */
const refusal = (operationId: string, schema: Json = object): Json =>
  called(operationId, {}, { requestBody: takes(schema) });

/** Calls of clients that predate this product. */
export const olderPaths: Json = {
  '/getTenantOpen': { get: called('getTenantOpen', { type: 'boolean' }, { security: [] }) },
  '/sysMenu/detail': {
    get: called('sysMenu.detail', object, { tags: ['sysMenu'], parameters: parameters('id', 'culture') }),
    post: called('postedMenuDetail', object, bodyOf({ id }, 'id')),
  },
  '/sysEnumData/list': {
    get: called('enumeration', list, { parameters: [inQuery('enumName'), ...parameters('culture')] }),
  },
  '/sysEnumData/listByFiled': {
    get: called('enumerationOfField', list, {
      parameters: [inQuery('EntityName'), inQuery('FieldName'), ...parameters('culture')],
    }),
  },
  '/sms/page': { get: called('smsPage', object, { parameters: parameters('pageNo', 'pageSize', 'culture') }) },
  '/sms/sendLoginMessage': {
    post: called('sendLoginMessage', object, {
      security: [],
      ...bodyOf({ phoneNumbers: text, templateCode: text }, 'phoneNumbers'),
    }),
  },
  '/sms/validateMessage': {
    post: called(
      'validateMessage',
      { type: 'null' },
      { security: [], ...bodyOf({ phoneNumbers: text, code: text, templateCode: text }, 'phoneNumbers', 'code') },
    ),
  },
  '/email/sendEmailHtml': {
    post: called(
      'sendEmailHtml',
      object,
      bodyOf({ to: { type: 'string', format: 'email' }, title: text, content: text }, 'to', 'title', 'content'),
    ),
  },
  '/sysTimers/getActionClasses': {
    get: called('actionClasses', list),
    post: called('postedActionClasses', list),
  },
  '/codeGenerate/page': {
    get: called('codePage', object, { parameters: parameters('pageNo', 'pageSize', 'culture') }),
  },
  '/codeGenerate/ColumnList/{tableName}': {
    get: called('codeColumns', list, {
      parameters: [{ ...inQuery('tableName'), in: 'path' }, ...parameters('culture')],
    }),
  },
  '/sysCodeGenerateConfig/list': {
    get: called('codeConfig', list, { parameters: [inQuery('codeGenId'), ...parameters('culture')] }),
  },
  '/codeGenerate/add': { post: refusal('addCode') },
  '/codeGenerate/edit': { post: refusal('editCode') },
  '/codeGenerate/delete': { post: refusal('deleteCode', list) },
  '/codeGenerate/runLocal': { post: refusal('runCode') },
  '/sysCodeGenerateConfig/edit': { post: refusal('editCodeConfig', list) },
};
