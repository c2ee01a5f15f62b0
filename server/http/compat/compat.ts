import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ownOf, type Entity } from '../../../engine/core/index.ts';
import { refused } from '../../errors.ts';
import { accountNames, publisherNames } from '../../account/account-names.ts';
import type { Actors } from '../../access/actors.ts';
import { keyMark } from '../../access/api-keys.ts';
import { readSetting } from '../../settings/settings.ts';
import type { Actor, Context } from '../../operations/context.ts';
import type { Query } from '../../operations/read/list-records.ts';
import { readTree } from '../../operations/read/pick.ts';
import type { Texts } from '../../texts.ts';
import { asActor, readerOf, bearer } from '../session.ts';
import { withoutRepeat } from './accounts.ts';
import { loginUserInOldWords, machineInOldWords, menuInOldWords, rowInOldWords, treeInOldWords } from './answers.ts';
import { messageOf } from './refusals.ts';
import { bodyInOwnWords, deletionOf, knowEntities, queryInOwnWords } from './requests.ts';

type Row = Record<string, unknown>;

export interface CompatDeps {
  context: Context;
  actors: Actors;
  system: Parameters<typeof accountNames>[0];
  texts: Texts;
}

/** `plain` in this header selects the native API; our own browser client sends it. */
export const plainHeader = 'x-wire';

/**
 * Compatibility with clients of the earlier API: requests are converted into our names and values before a route sees
 * them, answers are converted back. Routes are unaware of it.
 */
export function compat(app: FastifyInstance, on: CompatDeps): void {
  knowEntities(on.context.catalog.entities.map(({ name }) => name));

  app.addHook('preHandler', async (request) => {
    if (!isOld(request)) return;
    const { path, verb } = callOf(request);
    const token = bearer(request);
    const actor = token === '' ? null : await on.actors.byToken(token);
    const entity = actor ? named(actor, path, verb) : undefined;
    if (!actor || !entity) return;
    if (request.method === 'GET') {
      if (!listed.has(verb) && verb !== 'export') return;
      const asked = request.query as Query;
      request.query = await queryInOwnWords(actor, entity, asked, (tree) =>
        asActor(on.actors, request, (reader) => readTree(on.context, reader, tree), { entersItself: true }),
      );
      return;
    }
    if (verb === 'delete') request.body = deletionOf(request.body, request.headers['if-match']);
    const { body } = request;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
    const given = entity.name === 'account' && verb === 'add' ? withoutRepeat(body as Row) : { body, issues: [] };
    const own = bodyInOwnWords(entity, given.body as Row);
    const issues = [...given.issues, ...own.issues];
    if (issues.length > 0) throw refused(...issues);
    request.body =
      entity.name === 'account' && verb === 'resetpwd' ? await withDefault(on, request, own.body as Row) : own.body;
  });

  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || !isOld(request)) return payload;
    if (payload.startsWith('{"success":false')) return refusalInWords(on, request, payload);
    if (reply.statusCode !== 200) return payload;
    const { path, verb } = callOf(request);
    const actor = readerOf(request);
    if (!actor || !payload.startsWith('{"success":true')) return payload;
    const change = answerOf(on, actor, path, verb, request.method);
    if (!change) return payload;
    const answer = JSON.parse(payload) as Row;
    return JSON.stringify({ ...answer, data: await change(answer['data'] as Row) });
  });
}

/** These clients only show the message, so it names the field of each issue. */
function refusalInWords({ context, texts }: CompatDeps, request: FastifyRequest, payload: string): string {
  const answer = JSON.parse(payload) as Row & { code: number; issues?: { path: string; message: string }[] };
  if (!answer.issues || answer.issues.length === 0) return payload;
  const { path, verb } = callOf(request);
  const catalog = readerOf(request)?.catalog ?? context.catalog;
  const entity = named({ catalog }, path, verb) ?? catalog.byName.get('account');
  const culture = texts.culture((request.query as Query)['culture']);
  return JSON.stringify({ ...answer, message: messageOf(answer.issues, texts, culture, { entity, verb }) });
}

const isOld = (request: FastifyRequest): boolean =>
  request.headers[plainHeader] !== 'plain' &&
  request.url.startsWith('/api/') &&
  // API keys are newer than the earlier API.
  !bearer(request).startsWith(keyMark);

/** The two parts of a call's path, in lower case. */
function callOf({ url }: FastifyRequest): { path: string; verb: string } {
  const [, , path = '', verb = ''] = url.split('?', 1)[0]?.toLowerCase().split('/') ?? [];
  return { path, verb };
}

/** Verbs that read lists. */
const listed: ReadonlySet<string> = new Set(['page', 'list', 'received']);

/** Alternative paths of entities. */
const otherPaths: Readonly<Record<string, string>> = { sms: 'syssms', email: 'sysemail' };

function named({ catalog }: Pick<Actor, 'catalog'>, path: string, verb: string): Entity | undefined {
  if (path === 'sysnotice' && verb === 'received') return catalog.byName.get('received-notice');
  return catalog.byPath.get(ownOf(otherPaths, path) ?? path);
}

type Change = (data: Row) => unknown;

/** The conversion of a call's answer; null for none. */
function answerOf(on: CompatDeps, actor: Actor, path: string, verb: string, method: string): Change | null {
  if (path === 'getloginuser') return loginUserInOldWords;
  if (path === 'sysmenu' && verb === 'change') return (data) => (Array.isArray(data) ? menuInOldWords(data) : data);
  if (path === 'sysmachine') return ownOf(machineInOldWords, verb) ?? null;
  const entity = named(actor, path, verb);
  if (!entity) return null;
  if (method === 'POST' && verb !== 'detail') {
    return typeof entity.start === 'string' ? (data) => (isRow(data) ? rowInOldWords(entity, data) : data) : null;
  }
  const rows = async (some: Row[]) => withNames(on, actor, entity, treeInOldWords(entity, some));
  if (verb === 'page' || verb === 'received') {
    return async (data) => ({ ...data, rows: await rows(data['rows'] as Row[]) });
  }
  if (verb === 'list') return (data) => (Array.isArray(data) ? rows(data as Row[]) : data);
  if (verb === 'detail') return async (data) => (isRow(data) ? (await rows([data]))[0] : data);
  return null;
}

const isRow = (data: unknown): data is Row => typeof data === 'object' && data !== null && !Array.isArray(data);

/** Adds names of people that the rows lack. */
async function withNames({ system }: CompatDeps, actor: Actor, entity: Entity, rows: Row[]): Promise<Row[]> {
  const ids = (field: string) => rows.flatMap((row) => (typeof row[field] === 'string' ? [row[field]] : []));
  if (entity.name === 'session') {
    const names = await accountNames(system, actor.tenant, ids('account'));
    return rows.map((row) => {
      const { account, name, nickName } = names.get(String(row['account'])) ?? {};
      return { ...row, accountId: row['account'], account: account ?? null, name, nickName: nickName ?? null };
    });
  }
  if (entity.name !== 'received-notice') return rows;
  const publishers = await publisherNames(system, actor.tenant, ids('id'));
  return rows.map((row) => ({ ...row, publicUserName: publishers.get(String(row['id'])) ?? null }));
}

/**
 * These clients do not show a generated password, so a reset uses the tenant's `DEFAULT_PASSWORD`, which must be
 * changed at the next sign-in.
 */
async function withDefault({ system, actors }: CompatDeps, request: FastifyRequest, body: Row): Promise<Row> {
  if (body['password'] || body['confirm']) return body;
  const { tenant } = await asActor(actors, request, async (actor) => actor);
  const password = await readSetting(system, tenant, 'DEFAULT_PASSWORD');
  return password ? { ...body, password, confirm: password } : body;
}
