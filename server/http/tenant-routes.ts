import type { FastifyInstance } from 'fastify';
import { issue } from '../../engine/core/index.ts';
import { AppError } from '../errors.ts';
import type { Actors } from '../access/actors.ts';
import type { Context } from '../operations/context.ts';
import type { Tenants } from '../tenants/tenants.ts';
import type { Texts } from '../texts.ts';
import { changeRecords } from './entity-routes.ts';
import { sendText, success } from './envelope.ts';
import { asActor } from './session.ts';
import { hostOf } from './sign-in-routes.ts';

/**
 * `POST /api/sysTenant/add` creates a tenant that is ready to use. Older clients send neither code nor host, which then
 * follow from the name. A tenant that cannot be completed is removed again.
 */
export function tenantRoutes(
  app: FastifyInstance,
  context: Context,
  actors: Actors,
  tenants: Tenants,
  texts: Texts,
): void {
  const entity = context.catalog.byName.get('tenant');
  if (!entity) return;
  app.post(`/api/${entity.path}/add`, async (request, reply) => {
    const { body } = request;
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
      request.body = withAddress(body as Record<string, unknown>, hostOf(request), context.newId);
    }
    const answer = await asActor(actors, request, async (actor) => {
      const added = (await changeRecords({ context, texts }, actor, entity, 'add', request)) as { id: string };
      try {
        await tenants.complete(added.id);
      } catch (error) {
        await tenants.withdraw(added.id);
        throw refusalOf(error);
      }
      return added;
    });
    return sendText(reply, success(answer));
  });
}

function withAddress(
  body: Record<string, unknown>,
  platformHost: string,
  newId: () => string,
): Record<string, unknown> {
  const name = typeof body['name'] === 'string' ? body['name'] : '';
  const missing = (key: string) => body[key] === undefined || body[key] === null || body[key] === '';
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 40);
  const code = missing('code') ? (slug.length >= 2 ? slug : `t${newId()}`) : body['code'];
  const host = missing('host') && typeof code === 'string' ? `${code}.${platformHost}` : body['host'];
  return { ...body, code, host };
}

/** The tenant's e-mail is also its administrator's account, so issues of the account belong to the e-mail. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof AppError) || error.kind !== 'refused') return error;
  const found = (error.details.issues ?? []).map((each) => issue(each.code, 'email', each.params));
  return new AppError('refused', { issues: found });
}
