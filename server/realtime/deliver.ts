import { AppError, OutdatedRights } from '../errors.ts';
import type { Actors } from '../access/actors.ts';
import type { Actor, Context } from '../operations/context.ts';
import { liveSessionsSql, type EventRow } from '../store/event-sql.ts';
import { noticesForSql, type NoticeFor } from '../store/notice-sql.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { epochOf } from './authenticate.ts';
import { disconnect, sendEvent, sendMessage, type ClientConnection } from './client-connection.ts';
import { readableIds } from './readable.ts';

export interface Delivery {
  readonly context: Context;
  readonly actors: Actors;
  readonly system: SystemDatabase;
}

/**
 * Sends each connection the events that concern it, in order. Sessions and read permissions are checked in the database
 * after the events were read, so that nothing reaches an ended session or a person without the right.
 */
export async function deliver(
  on: Delivery,
  links: readonly ClientConnection[],
  events: readonly EventRow[],
  cursor: string,
): Promise<void> {
  const shares = links
    .map((link) => ({ link, events: events.filter((event) => concerns(link, event)) }))
    .filter((share) => share.events.length > 0);
  if (shares.length === 0) return;
  const living = await stillThere(
    on,
    shares.map(({ link }) => link),
  );
  const notices = await noticesOf(on, shares);
  for (const { link, events: mine } of shares) {
    if (!living.has(link)) continue;
    try {
      await tell(on, link, mine, notices, cursor);
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'noSession') throw error;
      disconnect(link);
    }
  }
}

/** The connections whose sessions live, with current rights; the others are disconnected. */
export async function stillThere(
  on: Delivery,
  links: readonly ClientConnection[],
): Promise<ReadonlySet<ClientConnection>> {
  if (links.length === 0) return new Set();
  const { rows } = await on.system.pool.query<{ hash: string; epoch: number }>(liveSessionsSql, [
    links.map(({ tokenHash }) => tokenHash),
  ]);
  const epochs = new Map(rows.map(({ hash, epoch }) => [hash, epoch]));
  const living = new Set<ClientConnection>();
  for (const link of links) {
    const epoch = epochs.get(link.tokenHash.toString('base64'));
    if (epoch !== undefined && (epoch === epochOf(link.actor) || (await reload(on, link)))) living.add(link);
    else disconnect(link);
  }
  return living;
}

/** Reloads the actor; false if the session is gone. Sends `rights` if permissions changed. */
async function reload(on: Delivery, link: ClientConnection): Promise<boolean> {
  const before = link.actor;
  const held = await on.actors.byHash(link.tokenHash);
  const actor = held && epochOf(held) > epochOf(before) ? held : await on.actors.byHash(link.tokenHash, true);
  if (!actor) return false;
  link.actor = actor;
  const same = (each: (actor: Actor) => unknown) => each(before) === each(actor);
  const unchanged =
    before.catalog === actor.catalog &&
    actor.catalog.entities.every((entity) => same((each) => each.rightsOn(entity))) &&
    same(({ facts }) => facts.type) &&
    same(({ facts }) => facts.org);
  if (!unchanged) sendEvent(link, { kind: 'rights' });
  return true;
}

function concerns(link: ClientConnection, { tenant, kind, account, entity }: EventRow): boolean {
  if (!link.open || (tenant !== '0' && tenant !== link.actor.tenant)) return false;
  // Changed rights concern everyone: connections that lost theirs must be closed.
  if (kind === 'rights' || kind === 'session' || kind === 'reload') return true;
  if (account !== null && account !== link.actor.facts.id) return false;
  return kind !== 'record' || (entity !== null && link.watched.has(entity));
}

async function tell(
  on: Delivery,
  link: ClientConnection,
  events: readonly EventRow[],
  notices: readonly NoticeFor[],
  cursor: string,
): Promise<void> {
  const readable = await withRights(on, link, () => readableRecords(on, link, events));
  for (const event of events) {
    const { id, kind, record } = event;
    if (kind === 'session' || kind === 'rights') continue;
    if (kind === 'notice') {
      const mine = notices.find((each) => each.notice === record && each.account === link.actor.facts.id);
      if (!mine) continue;
      const { title, type, popup } = mine;
      if (popup) sendMessage(link, { title, message: title, messagetype: type === '2' ? 2 : 0 });
      sendEvent(link, { id, cursor, kind });
    } else if (kind === 'message') {
      const { title = '', message = '', messagetype = 0 } = event.payload ?? {};
      sendMessage(link, { title: String(title), message: String(message), messagetype: Number(messagetype) });
      sendEvent(link, { id, cursor, kind });
    } else if (kind === 'record') {
      const { entity, verb } = event;
      const shown = record === null ? readable.has(`${entity}`) : readable.has(`${entity}/${record}`);
      if (shown) sendEvent(link, { id, cursor, kind, entity, record, added: verb === 'add' });
    } else {
      sendEvent(link, { id, cursor, kind, record, ...(kind === 'job' ? { state: event.verb } : {}) });
    }
  }
}

/** `entity/id` of the events' records that this person may read, or `entity` if there are too many to name. */
async function readableRecords(
  { context }: Delivery,
  { actor }: ClientConnection,
  events: readonly EventRow[],
): Promise<ReadonlySet<string>> {
  const byEntity = new Map<string, (string | null)[]>();
  for (const { kind, entity, record } of events) {
    if (kind === 'record' && entity) byEntity.set(entity, [...(byEntity.get(entity) ?? []), record]);
  }
  const readable = new Set<string>();
  for (const [name, records] of byEntity) {
    const entity = actor.catalog.byName.get(name);
    if (!entity || !actor.lensOn(entity).where) continue;
    const ids = [...new Set(records.filter((record) => record !== null))];
    for (const id of ids.length > 0 ? await readableIds(context, actor, entity, ids) : [])
      readable.add(`${name}/${id}`);
    if (records.includes(null)) readable.add(name);
  }
  return readable;
}

/** If the rights change between checking the session and reading the rows, reloads them and reads again. */
async function withRights<T>(on: Delivery, link: ClientConnection, work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof OutdatedRights) || tries >= 5) throw error;
      if (!(await reload(on, link))) throw new AppError('noSession');
    }
  }
}

/** Which of the connected people received which of the notices. */
async function noticesOf(
  { system }: Delivery,
  shares: readonly { link: ClientConnection; events: readonly EventRow[] }[],
): Promise<readonly NoticeFor[]> {
  const asked = shares.flatMap(({ events }) => events.filter(({ kind }) => kind === 'notice'));
  if (asked.length === 0) return [];
  const accounts = [...new Set(shares.map(({ link }) => link.actor.facts.id))];
  const { rows } = await system.pool.query<NoticeFor>(noticesForSql, [
    [...new Set(asked.map(({ tenant }) => tenant))],
    [...new Set(asked.flatMap(({ record }) => record ?? []))],
    accounts,
  ]);
  return rows;
}
