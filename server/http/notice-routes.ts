import type { FastifyInstance, FastifyRequest } from 'fastify';
import { can, issue, ownOf } from '../../engine/core/index.ts';
import { AppError, refused } from '../errors.ts';
import type { Actors } from '../access/actors.ts';
import type { Actor, Context } from '../operations/context.ts';
import type { Query } from '../operations/read/list-records.ts';
import { removeRecord } from '../operations/write/remove.ts';
import { runAction } from '../operations/write/run-action.ts';
import { readBell, typeWords } from '../realtime/notifications.ts';
import { markRead, readReceipts } from '../realtime/receipts.ts';
import type { Texts } from '../texts.ts';
import { changeRecords, reads, thenWrite, writeRequest } from './entity-routes.ts';
import { sendText, success, successText } from './envelope.ts';
import { asActor } from './session.ts';

/** Actions by the numeric notice status of the API. */
const moves: Record<string, string> = { '0': 'redraft', '1': 'publish', '2': 'withdraw', '3': 'delete' };

/**
 * Calls for notices beside their entities: the bell, received ones, marking as read on opening, changing the status.
 */
export function noticeRoutes(app: FastifyInstance, context: Context, actors: Actors, texts: Texts): void {
  const entityOf = (name: string) => {
    const found = context.catalog.byName.get(name);
    if (!found) throw new AppError('noRoute');
    return found;
  };
  const queryOf = (request: FastifyRequest) => request.query as Query;
  const detail = (actor: Actor, name: string, query: Query) =>
    reads['detail']?.(context, actor, entityOf(name), query, texts) ?? '';

  app.get('/api/NoticesList/getNotices', async (request, reply) => {
    const culture = texts.culture(queryOf(request)['culture']);
    const bell = await asActor(actors, request, (actor) => readBell(context, actor, texts, culture));
    return sendText(reply, success(bell));
  });

  app.post('/api/NoticesList/readAll', async (request, reply) => {
    const marked = await asActor(actors, request, (actor) => markRead(context, actor, {}));
    return sendText(reply, success({ marked }));
  });

  app.get('/api/sysNoticeReceived/detail', async (request, reply) => {
    const query = queryOf(request);
    const text = await asActor(actors, request, async (actor) => {
      const before = await detail(actor, 'received-notice', query);
      const { id } = JSON.parse(before) as { id: string };
      return (await markRead(context, actor, { receipt: id })) > 0 ? detail(actor, 'received-notice', query) : before;
    });
    return sendText(reply, successText(text));
  });

  app.get('/api/sysNotice/detail', async (request, reply) => {
    const answer = await asActor(actors, request, async (actor) => {
      const text = await detail(actor, 'notice', queryOf(request));
      const notice = JSON.parse(text) as Readonly<Record<string, unknown>> & { id: string };
      await markRead(context, actor, { notice: notice.id });
      const receipts = await readReceipts(context, actor, notice.id);
      return { ...notice, noticeUserIdList: notice['recipients'] ?? [], noticeUserReadInfoList: receipts };
    });
    return sendText(reply, success(answer));
  });

  app.get('/api/sysNotice/received', async (request, reply) => {
    const page = await asActor(actors, request, (actor) =>
      Promise.resolve(reads['page']?.(context, actor, entityOf('received-notice'), queryOf(request), texts) ?? ''),
    );
    return sendText(reply, successText(page));
  });

  app.get('/api/sysNotice/unread', async (request, reply) => {
    const culture = texts.culture(queryOf(request)['culture']);
    const { notices } = await asActor(actors, request, (actor) => readBell(context, actor, texts, culture));
    const rows = Object.entries(typeWords(texts, culture)).map(([key, value], index) => ({
      index,
      key,
      value,
      noticeData: notices.filter(({ type }) => type === key),
    }));
    return sendText(reply, success({ totalRows: notices.length, rows }));
  });

  // The form's two buttons: save as draft, or publish at once. The right to publish is checked first.
  for (const verb of ['add', 'edit'] as const) {
    app.post(`/api/sysNotice/${verb}`, async (request, reply) => {
      const { status } = (request.body ?? {}) as Readonly<Record<string, unknown>>;
      const answer = await asActor(actors, request, async (actor) => {
        const entity = entityOf('notice');
        const publish = status === 1 || status === '1' ? entity.actions.get('publish') : undefined;
        if (publish && !can(actor.rightsOn(entity), publish.needs)) {
          throw new AppError('forbidden', { params: { code: `${entity.path}:${publish.needs}` } });
        }
        const kept = (await changeRecords(context, actor, entity, verb, request, texts)) as { id: string };
        return publish
          ? runAction(context, thenWrite(actor, entity, publish.name, request), publish, { id: kept.id })
          : kept;
      });
      return sendText(reply, success(answer));
    });
  }

  app.post('/api/sysNotice/changeStatus', async (request, reply) => {
    const body = (request.body ?? {}) as Readonly<Record<string, unknown>>;
    const { status } = body;
    const verb = typeof status === 'number' || typeof status === 'string' ? ownOf(moves, String(status)) : undefined;
    const answer = await asActor(actors, request, async (actor) => {
      const entity = entityOf('notice');
      const asked = writeRequest(actor, entity, verb ?? 'publish', request);
      const action = entity.actions.get(verb ?? '');
      const input = { id: body['id'], version: body['version'] };
      if (verb === 'delete') return removeRecord(context, asked, input);
      if (!action) throw refused(issue('choice.invalid', 'status'));
      return runAction(context, asked, action, input);
    });
    return sendText(reply, success(answer));
  });
}
