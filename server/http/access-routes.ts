import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { AccessAdminService } from '../account/access-admin-service.ts';
import type { Actors } from '../access/actors.ts';
import type { Actor } from '../operations/context.ts';
import type { Query } from '../operations/read/list-records.ts';
import type { Issue } from '../../engine/core/index.ts';
import type { Texts } from '../texts.ts';
import { idempotencyKey } from './entity-routes.ts';
import { sendText, success } from './envelope.ts';
import { asActor } from './session.ts';

type Body = Readonly<Record<string, unknown>>;

/** Calls for roles, menus and accounts in the paths of existing clients. */
export function accessRoutes(app: FastifyInstance, service: AccessAdminService, actors: Actors, texts: Texts): void {
  const get = (path: string, read: (actor: Actor, query: Query) => Promise<unknown>) =>
    app.get(`/api/${path}`, async (request, reply) =>
      sendText(reply, success(await asActor(actors, request, (actor) => read(actor, request.query as Query)))),
    );
  const post = (path: string, write: (asked: AccessRequest, input: Body, query: Query) => Promise<unknown>) =>
    app.post(`/api/${path}`, async (request, reply) => {
      const input = objectOf(request.body);
      const done = await asActor(actors, request, (actor) =>
        write(askedBy(actor, path, request), input, request.query as Query),
      );
      return sendText(reply, success(done));
    });
  const culture = (query: Query) => texts.culture(query['culture']);
  const worded = (issues: readonly Issue[], query: Query) =>
    issues.map((found) => ({ ...found, message: texts.issue(culture(query), found) }));

  get('sysMenu/list', (actor, query) => service.menuList(actor, query));
  get('sysMenu/tree', (actor, query) => service.menuTree(actor, query));
  get('sysMenu/treeForGrant', (actor, query) => service.menuTreeForGrant(actor, query, culture(query)));

  get('sysTenant/menuTree', (actor, query) => service.tenantMenuTree(actor, query['id'], culture(query)));
  get('sysTenant/ownMenu', (actor, query) => service.tenantOwnMenu(actor, query['id']));

  get('sysRole/ownMenu', (actor, { id }) => service.roleMenu(actor, id));
  for (const [path, entity, field] of owned) get(path, (actor, { id }) => service.owned(actor, entity, field, id));
  post('sysRole/grantMenu', (asked, { id, grantMenuIdList }) =>
    service.grantMenu(asked, { id, menus: grantMenuIdList ?? [] }),
  );
  post('sysRole/grantData', (asked, { id, dataScopeType, grantOrgIdList }) => {
    const chosen = String(dataScopeType) === '5' ? (grantOrgIdList ?? []) : [];
    return service.grant(asked, 'role', { id, dataScopeType: String(dataScopeType ?? ''), orgs: chosen });
  });
  post('sysUser/grantRole', (asked, { id, grantRoleIdList }) =>
    service.grant(asked, 'account', { id, roles: grantRoleIdList ?? [] }),
  );
  post('sysUser/grantData', (asked, { id, grantOrgIdList }) =>
    service.grant(asked, 'account', { id, orgs: grantOrgIdList ?? [] }),
  );

  get('sysRole/summary', (actor, query) => service.summary(actor, query['id'], culture(query)));
  get('sysRole/grantable', async (actor, query) => service.grantable(actor, culture(query)));
  post('sysRole/preview', ({ actor }, input) => service.startPreview(actor, input));
  post('sysRole/endPreview', async ({ actor }) => {
    await service.endPreview(actor);
    return null;
  });
  get('sysUser/explain', async (actor, query) => {
    const { reasons, ...rest } = await service.explainFor(actor, query);
    return { ...rest, reasons: worded(reasons, query) };
  });
  get('sysUser/selector', (actor, { name }) => service.selector(actor, name));

  post('sysUser/resetPwd', async (asked, input, query) => {
    const { ids, ...options } = input;
    if (!Array.isArray(ids)) return service.resetPassword(asked, input);
    if (ids.length > maxAtOnce) throw new AppError('tooLarge');
    const results = await service.resetPasswords(asked, ids, options);
    return {
      results: results.map(({ issues, ...rest }) => (issues ? { ...rest, issues: worded(issues, query) } : rest)),
    };
  });
}

const maxAtOnce = 1000;

/** Method, path, entity and field of a call. */
const owned = [
  ['sysRole/ownData', 'role', 'orgs'],
  ['sysUser/ownRole', 'account', 'roles'],
  ['sysUser/ownData', 'account', 'orgs'],
] as const;

interface AccessRequest {
  actor: Actor;
  key: string | null;
  fingerprint: string;
}

const askedBy = (actor: Actor, path: string, request: FastifyRequest): AccessRequest => ({
  actor,
  key: idempotencyKey(request),
  fingerprint: `${path} ${JSON.stringify(request.body ?? null)}`,
});

function objectOf(body: unknown): Body {
  if (body === null || body === undefined) return {};
  if (typeof body !== 'object' || Array.isArray(body)) throw new AppError('malformed');
  return body as Body;
}
