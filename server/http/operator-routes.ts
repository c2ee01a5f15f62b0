import type { FastifyInstance, FastifyRequest } from 'fastify';
import { can, ownOf } from '../../engine/core/index.ts';
import type { Codegen } from '../codegen/codegen.ts';
import { AppError } from '../errors.ts';
import { disposition } from '../files/safe-name.ts';
import { zipOf } from '../files/zip.ts';
import type { Actors } from '../access/actors.ts';
import type { SystemInfo } from '../system-info/system-info.ts';
import type { Actor, Context } from '../operations/context.ts';
import type { Query } from '../operations/read/list-records.ts';
import type { Texts } from '../texts.ts';
import { timerTasks } from '../timers/tasks.ts';
import { sendText, success } from './envelope.ts';
import { asActor } from './session.ts';

interface OperatorHome {
  context: Context;
  actors: Actors;
  texts: Texts;
  systemInfo: SystemInfo;
  codegen: Codegen;
}

/** Host metrics (`timer:read`) and generated code (`menu:read`). */
export function operatorRoutes(app: FastifyInstance, on: OperatorHome): void {
  hostRoutes(app, on);
  codegenRoutes(app, on);
}

/** Runs `work` for an actor who may read the entity `name`. */
const readerIn =
  (actors: Actors) =>
  <T>(request: FastifyRequest, name: string, work: (actor: Actor) => Promise<T>): Promise<T> =>
    asActor(actors, request, async (actor) => {
      const entity = actor.catalog.byName.get(name);
      if (!entity) throw new AppError('noRoute');
      if (!can(actor.rightsOn(entity), 'read'))
        throw new AppError('forbidden', { params: { code: `${entity.path}:page` } });
      return work(actor);
    });

function hostRoutes(app: FastifyInstance, { context, actors, texts, systemInfo }: OperatorHome): void {
  const asReader = readerIn(actors);
  for (const verb of ['base', 'use', 'network', 'query'] as const) {
    app.get(`/api/sysMachine/${verb}`, async (request, reply) =>
      sendText(reply, success(await asReader(request, 'timer', () => systemInfo[verb]()))),
    );
  }
  app.get('/api/sysTimers/localJobList', async (request, reply) => {
    const words = texts.entity(texts.culture((request.query as Query)['culture']), 'timer')['options'];
    const tasks = (words as Record<string, Record<string, string>> | undefined)?.['task'] ?? {};
    const known = [...Object.keys(timerTasks), ...context.registry.tasks.map(({ name }) => name)].map((code) => ({
      code,
      name: ownOf(tasks, code) ?? code,
    }));
    return sendText(reply, success(await asReader(request, 'timer', async () => known)));
  });
}

function codegenRoutes(app: FastifyInstance, { actors, texts, codegen }: OperatorHome): void {
  const asReader = readerIn(actors);
  app.get('/api/codeGenerate/InformationList', async (request, reply) => {
    const culture = texts.culture((request.query as Query)['culture']);
    const list = await asReader(request, 'menu', async (actor) =>
      actor.catalog.entities
        .filter((entity) => can(actor.rightsOn(entity), 'read'))
        .map((entity) => ({
          ...{ tableName: entity.table, entity: entity.name, path: entity.path },
          tableComment: texts.entity(culture, entity).name,
        })),
    );
    return sendText(reply, success(list));
  });
  /** The entity that the query names by its name, path or table; an unreadable one is reported as unknown. */
  const yielded = (request: FastifyRequest) =>
    asReader(request, 'menu', async (actor) => {
      const { entity: name, id, culture } = request.query as Query;
      const asked = String(name ?? id ?? '');
      const entity =
        actor.catalog.byName.get(asked) ??
        actor.catalog.entities.find(({ table, path }) => table === asked || path === asked);
      if (!entity || !can(actor.rightsOn(entity), 'read')) throw new AppError('notFound');
      return { entity, text: await codegen(entity, texts.culture(culture)) };
    });
  app.get('/api/codeGenerate/runDown', async (request, reply) => {
    const { entity, text } = await yielded(request);
    const files = [
      { name: `${entity.name}.json`, text: text.schema },
      { name: `${entity.name}.d.ts`, text: text.types },
      { name: `${entity.name}.openapi.json`, text: text.openApi },
      { name: `${entity.name}.sql`, text: text.sql },
      { name: `${entity.name}.sample.json`, text: text.sample },
    ];
    return reply
      .type('application/octet-stream')
      .header('content-disposition', disposition('attachment', `${entity.name}.zip`))
      .header('access-control-expose-headers', 'content-disposition')
      .send(zipOf(files));
  });
  app.get('/api/codeGenerate/preview', async (request, reply) => {
    return sendText(reply, success((await yielded(request)).text));
  });
}
