import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import type { Actors } from '../access/actors.ts';
import type { Context } from '../operations/context.ts';
import { readDictionaries, readDictionary } from '../operations/read/dictionaries.ts';
import type { Query } from '../operations/read/list-records.ts';
import { dropDown } from '../operations/read/pick.ts';
import type { Texts } from '../texts.ts';
import { sendText, success, successText } from './envelope.ts';
import { asActor } from './session.ts';

/** Dictionaries (spec section 7): one by code, or all as a tree. For everyone signed in. */
export function dictionaryRoutes(app: FastifyInstance, context: Context, actors: Actors, texts: Texts): void {
  app.get('/api/sysDictType/dropDown', async (request, reply) => {
    const query = request.query as Query;
    const { code } = query;
    const entity = context.catalog.byName.get('dict-type');
    if (!entity) throw new AppError('noRoute');
    const text = await asActor(actors, request, async (actor) =>
      typeof code === 'string'
        ? JSON.stringify(await readDictionary(context, actor, code, texts.culture(query['culture']), texts))
        : dropDown(context, actor, entity, query, texts),
    );
    return sendText(reply, successText(text));
  });

  app.get('/api/sysDictType/tree', async (request, reply) => {
    const culture = texts.culture((request.query as Query)['culture']);
    const all = await asActor(actors, request, (actor) => readDictionaries(context, actor, culture, texts));
    return sendText(reply, success(all));
  });
}
