import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { Actors } from '../access/actors.ts';
import type { MenuDrafts } from '../menus/drafts/menu-drafts.ts';
import type { Actor } from '../operations/context.ts';
import { sendText, success } from './envelope.ts';
import { asActor } from './session.ts';

type Body = Readonly<Record<string, unknown>>;

/** The draft of a tenant's menu. `sysMenu/add`, `edit` and `delete` write at once and stand in its history too. */
export function menuDraftRoutes(app: FastifyInstance, drafts: MenuDrafts, actors: Actors): void {
  const get = (path: string, read: (actor: Actor) => Promise<unknown>) =>
    app.get(`/api/${path}`, async (request, reply) => sendText(reply, success(await asActor(actors, request, read))));
  const post = (path: string, write: (actor: Actor, input: Body) => Promise<unknown>) =>
    app.post(`/api/${path}`, { bodyLimit: 4_194_304 }, async (request, reply) => {
      const input = bodyOf(request);
      return sendText(reply, success(await asActor(actors, request, (actor) => write(actor, input))));
    });
  get('menuDraft', (actor) => drafts.read(actor));
  post('menuDraft', (actor, input) => drafts.save(actor, input));
  post('menuDraft/publish', (actor, input) => drafts.publish(actor, input));
  get('menuDraft/history', (actor) => drafts.history(actor));
  post('menuDraft/restore', (actor, input) => drafts.restore(actor, input));
}

function bodyOf({ body }: FastifyRequest): Body {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError('malformed');
  return body as Body;
}
