import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ownOf, unknownKeys, type Entity } from '../../engine/core/index.ts';
import { AppError } from '../errors.ts';
import type { Actor, Context } from '../operations/context.ts';
import { inReadersWords, readerOf } from '../operations/read/delivered-names.ts';
import { aggregate } from '../operations/read/aggregate.ts';
import { listAll, listPage, type Query } from '../operations/read/list-records.ts';
import { dropDown, readTree } from '../operations/read/pick.ts';
import { readHistory, readRecord } from '../operations/read/read-record.ts';
import { performAction } from '../operations/perform-action.ts';
import { createRecord } from '../operations/write/add.ts';
import { updateRecord } from '../operations/write/edit.ts';
import { remove, removeRecord } from '../operations/write/remove.ts';
import { mutationOf } from '../operations/write/run-action.ts';
import { forEach, runBulk } from '../operations/write/run-bulk.ts';
import type { WriteRequest } from '../operations/write/write.ts';
import type { Actors } from '../access/actors.ts';
import type { Texts } from '../texts.ts';
import { sendText, successOver } from './envelope.ts';
import { unreadKeys } from './unread-keys.ts';
import { asEntity } from './session.ts';

type Body = Readonly<Record<string, unknown>>;
type Read = (context: Context, actor: Actor, entity: Entity, query: Query, texts: Texts) => Promise<string>;

const entersItself = { entersItself: true };

/** Maximum records per call. */
const maxAtOnce = 1000;

/** Reading verbs of every entity; each answers JSON text. */
export const reads: Record<string, Read> = {
  page: listPage,
  list: listAll,
  dropDown,
  aggregate,
  async detail(context, actor, entity, query, texts) {
    const culture = texts.culture(query['culture']);
    const { text, why } = await readRecord(context, actor, entity, query['id']);
    const words = Object.entries(why).map(([action, found]) => [
      action,
      { ...found, message: texts.issue(culture, found, actor.catalog) },
    ]);
    // Append to Postgres' JSON text: parsing and printing it costs more than finding the reasons.
    return `${text.slice(0, -1)},"_why":${JSON.stringify(Object.fromEntries(words))}}`;
  },
  history: async (context, actor, entity, query) =>
    JSON.stringify(await readHistory(context, actor, entity, query['id'])),
  tree: async (context, actor, entity) => JSON.stringify(await readTree(context, actor, entity)),
};

/** Verbs with filters in their query. */
const filtered: ReadonlySet<string> = new Set(['page', 'list']);

/**
 * `GET` and `POST /api/{path}/{verb}` for every entity. Entities are looked up per call, because they come and go at
 * run time.
 */
export function entityRoutes(app: FastifyInstance, context: Context, actors: Actors, texts: Texts): void {
  const deps = { actors, context };
  app.get('/api/:path/:verb', async (request, reply) => {
    const { verb } = request.params as { verb: string };
    const read = ownOf(reads, verb);
    if (!read) throw new AppError('noRoute');
    const query = request.query as Query;
    const text = await asEntity(
      deps,
      request,
      async (actor, entity) => {
        const data = await read(context, actor, entity, query, texts);
        const ignored = filtered.has(verb) ? unknownKeys(actor.lensOn(entity).everywhere, query) : [];
        const reader = readerOf(actor, texts, texts.culture(query['culture']));
        return successOver(inReadersWords(reader, entity, verb, data), ignored);
      },
      entersItself,
    );
    return sendText(reply, text);
  });

  app.post('/api/:path/:verb', async (request, reply) => {
    const { verb } = request.params as { verb: string };
    if (ownOf(reads, verb)) throw new AppError('noRoute');
    const work = async (actor: Actor, entity: Entity) => {
      const answer = JSON.stringify((await changeRecords({ context, texts }, actor, entity, verb, request)) ?? null);
      return successOver(answer, verb === 'add' || verb === 'edit' ? unreadKeys(entity, request.body) : []);
    };
    return sendText(reply, await asEntity(deps, request, work, entersItself));
  });
}

/** `add`, `edit`, `delete` or an action on one record or many, according to the body. */
export async function changeRecords(
  { context, texts }: { context: Context; texts: Texts },
  actor: Actor,
  entity: Entity,
  verb: string,
  request: FastifyRequest,
): Promise<unknown> {
  const { body } = request;
  const asked = writeRequest(actor, entity, verb, request);
  if (verb === 'add' || verb === 'edit') {
    const input = single(body);
    return verb === 'add' ? createRecord(context, asked, input) : updateRecord(context, asked, input);
  }
  const action = entity.actions.get(verb);
  if (verb !== 'delete' && !action) throw new AppError('noRoute');
  const ids = manyIds(body);
  if (!ids) {
    return action ? performAction(context, asked, action, single(body)) : removeRecord(context, asked, single(body));
  }
  const shared = Array.isArray(body) ? {} : single(body);
  const culture = texts.culture((request.query as Query)['culture']);
  const input = { ...shared, ids: undefined, version: undefined, versions: undefined };
  const inputOf = (id: string) => ({ ...input, id, version: versionOf(shared, id) });
  const results = action?.meta.calls?.length
    ? await forEach(ids, asked, (each, id) => performAction(context, each, action, inputOf(id)))
    : await runBulk(context, asked, action ? mutationOf(action) : remove, ids, inputOf);
  return {
    results: results.map(({ issues, ...result }) => ({
      ...result,
      ...(issues
        ? { issues: issues.map((found) => ({ ...found, message: texts.issue(culture, found, actor.catalog) })) }
        : {}),
    })),
  };
}

/** `{ids: [...]}`, or the list of rows `[{id}, ...]` from older clients; null for one record. */
function manyIds(body: unknown): unknown[] | null {
  const ids = Array.isArray(body)
    ? body.map((row: unknown) => (typeof row === 'object' && row !== null ? (row as Body)['id'] : row))
    : (body as Body | null)?.['ids'];
  if (!Array.isArray(ids)) return null;
  if (ids.length > maxAtOnce) throw new AppError('tooLarge');
  return ids;
}

/** The version that was seen of one of many records: `versions` has them by id. */
function versionOf({ versions }: Body, id: string): unknown {
  if (versions === undefined || versions === null) return undefined;
  if (typeof versions !== 'object' || Array.isArray(versions)) throw new AppError('malformed');
  return ownOf(versions as Readonly<Record<string, unknown>>, id);
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

/** The second write of a request; its answer is stored under a key derived from the request's. */
export function thenWrite(actor: Actor, entity: Entity, verb: string, request: FastifyRequest): WriteRequest {
  const first = writeRequest(actor, entity, verb, request);
  return { ...first, key: first.key === null ? null : `${first.key}:${verb}` };
}

/** The request's idempotency key, or null. */
export function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key !== undefined && (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)))
    throw new AppError('badRequest');
  return key ?? null;
}
