import type { Entity } from '../../engine/core/index.ts';
import { can, ownOf } from '../../engine/core/index.ts';
import type { Actor, Context } from '../operations/context.ts';
import { listPage } from '../operations/read/list-records.ts';
import { prepared } from '../store/database.ts';
import { menusSql } from '../store/menu-sql.ts';
import { messagesSql, unreadSql } from '../store/notice-sql.ts';
import type { Culture, Texts } from '../texts.ts';

/** An item of the bell. `path` is the target of a click, `appCode` its application. */
export interface BellItem {
  id: string;
  title: string;
  message: string;
  noticeTime: string;
  /** For notices: 1 normal, 2 pinned. */
  type?: string;
  appCode: string | null;
  path: string;
}

export interface Bell {
  /** Records that await this person. */
  pendingNotice: BellItem[];
  /** System messages. */
  news: BellItem[];
  /** Unread notices. */
  notices: BellItem[];
}

/** Maximum items per tab of the bell. */
const most = 50;
/** Maximum records per entity that are checked for to-dos. */
const maxRecords = 20;

/** The bell of one person. The lists' rights apply: a to-do is a record that they may read and move on. */
export async function readBell(context: Context, actor: Actor, texts: Texts, culture: Culture): Promise<Bell> {
  const [[unread, messages, menu], waiting] = await Promise.all([
    context.database.read(
      actor.entrance,
      prepared(unreadSql(most), actor),
      prepared(messagesSql(), actor),
      prepared(menusSql(), actor),
    ),
    readToDos(context, actor, texts, culture),
  ]);
  const homes = applicationsOf(actor, (menu ?? []) as unknown as MenuRow[]);
  const pendingNotice = waiting.map(({ entity, ...item }) => ({ ...item, appCode: homes.get(entity) ?? null }));
  const received = actor.catalog.byName.get('received-notice');
  const appCode = homes.get('received-notice') ?? null;
  return {
    pendingNotice,
    news: (messages ?? []).map(({ id, at, payload }) => {
      const { title = '', message = '', path = '' } = payload as Readonly<Record<string, string>>;
      return { id: String(id), title, message, noticeTime: String(at), appCode: null, path };
    }),
    notices: (unread ?? []).map(({ id, title, type, at }) => ({
      id: String(id),
      title: String(title),
      message: typeWords(texts, culture)[String(type)] ?? '',
      type: String(type),
      noticeTime: String(at),
      appCode,
      path: received ? `/${received.path}/${String(id)}` : '',
    })),
  };
}

interface MenuRow {
  id: string;
  code: string;
  type: string;
  application: string;
  entity: string | null;
  component: string | null;
}

/** The application in whose menu this person finds an entity, by entity; the first of several. */
function applicationsOf(actor: Actor, menu: readonly MenuRow[]): ReadonlyMap<string, string> {
  const homes = new Map<string, string>();
  for (const { id, code, type, application, entity, component } of menu) {
    const open = actor.member === (application === 'member') && !actor.withheld?.has(code);
    const given = type === '1' && (actor.menus?.has(id) ?? true);
    if (open && given && entity && !component && !homes.has(entity)) homes.set(entity, application);
  }
  return homes;
}

/** Labels of the notice types. */
export function typeWords(texts: Texts, culture: Culture): Readonly<Record<string, string>> {
  const { options } = texts.entity(culture, 'received-notice') as { options?: Record<string, Record<string, string>> };
  return options?.['type'] ?? {};
}

type ToDo = Omit<BellItem, 'appCode'> & { entity: string };

/** Records in a state with `awaits`, whose transition this person may run on them now. */
async function readToDos(context: Context, actor: Actor, texts: Texts, culture: Culture): Promise<ToDo[]> {
  const waiting = actor.catalog.entities.flatMap((entity) => {
    const states = Object.entries(entity.states).flatMap(([state, { awaits }]) => (awaits ? [{ state, awaits }] : []));
    const mine = states.filter(({ awaits }) => holds(actor, entity, awaits));
    return mine.length > 0 ? [{ entity, mine }] : [];
  });
  const found = await Promise.all(
    waiting.map(async ({ entity, mine }) => {
      const query = { 'status.in': mine.map(({ state }) => state).join(','), pageSize: String(maxRecords) };
      const { rows } = JSON.parse(await listPage(context, actor, entity, query)) as { rows: Row[] };
      const words = texts.entity(culture, entity) as { name: string; states?: Record<string, string> };
      return rows
        .filter(({ status, _can }) => mine.some(({ state, awaits }) => state === status && _can.includes(awaits)))
        .map((row) => ({
          id: row.id,
          title: `${words.name} ${String(row[entity.title.name] ?? row.id)}`,
          message: ownOf(words.states, row.status) ?? row.status,
          noticeTime: row.updatedAt,
          entity: entity.name,
          path: `/${entity.path}/${row.id}`,
        }));
    }),
  );
  return found
    .flat()
    .sort((one, other) => (one.noticeTime < other.noticeTime ? 1 : -1))
    .slice(0, most);
}

type Row = { id: string; status: string; updatedAt: string; _can: string[] } & Record<string, unknown>;

function holds(actor: Actor, entity: Entity, transition: string): boolean {
  const rights = actor.rightsOn(entity);
  const needs = entity.actions.get(transition)?.needs ?? transition;
  return can(rights, 'read') && can(rights, needs);
}
