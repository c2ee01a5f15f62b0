import type { FastifyInstance, FastifyRequest } from 'fastify';
import { can, issue, type Entity } from '../../../engine/core/index.ts';
import { AppError, refused } from '../../errors.ts';
import type { Actors } from '../../access/actors.ts';
import type { AuthService } from '../../auth/auth-service.ts';
import type { Actor, Context } from '../../operations/context.ts';
import { createRecord } from '../../operations/write/add.ts';
import type { Query } from '../../operations/read/list-records.ts';
import { runAction } from '../../operations/write/run-action.ts';
import { timerTasks } from '../../timers/tasks.ts';
import type { Texts } from '../../texts.ts';
import { reads, thenWrite, writeRequest } from '../entity-routes.ts';
import { sendText, success, successText } from '../envelope.ts';
import { asActor } from '../session.ts';
import { hostOf, textsOf } from '../sign-in-routes.ts';
import { enumeration, enumerationOfField } from './enumerations.ts';
import { docOfHtml, htmlOfDoc } from './rich-html.ts';

interface Deps {
  context: Context;
  actors: Actors;
  texts: Texts;
  auth: Pick<AuthService, 'sendCode' | 'checkCode'>;
}

/**
 * Calls of existing clients that our own client does not use. Unsupported ones are refused with a message, never with
 * 404.
 */
export function oldCalls(app: FastifyInstance, on: Deps): void {
  const { context, actors, texts } = on;
  const cultureOf = (request: FastifyRequest) => texts.culture((request.query as Query)['culture']);
  const get = (path: string, read: (actor: Actor, request: FastifyRequest) => Promise<unknown>) =>
    app.get(`/api/${path}`, async (request, reply) =>
      sendText(reply, success(await asActor(actors, request, (actor) => read(actor, request)))),
    );
  const post = (path: string, write: (actor: Actor, request: FastifyRequest) => Promise<unknown>) =>
    app.post(`/api/${path}`, async (request, reply) =>
      sendText(reply, success(await asActor(actors, request, (actor) => write(actor, request)))),
    );

  // The host determines the tenant, so nobody has to choose one.
  app.get('/api/getTenantOpen', async (_, reply) => sendText(reply, success(false)));

  app.post('/api/sysMenu/detail', async (request, reply) => {
    const { id } = bodyOf(request);
    const query = { ...(request.query as Query), id: typeof id === 'number' ? String(id) : (id as string | undefined) };
    const read = (actor: Actor) => readAs(on, actor, 'menu', 'detail', query);
    return sendText(reply, successText(await asActor(actors, request, read)));
  });

  app.get('/api/sms/page', async (request, reply) => {
    const read = (actor: Actor) => readAs(on, actor, 'sms', 'page', request.query as Query);
    return sendText(reply, successText(await asActor(actors, request, read)));
  });

  get('sysEnumData/list', (actor, request) =>
    enumeration({ context, actor, culture: cultureOf(request), texts }, (request.query as Query)['enumName']),
  );
  get('sysEnumData/listByFiled', (actor, request) =>
    enumerationOfField({ context, actor, culture: cultureOf(request), texts }, request.query as Query),
  );

  messages(app, on);
  post('email/sendEmailHtml', async (actor, request) => {
    const { to, title, content } = bodyOf(request);
    const entity = actor.catalog.byName.get('mail');
    const send = entity?.actions.get('send');
    if (!entity || !send) throw new AppError('noRoute');
    if (!can(actor.rightsOn(entity), send.needs)) {
      throw new AppError('forbidden', { params: { code: `${entity.path}:${send.needs}` } });
    }
    const clean = typeof content === 'string' ? htmlOfDoc(docOfHtml(content)) : content;
    const mail = { to, title, content: clean, html: true };
    const { id } = await createRecord(context, writeRequest(actor, entity, 'add', request), mail);
    return runAction(context, thenWrite(actor, entity, send.name, request), send, { id });
  });

  const actionClasses = async (actor: Actor) => {
    readable(actor, 'timer');
    return [...Object.keys(timerTasks), ...context.registry.tasks.map(({ name }) => name)];
  };
  get('sysTimers/getActionClasses', actionClasses);
  post('sysTimers/getActionClasses', actionClasses);

  codeGenerator(on, get, post);
}

/** Codes by text message without a session: sent as for registration, and checked without being spent. */
function messages(app: FastifyInstance, { texts, auth }: Deps): void {
  app.post('/api/sms/sendLoginMessage', async (request, reply) => {
    const to = textsOf(request)('phoneNumbers').trim();
    if (!/^[0-9+() -]{5,25}$/.test(to)) throw refused(issue('phone.invalid', 'phoneNumbers'));
    const culture = texts.culture((request.query as Query)['culture']);
    const from = { host: hostOf(request), ip: request.ip, culture };
    return sendText(reply, success(await auth.sendCode({ ...from, purpose: 'register', to, captcha: null })));
  });

  app.post('/api/sms/validateMessage', async (request, reply) => {
    const text = textsOf(request);
    const code = text('code').trim();
    if (!/^\d{6}$/.test(code)) throw refused(issue('code.shape', 'code'));
    await auth.checkCode({ host: hostOf(request), ip: request.ip, to: text('phoneNumbers').trim(), code });
    return sendText(reply, success(null));
  });
}

type Registers = (path: string, work: (actor: Actor, request: FastifyRequest) => Promise<unknown>) => void;

/**
 * The code generator of these clients: lists the readable entities. Generation is refused with a pointer to the
 * designer, because a schema is all that an entity needs.
 */
function codeGenerator({ texts }: Deps, get: Registers, post: Registers): void {
  const cultureOf = (request: FastifyRequest) => texts.culture((request.query as Query)['culture']);
  const entities = (actor: Actor) => {
    readable(actor, 'menu');
    return actor.catalog.entities.filter((entity) => can(actor.rightsOn(entity), 'read'));
  };
  const entityOf = (actor: Actor, name: unknown) => {
    const asked = String(name ?? '');
    const found = entities(actor).find((each) => each.name === asked || each.table === asked || each.path === asked);
    if (!found) throw new AppError('notFound');
    return found;
  };
  const columns = (entity: Entity, culture: string) => {
    const words = (texts.entity(culture, entity)['fields'] ?? {}) as Record<string, string>;
    return entity.fields.map((field) => ({
      id: field.name,
      codeGenId: entity.name,
      columnName: field.id,
      columnComment: words[field.name] ?? texts.engine(culture, `given.${field.name}`),
      dataType: field.meta.type,
      netType: field.type.column(field.meta)?.type ?? '',
      dictTypeCode: field.meta.dictionary ?? '',
      whetherRequired: field.required === true ? 'Y' : 'N',
      whetherTable: entity.meta.list.columns.includes(field.name) ? 'Y' : 'N',
      whetherAddUpdate: field.system || field.readOnly === true ? 'N' : 'Y',
      queryWhether: (entity.meta.list.filters ?? []).includes(field.name) ? 'Y' : 'N',
      columnKey: field.name === 'id' ? 'True' : 'False',
    }));
  };

  get('codeGenerate/page', async (actor, request) => {
    const { pageNo, pageSize } = request.query as Query;
    const [no, size] = [whole(pageNo, 1, 1_000_000), whole(pageSize, 10, 200)];
    const all = entities(actor);
    const rows = all.slice((no - 1) * size, no * size).map((entity) => ({
      ...{ id: entity.name, tableName: entity.table, className: entity.path, generateType: '1', tablePrefix: 'N' },
      ...{ busName: texts.entity(cultureOf(request), entity).name, authorName: '', nameSpace: '' },
      ...{ menuApplication: '', menuPid: '0' },
    }));
    return { pageNo: no, pageSize: size, totalPage: Math.ceil(all.length / size), totalRows: all.length, rows };
  });
  get('codeGenerate/ColumnList/:tableName', async (actor, request) => {
    const { tableName } = request.params as { tableName: string };
    return columns(entityOf(actor, tableName), cultureOf(request));
  });
  get('sysCodeGenerateConfig/list', async (actor, request) =>
    columns(entityOf(actor, (request.query as Query)['codeGenId']), cultureOf(request)),
  );
  for (const path of [
    ...['add', 'edit', 'delete', 'runLocal'].map((verb) => `codeGenerate/${verb}`),
    'sysCodeGenerateConfig/edit',
  ]) {
    post(path, async (actor) => {
      readable(actor, 'menu');
      throw refused(issue('codeGenerate.notHere', ''));
    });
  }
}

function whole(text: unknown, otherwise: number, most: number): number {
  const number = typeof text === 'string' && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : otherwise;
  return Math.min(number, most);
}

function readable(actor: Actor, name: string): Entity {
  const entity = actor.catalog.byName.get(name);
  if (!entity) throw new AppError('noRoute');
  if (!can(actor.rightsOn(entity), 'read'))
    throw new AppError('forbidden', { params: { code: `${entity.path}:page` } });
  return entity;
}

async function readAs({ context, texts }: Deps, actor: Actor, name: string, verb: 'page' | 'detail', query: Query) {
  const entity = actor.catalog.byName.get(name);
  const read = reads[verb];
  if (!entity || !read) throw new AppError('noRoute');
  return read(context, actor, entity, query, texts);
}

function bodyOf({ body }: FastifyRequest): Readonly<Record<string, unknown>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError('malformed');
  return body as Readonly<Record<string, unknown>>;
}
