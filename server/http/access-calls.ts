import type { Issue } from '../../engine/core/index.ts';
import { AppError } from '../errors.ts';
import type { AccessAdminService } from '../account/access-admin-service.ts';
import { parameters, type Json } from '../operations/openapi/open-api-parts.ts';
import { flag, listOf, shape } from '../operations/openapi/shapes.ts';
import type { Texts } from '../texts.ts';
import type { Call, CallRequest } from './calls.ts';

export interface AccessServices {
  readonly access: AccessAdminService;
  readonly texts: Texts;
}

const text: Json = { type: 'string' };
const id: Json = { type: 'string', pattern: '^[0-9]{1,19}$' };
const inQuery = (name: string, schema: Json = text): Json => ({ name, in: 'query', schema });
const asked = (name: string, schema: Json = text): Json => ({ ...inQuery(name, schema), required: true });

const list = { method: 'get', answer: { type: 'array', items: {} } } as const;
const post = { method: 'post', answer: {} } as const;
const ofApplication = [inQuery('application')];
const byId = parameters('id');

/** The body of a grant: the record, and the ids that replace those it had. */
const grants = (name: string, more: Json = {}): Json => ({
  type: 'object',
  required: ['id'],
  properties: { id, [name]: { type: 'array', items: id }, ...more },
});

const ids = listOf(id);
const summaryLine = shape(
  {
    ...{ entity: text, path: text, title: text },
    grants: listOf(shape({ codes: listOf(text), verbs: listOf(text), rows: text, hidden: listOf(text) })),
  },
  'RoleSummaryLine',
);
const grantable = shape(
  {
    ...{ entity: text, title: text, path: text },
    codes: listOf(shape({ code: text, word: text })),
    fields: listOf(shape({ name: text, word: text })),
  },
  'Grantable',
);
const explanation = shape(
  {
    allowed: flag,
    reasons: listOf(shape({ code: text, path: text, message: text })),
    roles: listOf(text),
  },
  'Explanation',
);

const worded = (texts: Texts, { culture }: CallRequest, issues: readonly Issue[]) =>
  issues.map((found) => ({ ...found, message: texts.issue(culture, found) }));

const menuCalls: readonly Call<AccessServices>[] = [
  {
    ...{ ...list, path: 'sysMenu/list', operationId: 'menuList', query: ofApplication },
    run: ({ access }, { actor, query }) => access.menuList(actor, query),
  },
  {
    ...{ ...list, path: 'sysMenu/tree', operationId: 'menuTree', query: ofApplication },
    run: ({ access }, { actor, query }) => access.menuTree(actor, query),
  },
  {
    ...{ ...list, path: 'sysMenu/treeForGrant', operationId: 'menuTreeForGrant', query: ofApplication },
    run: ({ access }, { actor, query, culture }) => access.menuTreeForGrant(actor, query, culture),
  },
  {
    ...{ ...list, path: 'sysTenant/menuTree', operationId: 'tenantMenuTree', query: [asked('id')] },
    run: ({ access }, { actor, query, culture }) => access.tenantMenuTree(actor, query['id'], culture),
  },
  {
    ...{ ...list, path: 'sysTenant/ownMenu', operationId: 'ownTenantMenu', query: [asked('id')], answer: ids },
    run: ({ access }, { actor, query }) => access.tenantOwnMenu(actor, query['id']),
  },
  {
    ...{ ...list, path: 'sysRole/ownMenu', operationId: 'roleMenus', query: byId },
    run: ({ access }, { actor, query }) => access.roleMenu(actor, query['id']),
  },
];

const grantCalls: readonly Call<AccessServices>[] = [
  {
    ...{ ...list, path: 'sysRole/ownData', operationId: 'roleOrganisations', query: byId, answer: ids },
    run: ({ access }, { actor, query }) => access.owned(actor, 'role', 'orgs', query['id']),
  },
  {
    ...{ ...list, path: 'sysUser/ownRole', operationId: 'accountRoles', query: byId, answer: ids },
    run: ({ access }, { actor, query }) => access.owned(actor, 'account', 'roles', query['id']),
  },
  {
    ...{ ...list, path: 'sysUser/ownData', operationId: 'accountOrganisations', query: byId, answer: ids },
    run: ({ access }, { actor, query }) => access.owned(actor, 'account', 'orgs', query['id']),
  },
  {
    ...{ ...post, path: 'sysRole/grantMenu', operationId: 'grantMenus', keyed: true },
    body: grants('grantMenuIdList'),
    run: ({ access }, { write, input: { id, grantMenuIdList } }) =>
      access.grantMenu(write, { id, menus: grantMenuIdList ?? [] }),
  },
  {
    ...{ ...post, path: 'sysRole/grantData', operationId: 'grantData', keyed: true },
    body: grants('grantOrgIdList', { dataScopeType: text }),
    run({ access }, { write, input: { id, dataScopeType, grantOrgIdList } }) {
      const chosen = String(dataScopeType) === '5' ? (grantOrgIdList ?? []) : [];
      return access.grant(write, 'role', { id, dataScopeType: String(dataScopeType ?? ''), orgs: chosen });
    },
  },
  {
    ...{ ...post, path: 'sysUser/grantRole', operationId: 'grantRoles', keyed: true },
    body: grants('grantRoleIdList'),
    run: ({ access }, { write, input: { id, grantRoleIdList } }) =>
      access.grant(write, 'account', { id, roles: grantRoleIdList ?? [] }),
  },
  {
    ...{ ...post, path: 'sysUser/grantData', operationId: 'grantOrganisations', keyed: true },
    body: grants('grantOrgIdList'),
    run: ({ access }, { write, input: { id, grantOrgIdList } }) =>
      access.grant(write, 'account', { id, orgs: grantOrgIdList ?? [] }),
  },
];

const maxAtOnce = 1000;

const peopleCalls: readonly Call<AccessServices>[] = [
  {
    ...{ ...list, path: 'sysRole/summary', operationId: 'roleSummary', query: byId, answer: listOf(summaryLine) },
    run: ({ access }, { actor, query, culture }) => access.summary(actor, query['id'], culture),
  },
  {
    ...{ ...list, path: 'sysRole/grantable', operationId: 'grantable', answer: listOf(grantable) },
    run: ({ access }, { actor, culture }) => access.grantable(actor, culture),
  },
  {
    ...{ ...post, path: 'sysRole/preview', operationId: 'startPreview' },
    body: { type: 'object', required: ['id'], properties: { id, customer: id } },
    run: ({ access }, { actor, input }) => access.startPreview(actor, input),
  },
  {
    ...{ ...post, path: 'sysRole/endPreview', operationId: 'endPreview', answer: { type: 'null' } },
    run: ({ access }, { actor }) => access.endPreview(actor),
  },
  {
    ...{ ...list, path: 'sysUser/explain', operationId: 'explainFor', answer: explanation },
    query: [asked('account', id), asked('path'), inQuery('code'), inQuery('id', id)],
    async run({ access, texts }, request) {
      const { reasons, ...rest } = await access.explainFor(request.actor, request.query);
      return { ...rest, reasons: worded(texts, request, reasons) };
    },
  },
  {
    ...{
      ...list,
      path: 'sysUser/selector',
      operationId: 'people',
      query: [inQuery('name')],
      answer: listOf(shape({ id, name: text })),
    },
    run: ({ access }, { actor, query }) => access.selector(actor, query['name']),
  },
  {
    ...{ ...post, path: 'sysUser/resetPwd' },
    async run({ access, texts }, request) {
      const { write, input } = request;
      const { ids, ...options } = input;
      if (!Array.isArray(ids)) return access.resetPassword(write, input);
      if (ids.length > maxAtOnce) throw new AppError('tooLarge');
      const results = await access.resetPasswords(write, ids, options);
      return {
        results: results.map(({ issues, ...rest }) =>
          issues ? { ...rest, issues: worded(texts, request, issues) } : rest,
        ),
      };
    },
  },
];

/** Calls for roles, menus and accounts in the paths of existing clients. */
export const accessCalls: readonly Call<AccessServices>[] = [...menuCalls, ...grantCalls, ...peopleCalls];
