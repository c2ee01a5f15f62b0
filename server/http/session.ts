import type { FastifyRequest } from 'fastify';
import type { Actors } from '../access/actors.ts';
import type { Catalog, Entity } from '../../engine/core/index.ts';
import type { Actor } from '../operations/context.ts';
import type { KeyMeter } from '../access/api-keys.ts';
import { AppError, OutdatedRights } from '../errors.ts';

export const bearer = (request: FastifyRequest): string =>
  /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';

const readers = new WeakMap<FastifyRequest, Actor>();

/** The actor that the request was authenticated as, for the access log. */
export const readerOf = (request: FastifyRequest): Actor | undefined => readers.get(request);

const meters = new WeakMap<FastifyRequest, KeyMeter>();

/** The rate meter of the request's key. */
export const meterOf = (request: FastifyRequest): KeyMeter | undefined => meters.get(request);

/** Retries while rights keep changing, for example during an administrator's series of role edits. */
const maxTries = 6;

/** How a route answers a signed-in person. */
export interface RequestSession {
  /** The work enters the database as the actor itself, which saves a round trip. */
  readonly entersItself?: boolean;
}

/**
 * Runs `work` as the owner of the request's token. Neither an answer nor a refusal leaves before the database has
 * confirmed the session since the request arrived, because this node's cache may be outdated. If the rights have
 * changed since they were loaded, they are reloaded and the work is retried. Throws why there is no session, or `busy`
 * if the rights keep changing.
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
    const refusal =
      (await actors.stations.refusal(actor, request)) ??
      refusalOf(actor, request) ??
      (await keyRefusal(actors, actor, request));
    // The cached rights may be outdated: only refuse on confirmed ones.
    if (refusal && tries === 0) continue;
    if (refusal) throw refusal;
    try {
      if (entersItself) return await entered(actors, actor, work);
      await actors.enter(actor);
      return await work(actor);
    } catch (error) {
      // The session ended between the lookup here and the check in the database.
      if (error instanceof AppError && error.kind === 'noSession') throw await actors.whyOut(token);
      if (!(error instanceof OutdatedRights)) throw error;
    }
  }
  throw new AppError('busy');
}

/** For work that enters the database itself: enters once more if it answered or refused without doing so. */
async function entered<T>(actors: Actors, actor: Actor, work: (actor: Actor) => Promise<T>): Promise<T> {
  const before = actors.entries(actor);
  const enter = async () => {
    if (actors.entries(actor) === before) await actors.enter(actor);
  };
  let answer: T;
  try {
    answer = await work(actor);
  } catch (error) {
    // Rights may have been outdated as well: the refusal may not hold under the current ones.
    if (error instanceof AppError && error.status < 500) await enter();
    throw error;
  }
  await enter().catch((error: unknown) => {
    if (!(error instanceof OutdatedRights)) throw error;
  });
  return answer;
}

/**
 * Why the token of a refused request is invalid; null if its session lives or it has none. For requests refused before
 * authentication: an unreadable body, a malformed header.
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

/** What routes of an entity need: authentication, and the delivered entities. */
export interface EntityRouteDeps {
  actors: Actors;
  context: { readonly catalog: Catalog };
}

/**
 * Like `asActor`, with the entity that the path names in the tenant's catalog. Throws `noRoute` if there is none, even
 * without a session.
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
      // The entity may have been published after this node loaded the actor.
      if (looked) throw new AppError('noRoute');
      looked = true;
      throw new OutdatedRights();
    },
    asking,
  );
}

/** Limits of an API key beside its maker's rights: scopes, addresses and rate. */
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

/** Calls that stay open while a password change or a second factor is due, and during a role preview. */
const openCalls = {
  passwordDue: new Set(['/api/getloginuser', '/api/sysuser/updatepwd', '/api/preference']),
  factorDue: new Set([
    '/api/getloginuser',
    '/api/sysuser/updatepwd',
    '/api/account/startfactor',
    '/api/account/confirmfactor',
    '/api/preference',
  ]),
  // `change` only reads the menu of another application.
  previewOnly: new Set(['/api/sysrole/endpreview', '/api/sysmenu/change']),
};

/**
 * Enforced for every authenticated request: previews are read-only; a due password change or second factor blocks
 * everything else.
 */
function refusalOf(actor: Actor, request: FastifyRequest): AppError | null {
  const path = request.url.split('?', 1)[0]?.toLowerCase() ?? '';
  const writes = request.method !== 'GET' && request.method !== 'HEAD';
  if (actor.preview && writes && !openCalls.previewOnly.has(path)) return new AppError('previewOnly');
  if (actor.mustChange && !actor.preview && !openCalls.passwordDue.has(path)) return new AppError('passwordDue');
  if (actor.factorDue && !openCalls.factorDue.has(path)) return new AppError('factorDue');
  return null;
}
