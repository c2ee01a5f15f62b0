import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ownOf, type Entity } from '../../engine/core/index.ts';
import { AppError } from '../errors.ts';
import type { Actors } from '../access/actors.ts';
import type { StationVisit } from '../auth/station.ts';
import { readUserAgent } from '../auth/user-agent.ts';
import { cleanText } from '../logs/clean-text.ts';
import type { Logs } from '../logs/logs.ts';
import { maskedParameters } from '../logs/mask.ts';
import type { Context } from '../operations/context.ts';
import type { Texts } from '../texts.ts';
import { failure } from './envelope.ts';
import { readerOf, bearer } from './session.ts';
import { hostOf } from './sign-in-routes.ts';

export interface RequestLogHome {
  context: Context;
  actors: Actors;
  texts: Texts;
  logs: Logs;
}

/** Sign-in and sign-out calls, with their visit type (`vis_type`). */
const service: Readonly<Record<string, '1' | '2'>> = {
  '/api/login': '1',
  '/api/membershiplogin': '1',
  '/api/logout': '2',
};

const stationVisits = new WeakMap<FastifyRequest, StationVisit>();

/** Reports a sign-in at a shared station, which is logged with the answer. */
export const noteStationVisit = (request: FastifyRequest, visit: StationVisit): void =>
  void stationVisits.set(request, visit);

/** Automatic requests of clients, which are not logged. */
const silent = /^\/api\/(preference|captcha\/|ticket|hubs?\/)/;

/** Numeric operation types (`op_type`); any other write is a change. */
const operationTypes: Readonly<Record<string, string>> = {
  ...{ add: '1', delete: '2', edit: '3', import: '8', export: '9', forceexist: '11', changestatus: '13' },
  ...{ page: '5', list: '5', aggregate: '5', dropdown: '5', detail: '6', history: '6', tree: '7' },
};

/**
 * Logs after the answer was sent: one operation per write and per refused request of a known actor, every sign-in and
 * sign-out, and every server error with its trace. Paths are logged without the query, parameters are masked. Requests
 * without a session are only logged for sign-in calls.
 */
export function requestLog(app: FastifyInstance, on: RequestLogHome): void {
  const { actors, logs } = on;
  const errors = new WeakMap<FastifyRequest, Error>();
  const leaving = new WeakMap<FastifyRequest, { tenant: string; id: string }>();

  app.addHook('onError', async (request, _reply, error) => {
    errors.set(request, error);
  });
  app.addHook('preHandler', async (request) => {
    if (pathOf(request) !== '/api/logout') return;
    const actor = await actors.byToken(bearer(request));
    if (actor) leaving.set(request, { tenant: actor.tenant, id: actor.facts.id });
  });
  app.addHook('onResponse', async (request, reply) => {
    const path = pathOf(request);
    if (!path.startsWith('/api/')) return;
    const answered = { request, error: errors.get(request) };
    if (reply.statusCode >= 500 && reply.statusCode !== 503) await noteException(on, answered);
    const kind = ownOf(service, path);
    const visit = stationVisits.get(request);
    if (visit) noteAtStation(on, answered, visit);
    else if (kind) await noteVisit(on, answered, kind, leaving.get(request));
    else if (!silent.test(path) && (request.method === 'POST' || reply.statusCode === 403 || path.endsWith('/export')))
      noteOperation(on, answered, reply.elapsedTime);
  });
  app.addHook('onClose', () => logs.flush());
}

/** A request that was answered, and the error that it was refused with. */
interface Answered {
  readonly request: FastifyRequest;
  readonly error: Error | undefined;
}

function noteOperation(on: RequestLogHome, { request, error }: Answered, elapsed: number): void {
  const actor = readerOf(request);
  if (!actor) return;
  const of = facts(on, request);
  on.logs.operation({
    ...of,
    tenant: actor.tenant,
    by: actor.facts.id,
    opType: typeOf(of.className, of.methodName, request.body),
    reqMethod: request.method,
    success: error ? 'N' : 'Y',
    message: cleanText(error ? wordsOf(on, request, error) : 'OK', 500),
    result: error instanceof AppError ? String(error.code) : error ? '500' : '200',
    elapsed: Math.round(elapsed),
  });
}

async function noteVisit(
  on: RequestLogHome,
  { request, error }: Answered,
  visType: '1' | '2',
  person: { tenant: string; id: string } | undefined,
): Promise<void> {
  const typed = (request.body as Record<string, unknown> | null | undefined)?.['account'];
  if (visType === '2' ? !person : typeof typed !== 'string') return;
  const tenant = person?.tenant ?? (await on.logs.tenantAt(hostOf(request)));
  if (!tenant) return;
  const { at, ip, browser, os, traceId } = facts(on, request);
  on.logs.visit({
    ...{ tenant, at, ip, browser, os, traceId, visType },
    ...{ by: person?.id ?? null, about: null, station: null },
    account: cleanText(typeof typed === 'string' ? typed.trim() : '', 100),
    success: error ? 'N' : 'Y',
    message: cleanText(error ? wordsOf(on, request, error) : 'OK', 500),
  });
}

function noteAtStation(on: RequestLogHome, { request, error }: Answered, visit: StationVisit): void {
  const { tenant, station, account, isLast } = visit;
  const { at, ip, browser, os, traceId } = facts(on, request);
  const words = [
    error ? wordsOf(on, request, error) : 'OK',
    ...(isLast ? [textOf(on, request, 'station.lastNoted')] : []),
  ];
  on.logs.visit({
    ...{ tenant, at, ip, browser, os, traceId, visType: '1', station },
    // Nothing is proven by a failed attempt: its row names the account and is not the person's own.
    ...{ by: error ? null : account, about: account, account: '–' },
    success: error ? 'N' : 'Y',
    message: cleanText(words.join(' '), 500),
  });
}

async function noteException(on: RequestLogHome, { request, error }: Answered): Promise<void> {
  const actor = readerOf(request);
  const tenant = actor?.tenant ?? (await on.logs.tenantAt(hostOf(request)));
  if (!tenant) return;
  on.logs.exception({
    ...facts(on, request),
    tenant,
    by: actor?.facts.id ?? null,
    exceptionName: cleanText(error?.name ?? 'Error', 100),
    exceptionMsg: cleanText(error?.message ?? '', 500),
    stackTrace: cleanText(error?.stack ?? '', 4000),
  });
}

/** Common columns of all log rows. */
function facts({ context }: RequestLogHome, request: FastifyRequest) {
  const [className = '', methodName = ''] = pathOf(request, false).split('/').slice(2);
  const entity = context.catalog.byPath.get(className.toLowerCase());
  const { hidden, plain } = entity ? maskOf(entity) : noMask;
  const agent = readUserAgent(String(request.headers['user-agent'] ?? ''));
  const isForm = String(request.headers['content-type'] ?? '').startsWith('multipart/');
  return {
    at: context.clock(),
    url: cleanText(pathOf(request, false), 200),
    className: cleanText(className, 100),
    methodName: cleanText(methodName, 100),
    param: isForm ? null : maskedParameters(request.body, hidden, plain),
    ip: cleanText(request.ip, 45),
    browser: cleanText(agent.browser, 100),
    os: cleanText(agent.os, 100),
    traceId: request.id,
  };
}

const textOf = ({ texts }: RequestLogHome, request: FastifyRequest, key: string): string =>
  texts.error(texts.culture((request.query as Record<string, unknown>)['culture']), key);

const wordsOf = ({ texts }: RequestLogHome, request: FastifyRequest, error: Error): string => {
  const known = error instanceof AppError ? error : new AppError('internal');
  return String(failure(texts, request, known).body['message']);
};

interface Mask {
  readonly hidden: ReadonlySet<string>;
  readonly plain: ReadonlySet<string>;
}

const noMask: Mask = { hidden: new Set(), plain: new Set() };
const masks = new WeakMap<Entity, Mask>();

/** Names of an entity's fields that must be masked, and of all its fields. */
function maskOf(entity: Entity): Mask {
  const known = masks.get(entity);
  if (known) return known;
  const secrets = entity.fields.filter(({ meta }) => meta.type === 'secret').map(({ name }) => name);
  // The value of a setting may be a password.
  const hidden = new Set(entity.name === 'config' ? [...secrets, 'value'] : secrets);
  const fresh = { hidden, plain: new Set(entity.fields.map(({ name }) => name)) };
  masks.set(entity, fresh);
  return fresh;
}

function pathOf(request: FastifyRequest, plain = true): string {
  const path = request.url.split('?', 1)[0] ?? '';
  return plain ? path.toLowerCase() : path;
}

function typeOf(className: string, methodName: string, body: unknown): string {
  const verb = methodName.toLowerCase();
  if (verb === 'delete' && /^sys(Op|Vis|Ex)Log$/i.test(className) && !hasIds(body)) return '12';
  return ownOf(operationTypes, verb) ?? (verb.startsWith('grant') ? '10' : '4');
}

/** Whether a body names records; otherwise it means all. */
export const hasIds = (body: unknown): boolean =>
  Array.isArray(body) || (typeof body === 'object' && body !== null && ('id' in body || 'ids' in body));
