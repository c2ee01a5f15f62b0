import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Actor } from '../operations/context.ts';
import {
  connectSql,
  disconnectSql,
  heartbeatSql,
  missedSql,
  maxEvents,
  pruneEventsSql,
  tooMany,
  unseenSql,
  type EventRow,
} from '../store/event-sql.ts';
import { admit, issueHubTicket, type Admitted } from './authenticate.ts';
import { printCursor, readCursor } from './cursor.ts';
import { deliver, stillThere, type Delivery } from './deliver.ts';
import { startRelay, type EventRelay } from './event-relay.ts';
import { hear } from './subscribe.ts';
import { closings, keepAlive, sendEvent, sendRecord, type ClientConnection } from './client-connection.ts';
import { record } from './protocol.ts';

export interface Hub {
  /** A one-use ticket for the caller's own client, and the cursor to start from. Throws `noSession`. */
  ticket(actor: Actor): Promise<{ ticket: string; cursor: string | null }>;
  /** Starts listening for events of all nodes. */
  start(): Promise<void>;
  /** Upgrades a request to a connection, or refuses it. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  stop(): Promise<void>;
}

export interface HubDeps extends Delivery {
  /** Connection string of the system role: LISTEN needs a connection of its own. */
  readonly systemUrl: string;
  log(message: string, error?: unknown): void;
}

/** Maximum connections per account and node. */
const maxLinks = 20;
const address = /^\/hubs\/chathub\/?$/i;
const pingEvery = 10_000;
const tidyEvery = 30_000;
/** Milliseconds that a client's message may be late, beside a request that it sent at the same time. */
const slack = 2_000;
/** Records that are named one by one when an entity is watched; more are announced as one change of many. */
const maxReplayed = 200;

/** What the connections of a node share. */
interface Room {
  readonly on: HubDeps;
  readonly node: string;
  readonly links: Set<ClientConnection>;
  /** Records of connections that ended, on their way to the database. */
  readonly leaving: Set<Promise<void>>;
  pump: EventRelay | null;
  stopping: boolean;
  /** Serialised, so that connections receive events in order. */
  inOrder(work: () => Promise<unknown>): Promise<void>;
  /** When everything that was given so far has been sent. */
  given(): Promise<void>;
  /** The cursor of what has been sent. */
  here(): string;
}

function openRoom(on: HubDeps): Room {
  let giving: Promise<void> = Promise.resolve();
  const room: Room = {
    ...{ on, node: randomBytes(9).toString('base64url'), links: new Set(), leaving: new Set() },
    ...{ pump: null, stopping: false },
    inOrder: (work) =>
      (giving = giving.then(work).then(
        () => undefined,
        (error: unknown) => on.log('events', error),
      )),
    given: () => giving,
    here: () => printCursor(room.pump?.cursor() ?? '0', on.context.clock()),
  };
  return room;
}

/** The hub of a node: its connections and what is sent to them. */
export function createHub(on: HubDeps): Hub {
  const room = openRoom(on);
  const { links } = room;
  const server = new WebSocketServer({ noServer: true, maxPayload: 16_384, perMessageDeflate: false });
  const timers: NodeJS.Timeout[] = [];
  const ofAccount = ({ tenant, facts }: Actor) =>
    [...links].filter(({ actor }) => actor.tenant === tenant && actor.facts.id === facts.id).length;

  return {
    ticket: async (actor) => {
      const cursor = room.pump ? room.here() : null;
      return { ...(await issueHubTicket(on.system, actor)), cursor };
    },

    async start() {
      const tenants = () => [...new Set([...links].map(({ actor }) => actor.tenant))];
      const give = (events: readonly EventRow[]) => room.inOrder(() => deliver(on, [...links], events, room.here()));
      room.pump = await startRelay({ system: on.system, url: on.systemUrl, tenants, give, log: on.log });
      const every = (pause: number, work: () => void) => timers.push(setInterval(work, pause).unref());
      every(pingEvery, () => {
        for (const link of links) keepAlive(link, performance.now());
      });
      every(tidyEvery, () => tidy(room));
    },

    upgrade(request, socket, head) {
      socket.on('error', () => undefined);
      if (room.stopping || !address.test((request.url ?? '').split('?', 1)[0] ?? ''))
        return refuse(socket, '404 Not Found');
      admit(on.system, on.actors, request).then(
        (admitted) => {
          if (!admitted || room.stopping) return refuse(socket, '401 Unauthorized');
          if (ofAccount(admitted.actor) >= maxLinks) return refuse(socket, '429 Too Many Requests');
          server.handleUpgrade(request, socket, head, (opened) => welcome(room, opened, admitted));
        },
        (error: unknown) => {
          on.log('connection', error);
          refuse(socket, '503 Service Unavailable');
        },
      );
    },

    async stop() {
      room.stopping = true;
      for (const timer of timers) clearInterval(timer);
      await room.pump?.stop();
      await Promise.all([...links].map(({ socket }) => closed(socket)));
      await room.given();
      await Promise.all(room.leaving);
      server.close();
    },
  };
}

function welcome(room: Room, socket: WebSocket, admitted: Admitted): void {
  const { on, node, links, leaving } = room;
  const link: ClientConnection = {
    ...admitted,
    id: randomBytes(12).toString('base64url'),
    open: false,
    watched: new Set(),
    unseen: new Map(),
    replayed: Promise.resolve(),
    heardAt: performance.now(),
    socket,
  };
  const { tenant, facts } = link.actor;
  links.add(link);
  const entered = on.system.pool.query(connectSql, [tenant, link.id, link.session, facts.id, node]);
  entered.catch((error: unknown) => on.log('connection', error));
  socket.on('error', () => undefined);
  socket.on('close', () => {
    links.delete(link);
    link.open = false;
    const left = () => on.system.pool.query(disconnectSql, [tenant, link.id, link.session]);
    leaving.add(
      entered
        .then(left)
        .then(() => undefined)
        .catch((error: unknown) => on.log('connection', error)),
    );
  });
  hear(link, {
    greet: () => greet(room, link, admitted.cursor),
    watch: (entities, ago) => watch(room, link, entities, ago),
  });
}

const greet = (room: Room, link: ClientConnection, cursor: string | null): Promise<void> =>
  room.inOrder(async () => {
    // The session may have ended between authentication and here: nothing is sent then.
    link.open = true;
    const living = await stillThere(room.on, [link]);
    if (!living.has(link)) return;
    sendRecord(link, record({}));
    if (!link.own) return;
    if (cursor !== null) await catchUp(room, link, cursor);
    sendEvent(link, { kind: 'cursor', cursor: room.here() });
  });

async function catchUp({ on, pump, here }: Room, link: ClientConnection, text: string): Promise<void> {
  const from = readCursor(text, pump?.cursor() ?? '0', on.context.clock());
  const { tenant, facts } = link.actor;
  const asked = from && [from.xid, tenant, facts.id, [...link.watched], maxEvents + 1];
  const missed = asked ? (await on.system.pool.query<EventRow>(missedSql, asked)).rows : [tooMany];
  await deliver(on, [link], missed.length > maxEvents ? [tooMany] : missed, here());
}

/**
 * A client can only name an entity once it has loaded it, and reads records at the same time: what changed meanwhile
 * was not sent, because the connection did not watch it yet.
 */
function watch(room: Room, link: ClientConnection, entities: readonly string[], ago: number): void {
  if (entities.length === 0) return;
  const from = room.pump?.cursorAt(ago + slack) ?? null;
  const isQueued = link.unseen.size > 0;
  for (const entity of entities) if (!link.unseen.has(entity)) link.unseen.set(entity, from);
  // One replay at a time, however often a client changes its mind.
  if (isQueued) return;
  link.replayed = link.replayed
    .then(() => replay(room, link))
    .catch((error: unknown) => void (room.stopping || room.on.log('events', error)));
}

async function replay({ on, given, inOrder, here }: Room, link: ClientConnection): Promise<void> {
  // After the greeting. The question itself stands in no one's way: mostly there is nothing to tell.
  await given();
  const { tenant } = link.actor;
  const positions = [...link.unseen.values()];
  const entities = [...link.unseen.keys()].filter((entity) => link.watched.has(entity));
  link.unseen.clear();
  if (!link.open || entities.length === 0) return;
  const from = positions.reduce((a, b) => (a === null || b === null ? null : BigInt(a) < BigInt(b) ? a : b));
  const asked = from !== null && [from, tenant, entities, maxReplayed + 1];
  const events = asked ? (await on.system.pool.query<EventRow>(unseenSql, asked)).rows : null;
  if (events?.length === 0) return;
  const many = () => entities.map((entity): EventRow => ({ ...tooMany, tenant, kind: 'record', entity }));
  await inOrder(() => deliver(on, [link], events && events.length <= maxReplayed ? events : many(), here()));
}

/** Says that this node lives, lets old events go, and tells connections how far they are. */
function tidy({ on, node, links, leaving, inOrder, here }: Room): void {
  const done = on.system.pool.query(heartbeatSql, [node]).then(() => on.system.pool.query(pruneEventsSql));
  done.catch((error: unknown) => on.log('tidy', error));
  // Expiry causes no event, and idle connections still advance their cursor.
  void inOrder(async () => {
    const open = [...links].filter((link) => link.open);
    for (const link of await stillThere(on, open)) sendEvent(link, { kind: 'cursor', cursor: here() });
  });
  leaving.clear();
}

const closed = (socket: WebSocket): Promise<void> =>
  new Promise((done) => {
    socket.once('close', () => done());
    socket.close(closings.stopping);
    // Do not wait for a client that does not answer the close.
    setTimeout(() => socket.terminate(), 500).unref();
  });

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
