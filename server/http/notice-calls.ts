import { can, issue, ownOf, type Entity } from '../../engine/core/index.ts';
import { AppError, refused } from '../errors.ts';
import type { Actor, Context } from '../operations/context.ts';
import { parameters, type Json } from '../operations/openapi/open-api-parts.ts';
import { listOf, orNull, shape, whole } from '../operations/openapi/shapes.ts';
import type { Query } from '../operations/read/list-records.ts';
import { removeRecord } from '../operations/write/remove.ts';
import { runAction } from '../operations/write/run-action.ts';
import { readBell, typeWords } from '../realtime/notifications.ts';
import { markRead, readReceipts } from '../realtime/receipts.ts';
import type { Texts } from '../texts.ts';
import type { Call, CallRequest } from './calls.ts';
import { changeRecords, reads, thenWrite, writeRequest } from './entity-routes.ts';

interface NoticeServices {
  readonly context: Context;
  readonly texts: Texts;
}

const object: Json = { type: 'object' };
const id: Json = { type: 'string', pattern: '^[0-9]{1,19}$' };

const text: Json = { type: 'string' };
const item = shape(
  { id: text, title: text, message: text, noticeTime: text, 'type?': text, appCode: orNull(text), path: text },
  'NoticeItem',
);
const bell = shape({ pendingNotice: listOf(item), news: listOf(item), notices: listOf(item) }, 'NoticeLists');

/** Actions by the numeric notice status of the API. */
const moves: Record<string, string> = { '0': 'redraft', '1': 'publish', '2': 'withdraw', '3': 'delete' };

const bellCalls: readonly Call<NoticeServices>[] = [
  {
    ...{ method: 'get', path: 'NoticesList/getNotices', operationId: 'getNotices', answer: bell },
    run: ({ context, texts }, { actor, culture }) => readBell(context, actor, texts, culture),
  },
  {
    ...{ method: 'post', path: 'NoticesList/readAll', operationId: 'readAllNotices', answer: shape({ marked: whole }) },
    run: async ({ context }, { actor }) => ({ marked: await markRead(context, actor, {}) }),
  },
  {
    ...{ method: 'get', path: 'sysNotice/unread', operationId: 'unreadNotices', answer: object },
    async run({ context, texts }, { actor, culture }) {
      const { notices } = await readBell(context, actor, texts, culture);
      const rows = Object.entries(typeWords(texts, culture)).map(([key, value], index) => ({
        ...{ index, key, value },
        noticeData: notices.filter(({ type }) => type === key),
      }));
      return { totalRows: notices.length, rows };
    },
  },
];

/** Opening a notice marks it as read. */
const readingCalls: readonly Call<NoticeServices>[] = [
  {
    ...{ method: 'get', path: 'sysNotice/received', operationId: 'receivedNotices', answer: object, isText: true },
    query: parameters('pageNo', 'pageSize', 'searchValue'),
    run: ({ context, texts }, { actor, query }) =>
      reads['page']?.(context, actor, entityOf(context, 'received-notice'), query, texts),
  },
  {
    ...{ method: 'get', path: 'sysNoticeReceived/detail', isText: true },
    async run(on, { actor, query }) {
      const before = await detail(on, actor, 'received-notice', query);
      const { id } = JSON.parse(before) as { id: string };
      const marked = await markRead(on.context, actor, { receipt: id });
      return marked > 0 ? detail(on, actor, 'received-notice', query) : before;
    },
  },
  {
    ...{ method: 'get', path: 'sysNotice/detail' },
    async run(on, { actor, query }) {
      const text = await detail(on, actor, 'notice', query);
      const notice = JSON.parse(text) as Readonly<Record<string, unknown>> & { id: string };
      await markRead(on.context, actor, { notice: notice.id });
      const receipts = await readReceipts(on.context, actor, notice.id);
      return { ...notice, noticeUserIdList: notice['recipients'] ?? [], noticeUserReadInfoList: receipts };
    },
  },
];

const changingCalls: readonly Call<NoticeServices>[] = [
  { method: 'post', path: 'sysNotice/add', run: (on, asked) => keep(on, 'add', asked) },
  { method: 'post', path: 'sysNotice/edit', run: (on, asked) => keep(on, 'edit', asked) },
  {
    ...{ method: 'post', path: 'sysNotice/changeStatus', operationId: 'changeNoticeStatus', answer: object },
    body: {
      ...{ type: 'object', required: ['id', 'status'] },
      properties: { id, status: { enum: ['1', '2', '3', 1, 2, 3] } },
    },
    keyed: true,
    run({ context }, { actor, input: { id, version, status }, request }) {
      const verb = typeof status === 'number' || typeof status === 'string' ? ownOf(moves, String(status)) : undefined;
      const entity = entityOf(context, 'notice');
      const asked = writeRequest(actor, entity, verb ?? 'publish', request);
      const action = entity.actions.get(verb ?? '');
      if (verb === 'delete') return removeRecord(context, asked, { id, version });
      if (!action) throw refused(issue('choice.invalid', 'status'));
      return runAction(context, asked, action, { id, version });
    },
  },
];

/** Calls for notices beside their entities: the bell, received ones, reading, changing the status. */
export const noticeCalls: readonly Call<NoticeServices>[] = [...bellCalls, ...readingCalls, ...changingCalls];

function entityOf({ catalog }: Context, name: string): Entity {
  const found = catalog.byName.get(name);
  if (!found) throw new AppError('noRoute');
  return found;
}

const detail = async ({ context, texts }: NoticeServices, actor: Actor, name: string, query: Query): Promise<string> =>
  (await reads['detail']?.(context, actor, entityOf(context, name), query, texts)) ?? '';

/** The form's two buttons: save as draft, or publish at once. The right to publish is checked first. */
async function keep({ context, texts }: NoticeServices, verb: 'add' | 'edit', { actor, input, request }: CallRequest) {
  const entity = entityOf(context, 'notice');
  const { status } = input;
  const publish = status === 1 || status === '1' ? entity.actions.get('publish') : undefined;
  if (publish && !can(actor.rightsOn(entity), publish.needs))
    throw new AppError('forbidden', { params: { code: `${entity.path}:${publish.needs}` } });
  const kept = (await changeRecords({ context, texts }, actor, entity, verb, request)) as { id: string };
  if (!publish) return kept;
  return runAction(context, thenWrite(actor, entity, publish.name, request), publish, { id: kept.id });
}
