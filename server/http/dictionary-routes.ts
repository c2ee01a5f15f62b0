import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import type { Actors } from '../identity/actors.ts';
import type { Context } from '../operations/context.ts';
import type { Query } from '../operations/list-records.ts';
import { dropDown } from '../operations/pick.ts';
import { prepared } from '../store/database.ts';
import { dictionarySql, dictionaryTreeSql } from '../store/dictionary-sql.ts';
import type { Culture, Texts } from '../texts.ts';
import { sendText, success, successText } from './envelope.ts';
import { asActor } from './session.ts';

interface Entry {
  code: string;
  value: string;
}

interface Node {
  code: string;
  name: string;
  children: { code: string; name: string }[];
}

/**
 * Dictionaries as the wire has them (spec section 7): one by its code, or all as a tree. Open to everyone signed in.
 * An entry that still reads as it was delivered is worded in the person's language; one that a tenant has rewritten
 * stays as written.
 */
export function dictionaryRoutes(app: FastifyInstance, context: Context, actors: Actors, texts: Texts): void {
  const word = (culture: Culture, dictionary: string, code: string, kept: string): string => {
    const delivered = (['zh-CN', 'en-US'] as const).some(
      (each) => texts.dictionary(each, dictionary)?.entries[code] === kept,
    );
    return delivered ? (texts.dictionary(culture, dictionary)?.entries[code] ?? kept) : kept;
  };

  app.get('/api/sysDictType/dropDown', async (request, reply) => {
    const query = request.query as Query;
    const code = query['code'];
    const entity = context.catalog.byName.get('dict-type');
    if (!entity) throw new AppError('noRoute');
    if (typeof code !== 'string') {
      return sendText(
        reply,
        successText(await asActor(actors, request, (actor) => dropDown(context, actor, entity, query))),
      );
    }
    const culture = texts.culture(query['culture']);
    const entries = await asActor(actors, request, async (actor) => {
      const [rows = []] = await context.database.read(actor.entrance, prepared(dictionarySql(code), actor));
      return rows as unknown as Entry[];
    });
    return sendText(
      reply,
      success(entries.map((entry) => ({ ...entry, value: word(culture, code, entry.code, entry.value) }))),
    );
  });

  app.get('/api/sysDictType/tree', async (request, reply) => {
    const culture = texts.culture((request.query as Query)['culture']);
    const types = await asActor(actors, request, async (actor) => {
      const [rows = []] = await context.database.read(actor.entrance, prepared(dictionaryTreeSql(), actor));
      return rows as unknown as Node[];
    });
    const worded = types.map((type) => ({
      ...type,
      children: type.children.map((entry) => ({ ...entry, name: word(culture, type.code, entry.code, entry.name) })),
    }));
    return sendText(reply, success(worded));
  });
}
