import type { FastifyRequest } from 'fastify';
import type { Actors } from '../access/actors.ts';
import type { Catalog, Entity } from '../../engine/core/index.ts';
import type { Actor } from '../operations/context.ts';
import type { KeyMeter } from '../access/api-keys.ts';
import { AppError, OutdatedRights } from '../errors.ts';

export const bearer = (request: FastifyRequest): string =>
  /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';

const readers = new WeakMap<FastifyRequest, Actor>();

/** Who the request has turned out to come from, for what is written down about it afterwards. */
export const readerOf = (request: FastifyRequest): Actor | undefined => readers.get(request);

const meters = new WeakMap<FastifyRequest, KeyMeter>();

/** How often the key of a request has asked. */
export const meterOf = (request: FastifyRequest): KeyMeter | undefined => meters.get(request);

/** While an administrator works through the roles, rights may change again before the work comes to its turn. */
const maxTries = 6;

/** How a route answers whoever is signed in. */
export interface RequestSession {
  /** The work enters the database in the actor's name itself, which saves a round trip before it. */
  readonly entersItself?: boolean;
}

/**
 * Runs `work` as whoever holds the request's token. No answer is given, and no refusal made, unless the database has let
 * the session in since the request came: what this node remembers may be over. When rights changed since this node loaded
 * them, the database says so in the same transaction as the data; they are loaded anew and the work is tried again. Throws
 * why there is no session, or `busy` where the rights do not come to rest.
 */
export async function asActor<T>(
  actors: Actors,
  request: FastifyRequest,
  work: (actor: Actor) => Promise<T>,
  { entersItself = false }: RequestSession = {},
): Promise<T> {
  const token = bearer(request);
  for (let tries = 0; tries < maxTries; tries++) {
    const actor = await actors.byToken(token, tries > 0);
    if (!actor) throw await actors.whyOut(token);
    readers.set(request, actor);
    const refusal = refusalOf(actor, request) ?? (await keyRefusal(actors, actor, request));
    // What this node remembers may be over by now: a refusal is made on what stands.
    if (refusal && tries === 0) continue;
    if (refusal) throw refusal;
    try {
      if (entersItself) return await entered(actors, actor, work);
      await actors.enter(actor);
      return await work(actor);
    } catch (error) {
      // The session ended between its being known here and its being asked for in the database.
      if (error instanceof AppError && error.kind === 'noSession') throw await actors.whyOut(token);
      if (!(error instanceof OutdatedRights)) throw error;
    }
  }
  throw new AppError('busy');
}

/** Work that enters by itself is held to it: whatever it answered or refused without, the database is asked afterwards. */
async function entered<T>(actors: Actors, actor: Actor, work: (actor: Actor) => Promise<T>): Promise<T> {
  const before = actors.entries(actor);
  const enter = async () => {
    if (actors.entries(actor) === before) await actors.enter(actor);
  };
  let answer: T;
  try {
    answer = await work(actor);
  } catch (error) {
    // Also where rights were outdated: the refusal may not stand on the present ones.
    if (error instanceof AppError && error.status < 500) await enter();
    throw error;
  }
  await enter().catch((error: unknown) => {
    if (!(error instanceof OutdatedRights)) throw error;
  });
  return answer;
}

/**
 * Why the token of a refused request opens nothing, or null where its session lives or it has none. For what is refused
 * before anybody asked who it came from: a body that cannot be read, a header that is no key.
 */
export async function whySignedOut(actors: Actors, request: FastifyRequest): Promise<AppError | null> {
  if (bearer(request) === '' || readers.has(request)) return null;
  try {
    await asActor(actors, request, async () => undefined);
    return null;
  } catch (error) {
    if (error instanceof AppError && error.status === 401) return error;
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** What a request that names an entity by its path needs: who asks, and the entities that every tenant has. */
export interface EntityRouteDeps {
  actors: Actors;
  context: { readonly catalog: Catalog };
}

/**
 * The same with the entity which the request's path names in the catalog of the actor's tenant. Throws `noRoute` where
 * there is none, without a session too.
 */
export async function asEntity<T>(
  { actors, context }: EntityRouteDeps,
  request: FastifyRequest,
  work: (actor: Actor, entity: Entity) => Promise<T>,
  asking: RequestSession = {},
): Promise<T> {
  const path = (request.params as { path: string }).path.toLowerCase();
  if (!context.catalog.byPath.has(path) && !(await actors.byToken(bearer(request)))) throw new AppError('noRoute');
  let looked = false;
  return asActor(
    actors,
    request,
    (actor) => {
      const entity = actor.catalog.byPath.get(path);
      if (entity) return work(actor, entity);
      // It may have been published since this node loaded the person.
      if (looked) throw new AppError('noRoute');
      looked = true;
      throw new OutdatedRights();
    },
    asking,
  );
}

/** What a key is held to beside its maker's rights: its scopes, addresses and how often it may ask. */
async function keyRefusal({ keys }: Actors, actor: Actor, request: FastifyRequest): Promise<AppError | null> {
  const { key } = actor;
  if (!key) return null;
  const path = (request.url.split('?', 1)[0] ?? '').replace(/^\/api\//i, '');
  const asked = { method: request.method, path, ip: request.ip };
  const meter = meters.get(request) ?? (await keys.meter(actor.tenant, key, asked));
  meters.set(request, meter);
  if (meter.over) return new AppError('tooMany');
  const { refusal, sets } = keys.admit(key, asked);
  const { body } = request;
  if (sets && typeof body === 'object' && body !== null && !Array.isArray(body)) request.body = { ...body, ...sets };
  return refusal;
}

/** What stays open to a person who must choose a password first, and to one who looks through the eyes of a role. */
const openCalls = {
  passwordDue: new Set(['/api/getloginuser', '/api/sysuser/updatepwd', '/api/preference']),
  // The last only reads: which menu another application has.
  previewOnly: new Set(['/api/sysrole/endpreview', '/api/sysmenu/change']),
};

/**
 * Here, where every call of a person passes: a look through the eyes of a role writes nothing, and a password that
 * somebody else knows is changed before anything else is done.
 */
function refusalOf(actor: Actor, request: FastifyRequest): AppError | null {
  const path = request.url.split('?', 1)[0]?.toLowerCase() ?? '';
  const writes = request.method !== 'GET' && request.method !== 'HEAD';
  if (actor.preview && writes && !openCalls.previewOnly.has(path)) return new AppError('previewOnly');
  if (actor.mustChange && !actor.preview && !openCalls.passwordDue.has(path)) return new AppError('passwordDue');
  return null;
}
