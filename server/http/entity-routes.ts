import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Entity } from '../../engine/index.ts';
import { AppError } from '../errors.ts';
import type { Actor, Context } from '../operations/context.ts';
import { aggregate } from '../operations/aggregate.ts';
import { createRecord } from '../operations/create-record.ts';
import { listAll, listPage, type Query } from '../operations/list-records.ts';
import { dropDown, readTree } from '../operations/pick.ts';
import { readHistory, readRecord } from '../operations/read-record.ts';
import { removeRecord } from '../operations/remove-record.ts';
import { forEach, runAction } from '../operations/run-action.ts';
import { updateRecord } from '../operations/update-record.ts';
import type { WriteRequest } from '../operations/write.ts';
import type { Actors } from '../identity/actors.ts';
import type { Texts } from '../texts.ts';
import { answerInOldNames, bodyInOwnNames, queryInOwnNames } from './old-names.ts';
import { sendText, success, successText } from './envelope.ts';
import { asActor } from './session.ts';

type Body = Readonly<Record<string, unknown>>;
type Read = (context: Context, actor: Actor, entity: Entity, query: Query, texts: Texts) => Promise<string>;

/** Most records that one call may act on. */
const mostAtOnce = 1000;

/** The reading verbs of every entity; each answers JSON text. */
export const reads: Record<string, Read> = {
  page: listPage,
  list: listAll,
  dropDown,
  aggregate,
  async detail(context, actor, entity, query, texts) {
    const culture = texts.culture(query['culture']);
    const { record, why } = await readRecord(context, actor, entity, query['id']);
    const words = Object.entries(why).map(([action, found]) => [
      action,
      { ...found, message: texts.issue(culture, found) },
    ]);
    return JSON.stringify({ ...record, _why: Object.fromEntries(words) });
  },
  history: async (context, actor, entity, query) =>
    JSON.stringify(await readHistory(context, actor, entity, query['id'])),
  tree: async (context, actor, entity) => JSON.stringify(await readTree(context, actor, entity)),
};

/**
 * `GET` and `POST /api/{path}/{verb}` for every entity of the catalog. Handlers are looked up by name at each call,
 * because entities come and go while the server runs.
 */
export function entityRoutes(app: FastifyInstance, context: Context, actors: Actors, texts: Texts): void {
  app.get('/api/:path/:verb', async (request, reply) => {
    const { entity, verb } = target(context, request);
    const read = reads[verb];
    if (!read) throw new AppError('noRoute');
    const query = request.query as Query;
    return sendText(
      reply,
      successText(
        await asActor(actors, request, async (actor) => {
          const own = await queryInOwnNames(context, actor, entity, query);
          return answerInOldNames(entity, verb, await read(context, actor, entity, own, texts));
        }),
      ),
    );
  });

  app.post('/api/:path/:verb', async (request, reply) => {
    const { entity, verb } = target(context, request);
    if (reads[verb]) throw new AppError('noRoute');
    return sendText(
      reply,
      success(await asActor(actors, request, (actor) => changeRecords(context, actor, entity, verb, request, texts))),
    );
  });
}

/** `add`, `edit`, `delete` or an action, on one record or many, as the body says. */
export async function changeRecords(
  context: Context,
  actor: Actor,
  entity: Entity,
  verb: string,
  request: FastifyRequest,
  texts: Texts,
): Promise<unknown> {
  const body = bodyInOwnNames(entity, request.body);
  const asked = writeRequest(actor, entity, verb, request);
  if (verb === 'add' || verb === 'edit') {
    const input = single(body);
    return verb === 'add' ? createRecord(context, asked, input) : updateRecord(context, asked, input);
  }
  const one = async (each: WriteRequest, input: Body): Promise<unknown> => {
    if (verb === 'delete') return removeRecord(context, each, input);
    const action = entity.actions.get(verb);
    if (!action) throw new AppError('noRoute');
    return runAction(context, each, action, input);
  };
  if (verb !== 'delete' && !entity.actions.has(verb)) throw new AppError('noRoute');

  const ids = manyIds(body);
  if (!ids) return one(asked, single(body));
  const shared = Array.isArray(body) ? {} : single(body);
  const culture = texts.culture((request.query as Query)['culture']);
  const results = await forEach(ids, asked, (each, id) =>
    one(each, { ...shared, ids: undefined, version: undefined, id }),
  );
  return {
    results: results.map(({ issues, ...result }) => ({
      ...result,
      ...(issues ? { issues: issues.map((found) => ({ ...found, message: texts.issue(culture, found) })) } : {}),
    })),
  };
}

/** `{ids: [...]}`, or the list of rows `[{id}, ...]` that older clients post; null for one record. */
function manyIds(body: unknown): unknown[] | null {
  const ids = Array.isArray(body)
    ? body.map((row: unknown) => (typeof row === 'object' && row !== null ? (row as Body)['id'] : row))
    : (body as Body | null)?.['ids'];
  if (!Array.isArray(ids)) return null;
  if (ids.length > mostAtOnce) throw new AppError('tooLarge');
  return ids;
}

function single(body: unknown): Body {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError('malformed');
  return body as Body;
}

export function writeRequest(actor: Actor, entity: Entity, verb: string, request: FastifyRequest): WriteRequest {
  return {
    actor,
    entity,
    key: idempotencyKey(request),
    fingerprint: `${entity.path}/${verb} ${JSON.stringify(request.body ?? null)}`,
  };
}

/** The second write of a request that makes two: its answer is kept under a key of its own. */
export function thenWrite(actor: Actor, entity: Entity, verb: string, request: FastifyRequest): WriteRequest {
  const first = writeRequest(actor, entity, verb, request);
  return { ...first, key: first.key === null ? null : `${first.key}:${verb}` };
}

/** The key under which the answer is kept, or null. */
export function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key !== undefined && (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)))
    throw new AppError('badRequest');
  return key ?? null;
}

function target(context: Context, request: FastifyRequest): { entity: Entity; verb: string } {
  const { path, verb } = request.params as { path: string; verb: string };
  const entity = context.catalog.byPath.get(path.toLowerCase());
  if (!entity) throw new AppError('noRoute');
  return { entity, verb };
}
