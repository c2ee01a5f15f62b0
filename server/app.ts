import multipart from '@fastify/multipart';
import { randomUUID } from 'node:crypto';
import Fastify, { LogController, type FastifyInstance, type FastifyReply } from 'fastify';
import { AppError } from './errors.ts';
import { captchaRoutes } from './http/captcha-routes.ts';
import { compat } from './http/compat/compat.ts';
import { oldCalls } from './http/compat/old-calls.ts';
import { limitConnections, serverOptions, usualLimits, type ConnectionLimits } from './http/connection-limits.ts';
import { dictionaryRoutes } from './http/dictionary-routes.ts';
import { entityRoutes } from './http/entity-routes.ts';
import { failure } from './http/envelope.ts';
import { jsonBodies } from './http/json-body.ts';
import { metaRoutes } from './http/meta-routes.ts';
import { registrationRoutes } from './http/registration-routes.ts';
import { ownCalls } from './http/own-calls.ts';
import { openApiRoutes } from './http/open-api-routes.ts';
import { requestMetrics } from './http/request-metrics.ts';
import { requestTraces } from './http/request-traces.ts';
import { securityHeaders } from './http/security.ts';
import { tenantPlaces } from './http/tenant-places.ts';
import { stationRoutes } from './http/station-routes.ts';
import { signInRoutes } from './http/sign-in-routes.ts';
import { meterOf, whySignedOut } from './http/session.ts';
import { webRoutes } from './http/web-routes.ts';
import type { Actors } from './access/actors.ts';
import { createAuthService } from './auth/auth-service.ts';
import type { Drivers } from './messages/drivers.ts';
import type { Answers } from './operations/read/answer.ts';
import { sessionlessCalls } from './operations/openapi/open-api.ts';
import type { Commands } from './operations/command.ts';
import type { Context } from './operations/context.ts';
import type { Webhooks } from './operations/receive-webhook.ts';
import { noteRoute, type TakenNames } from './revisions/guard-names.ts';
import type { Device, Download, PublicQuestion, Upload } from './modules/module.ts';
import { translateError } from './store/translate-error.ts';
import type { Readiness } from './store/nodes/readiness.ts';
import type { Watch } from './store/watch.ts';
import type { SystemDatabase } from './store/system-database.ts';
import type { Texts } from './texts.ts';

/** Dependencies of the application, made by `main.ts` or a test. */
export interface Deps {
  context: Context;
  actors: Actors;
  system: SystemDatabase;
  /** Health of the database. */
  watch: Watch;
  /** Whether requests may come here. */
  readiness: Readiness;
  texts: Texts;
  /** Transports of mail and text messages. */
  drivers: Drivers;
  /** Key that signs device cookies. */
  deviceKey: Buffer;
  /** The built browser application; null if there is none. */
  webDir: string | null;
  logLevel: string;
  /** Overrides of the default connection limits. */
  limits?: Partial<ConnectionLimits>;
  /** Trusted proxies for the client's address (`TRUST_PROXY`). */
  trustProxy?: readonly string[];
  /** Hosts that menu entries may embed pages from. */
  embedHosts?: readonly string[];
  /** Queries of modules, for the OpenAPI document; `more` contains their routes. */
  queries?: Answers;
  /** Commands of modules, likewise. */
  commands?: Commands;
  /** Uploads and downloads of modules, likewise. */
  uploads?: readonly Upload[];
  downloads?: readonly Download[];
  /** Public queries of modules, likewise. */
  publics?: readonly PublicQuestion[];
  /** Webhooks of modules, likewise. */
  webhooks?: Webhooks;
  /** Device endpoints of modules, likewise. */
  devices?: readonly Device[];
  /** Collects names used by routes, which entities must not take. */
  taken?: TakenNames;
  /** Routes beside the entities: files, jobs, preferences. */
  more?: ((app: FastifyInstance) => void)[];
}

const bodyLimit = 1_048_576;

export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { context, actors, system, texts } = deps;
  const limits = { ...usualLimits, ...deps.limits };
  const app = openServer(deps, limits);
  // Only JSON and multipart forms; other content types are refused.
  app.removeContentTypeParser('text/plain');
  jsonBodies(app);
  await app.register(multipart, { limits: { fileSize: 20_971_520, files: 1, fields: 20 }, throwFileSizeLimit: true });
  limitConnections(app, limits);
  securityHeaders(app, deps.embedHosts ?? []);
  tenantPlaces(app, system);
  compat(app, deps);

  const { taken } = deps;
  if (taken) app.addHook('onRoute', ({ url }) => noteRoute(taken, url));

  logRequests(app);
  requestMetrics(app);
  requestTraces(app);
  // A client that reuses its connection at the moment of its end would lose a request.
  app.addHook('onSend', async (_, reply) => {
    if (deps.readiness.isStopping()) reply.header('connection', 'close');
  });
  tellLimits(app);
  answerFailures(app, deps);
  healthRoutes(app, deps);
  const log = (message: string, error?: unknown) => app.log.error({ err: error }, message);
  const service = createAuthService({
    context,
    actors,
    system,
    texts,
    drivers: deps.drivers,
    deviceKey: deps.deviceKey,
    log,
  });
  app.addHook('onClose', () => service.settled());
  signInRoutes(app, service, actors, texts);
  stationRoutes(app, service, actors);
  captchaRoutes(app, service.captchas, texts);
  registrationRoutes(app, service, texts);
  oldCalls(app, { context, actors, texts, auth: service });
  metaRoutes(app, context, actors, texts, system);
  dictionaryRoutes(app, context, actors, texts);
  openApiRoutes(app, context.catalog, texts, callsOf(deps));
  for (const routes of deps.more ?? []) routes(app);
  entityRoutes(app, context, actors, texts);
  if (deps.webDir) await webRoutes(app, deps.webDir);
  return app;
}

/** Maps framework errors to our catalogue; unknown ones are internal errors. */
function foreign(error: unknown): AppError {
  const known = translateError(error);
  if (known instanceof AppError && known.status >= 500) return known;
  // Numeric overflow in the path or query of a call without entity fields.
  if ((error as { code?: string }).code === '22003') return new AppError('badRequest');
  const { code, statusCode, message } = error as { code?: string; statusCode?: number; message?: string };
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return new AppError('noRoute');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || code === 'FST_INVALID_MULTIPART_CONTENT_TYPE')
    return new AppError('mediaType');
  if (statusCode === 413) return new AppError('tooLarge');
  // The multipart parser sets no status for truncated forms or a missing boundary.
  const brokenForm = /^(Multipart: Boundary not found|Unexpected end of|Malformed part header)/.test(message ?? '');
  if (statusCode === 400 || brokenForm) return new AppError('malformed');
  return new AppError('internal');
}

/** An error for the log, without statement values, which may be secrets. */
const plainError = (error: Error) => ({
  type: error.name,
  message: error.message,
  code: (error as { code?: string }).code,
  stack: error.stack ?? '',
});

function openServer(deps: Deps, limits: typeof usualLimits): FastifyInstance {
  return Fastify({
    bodyLimit,
    ...serverOptions(limits),
    // What comes over an open connection while we close is answered, with `connection: close`: a balancer may not have noticed.
    return503OnClosing: false,
    trustProxy: deps.trustProxy?.length ? [...deps.trustProxy] : false,
    // Twelve digits of a buffered random UUID; drawing our own bytes would be a system call.
    genReqId: () => randomUUID().slice(24),
    routerOptions: { caseSensitive: false, maxParamLength: 100 },
    // Router refusals before any hook: a malformed address, an overlong segment.
    frameworkErrors: (error, request, reply: FastifyReply) => {
      const { status, body } = failure(deps.texts, request, foreign(error));
      void reply.status(status).send(body);
    },
    logController: new LogController({ disableRequestLogging: true }),
    logger: deps.logLevel === 'silent' ? false : { level: deps.logLevel, serializers: { err: plainError } },
  });
}

function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    // The path only: queries may contain personal input, and older clients send their token there.
    const facts = {
      id: request.id,
      method: request.method,
      path: request.url.split('?', 1)[0],
      status: reply.statusCode,
    };
    request.log.info({ ...facts, ms: Math.round(reply.elapsedTime) }, 'request');
  });
}

/** Tells programs what is left of their limit. */
function tellLimits(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    const meter = meterOf(request);
    if (!meter) return;
    const { limit, remaining, reset } = meter;
    const told = { 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': reset };
    reply.headers(told);
    if (reply.statusCode === 429) reply.header('retry-after', reset);
  });
}

function answerFailures(app: FastifyInstance, deps: Deps): void {
  const { actors, texts, webhooks = [], devices = [], publics = [] } = deps;
  const needNoSession = sessionlessCalls(
    [...webhooks, ...devices].map(({ path }) => path),
    publics,
  );
  app.setErrorHandler(async (error, request, reply) => {
    const made = error instanceof AppError ? error : foreign(error);
    const open = needNoSession.has(`${request.method} ${request.url.split('?', 1)[0]?.toLowerCase()}`);
    const answerable = made.status >= 500 || made.kind === 'noRoute' || made.kind === 'moved' || open;
    const refusal = (answerable ? null : await whySignedOut(actors, request)) ?? made;
    if (refusal.status >= 500) request.log.error({ id: request.id, err: error }, 'failed');
    const { status, body } = failure(texts, request, refusal);
    if (status === 503) reply.header('retry-after', '1');
    return reply.status(status).send(body);
  });
  app.setNotFoundHandler((request, reply) => {
    const { status, body } = failure(texts, request, new AppError('noRoute'));
    return reply.status(status).send(body);
  });
}

function healthRoutes(app: FastifyInstance, { context, watch, readiness }: Deps): void {
  app.get('/api/health', async () => {
    const data = { status: 'down', database: 'away', catalog: context.catalog.hash };
    if (!(await watch.answers())) throw new AppError('busy', { data });
    return { success: true, code: 200, message: 'OK', data: { status: 'up', catalog: context.catalog.hash } };
  });
  app.get('/api/ready', async () => {
    const reason = await readiness.why();
    if (reason) throw new AppError('busy', { data: { status: 'unready', reason } });
    return { success: true, code: 200, message: 'OK', data: { status: 'ready' } };
  });
}

/** The calls beside the entities' own, for the description of the API. */
function callsOf(deps: Deps) {
  const { context, publics = [] } = deps;
  const questions = (deps.queries ?? []).map(({ path }) => path);
  const hooks = (deps.webhooks ?? []).map(({ path }) => path);
  const { commands = [], uploads = [], downloads = [], devices = [] } = deps;
  const readers = context.catalog.entities.flatMap(({ name }) => context.registry.reader(name) ?? []);
  return { questions, hooks, commands, uploads, downloads, publics, devices, readers, own: ownCalls };
}
