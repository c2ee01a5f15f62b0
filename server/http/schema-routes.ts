import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isScreen, screenOf, type SchemaDocument } from '../../engine/core/index.ts';
import { AppError } from '../errors.ts';
import type { Actors } from '../access/actors.ts';
import type { Actor } from '../operations/context.ts';
import type { Query } from '../operations/read/list-records.ts';
import { demandDesigner, type SchemaService } from '../revisions/schema-service.ts';
import type { ScreenService } from '../revisions/screen-service.ts';
import type { Culture, Texts } from '../texts.ts';
import { idempotencyKey } from './entity-routes.ts';
import { sendText, success } from './envelope.ts';
import { asActor } from './session.ts';

type Body = Readonly<Record<string, unknown>>;
interface SchemaRequest {
  actor: Actor;
  entity: string;
  input: Body;
  culture: Culture;
  key: string | null;
}

/**
 * Schema calls `/api/schema/...` for administrators and scripts. `screen:<name>` instead of an entity selects a screen.
 */
export function schemaRoutes(
  app: FastifyInstance,
  { schemas: service, screens }: { schemas: SchemaService; screens: ScreenService },
  actors: Actors,
  texts: Texts,
): void {
  const at = (entity: string) => (screenOf(entity) === null ? service : screens);
  const answer = (request: FastifyRequest, work: (asked: SchemaRequest) => Promise<unknown>) =>
    asActor(actors, request, async (actor) => {
      demandDesigner(actor);
      const { entity = '' } = request.params as { entity?: string };
      const culture = texts.culture((request.query as Query)['culture']);
      const input = request.method === 'GET' ? (request.query as Body) : bodyOf(request.body);
      return work({ actor, entity, input, culture, key: request.method === 'GET' ? null : idempotencyKey(request) });
    });
  const get = (path: string, work: (asked: SchemaRequest, request: FastifyRequest) => Promise<unknown>) =>
    app.get(`/api/schema/${path}`, async (request, reply) =>
      sendText(reply, success(await answer(request, (asked) => work(asked, request)))),
    );
  const post = (path: string, work: (asked: SchemaRequest) => Promise<unknown>) =>
    app.post(`/api/schema/${path}`, { bodyLimit: 4_194_304 }, async (request, reply) =>
      sendText(reply, success(await answer(request, work))),
    );

  get('entities', async ({ actor, culture }) => ({
    ...(await service.entities(actor, culture)),
    screens: await screens.screens(actor, culture),
  }));
  get('bundle', async ({ actor }) => {
    const { bundle } = await service.bundle(actor);
    return { bundle: { ...bundle, screens: await screens.bundle(actor) } };
  });
  post('bundle', async ({ actor, input, culture }) => {
    const { screens: brought } = (input['bundle'] ?? {}) as { screens?: unknown };
    return service.applyBundle(actor, input, culture, (catalog) => screens.planBundle(actor, brought, input, catalog));
  });
  post('create', ({ actor, input }) => create({ service, screens }, actor, input));
  get(':entity', ({ actor, entity, culture }) => at(entity).read(actor, entity, culture));
  post(':entity/commands', ({ actor, entity, input, key }) => at(entity).commands(actor, entity, input, key));
  post(':entity/undo', ({ actor, entity, input }) => at(entity).undo(actor, entity, input));
  post(':entity/redo', ({ actor, entity, input }) => at(entity).redo(actor, entity, input));
  post(':entity/settle', ({ actor, entity, input }) => at(entity).settle(actor, entity, input));
  post(':entity/discard', ({ actor, entity }) => service.discard(actor, entity));
  get(':entity/plan', ({ actor, entity, culture }) => at(entity).plan(actor, entity, culture));
  post(':entity/plan', ({ actor, entity, culture, input }) => at(entity).plan(actor, entity, culture, input));
  post(':entity/publish', ({ actor, entity, input, culture }) => at(entity).publish(actor, entity, input, culture));
  get(':entity/history', ({ actor, entity, culture }) => service.history(actor, entity, culture));
  get(':entity/revisions/:n', ({ actor, entity }, request) =>
    at(entity).revision(actor, entity, revisionNumber((request.params as { n: string }).n)),
  );
  post(':entity/restore', ({ actor, entity, input }) => at(entity).restore(actor, entity, input));
  post(':entity/rollback', ({ actor, entity, input, culture }) => at(entity).rollback(actor, entity, input, culture));
  get(':entity/removed', ({ actor, entity }) => service.removed(actor, entity));
  post(':entity/bring-back', ({ actor, entity, input, key }) => service.bringBack(actor, entity, input, key));
  post(':entity/retire', ({ actor, entity }) => service.retire(actor, entity));
  post(':entity/revive', ({ actor, entity }) => service.revive(actor, entity));
  get(':entity/comments', ({ actor, entity }) => service.comments(actor, entity));
  post(':entity/comments', ({ actor, entity, input }) => service.comment(actor, entity, input));
}

/** Creates the screen or the entity of a document. */
function create(
  { service, screens }: { service: SchemaService; screens: ScreenService },
  actor: Actor,
  input: Body,
): Promise<unknown> {
  const document = input['document'] as SchemaDocument | undefined;
  const isNewScreen = typeof document?.meta === 'object' && document.meta !== null && isScreen(document);
  return isNewScreen ? screens.create(actor, document) : service.create(actor, input);
}

/** Throws `noRoute` for anything but a revision number. */
function revisionNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new AppError('noRoute');
  return Number(text);
}

function bodyOf(body: unknown): Body {
  if (body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body)) throw new AppError('malformed');
  return body as Body;
}
