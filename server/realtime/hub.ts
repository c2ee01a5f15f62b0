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

/** The hub of a node: its connections and what is sent to them. */
export function createHub(on: HubDeps): Hub {
  const { context, system, actors, log } = on;
  const node = randomBytes(9).toString('base64url');
  const links = new Set<ClientConnection>();
  const server = new WebSocketServer({ noServer: true, maxPayload: 16_384, perMessageDeflate: false });
  const timers: NodeJS.Timeout[] = [];
  let pump: EventRelay | null = null;
  let stopping = false;
  // Serialised, so that connections receive events in order.
  let giving: Promise<void> = Promise.resolve();
  const inOrder = (work: () => Promise<unknown>): Promise<void> =>
    (giving = giving.then(work).then(
      () => undefined,
      (error: unknown) => log('events', error),
    ));
  const here = (): string => printCursor(pump?.cursor() ?? '0', context.clock());

  const give = (events: readonly EventRow[]) => inOrder(() => deliver(on, [...links], events, here()));

  const greet = (link: ClientConnection, cursor: string | null) =>
    inOrder(async () => {
      // The session may have ended between authentication and here: nothing is sent then.
      link.open = true;
      const living = await stillThere(on, [link]);
      if (!living.has(link)) return;
      sendRecord(link, record({}));
      if (!link.own) return;
      if (cursor !== null) await catchUp(link, cursor);
      sendEvent(link, { kind: 'cursor', cursor: here() });
    });

  const catchUp = async (link: ClientConnection, text: string) => {
    const from = readCursor(text, pump?.cursor() ?? '0', context.clock());
    const { tenant, facts } = link.actor;
    const asked = from && [from.xid, tenant, facts.id, [...link.watched], maxEvents + 1];
    const missed = asked ? (await system.pool.query<EventRow>(missedSql, asked)).rows : [tooMany];
    await deliver(on, [link], missed.length > maxEvents ? [tooMany] : missed, here());
  };

  /**
   * A client can only name an entity once it has loaded it, and reads records at the same time: what changed meanwhile
   * was not sent, because the connection did not watch it yet.
   */
  const watch = (link: ClientConnection, entities: readonly string[], ago: number) => {
    if (entities.length === 0) return;
    const from = pump?.cursorAt(ago + slack) ?? null;
    const isQueued = link.unseen.size > 0;
    for (const entity of entities) if (!link.unseen.has(entity)) link.unseen.set(entity, from);
    // One replay at a time, however often a client changes its mind.
    if (isQueued) return;
    link.replayed = link.replayed
      .then(() => replay(link))
      .catch((error: unknown) => void (stopping || log('events', error)));
  };

  const replay = async (link: ClientConnection) => {
    // After the greeting. The question itself stands in no one's way: mostly there is nothing to tell.
    await giving;
    const { tenant } = link.actor;
    const positions = [...link.unseen.values()];
    const entities = [...link.unseen.keys()].filter((entity) => link.watched.has(entity));
    link.unseen.clear();
    if (!link.open || entities.length === 0) return;
    const from = positions.reduce((a, b) => (a === null || b === null ? null : BigInt(a) < BigInt(b) ? a : b));
    const asked = from !== null && [from, tenant, entities, maxReplayed + 1];
    const events = asked ? (await system.pool.query<EventRow>(unseenSql, asked)).rows : null;
    if (events?.length === 0) return;
    const many = () => entities.map((entity): EventRow => ({ ...tooMany, tenant, kind: 'record', entity }));
    await inOrder(() => deliver(on, [link], events && events.length <= maxReplayed ? events : many(), here()));
  };

  const welcome = (socket: WebSocket, admitted: Admitted) => {
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
    const entered = system.pool.query(connectSql, [tenant, link.id, link.session, facts.id, node]);
    entered.catch((error: unknown) => log('connection', error));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      links.delete(link);
      link.open = false;
      const left = () => system.pool.query(disconnectSql, [tenant, link.id, link.session]);
      leaving.add(
        entered
          .then(left)
          .then(() => undefined)
          .catch((error: unknown) => log('connection', error)),
      );
    });
    hear(link, {
      greet: () => greet(link, admitted.cursor),
      watch: (entities, ago) => watch(link, entities, ago),
    });
  };
  const leaving = new Set<Promise<void>>();

  const ofAccount = ({ tenant, facts }: Actor) =>
    [...links].filter(({ actor }) => actor.tenant === tenant && actor.facts.id === facts.id).length;

  return {
    ticket: async (actor) => {
      const cursor = pump ? here() : null;
      return { ...(await issueHubTicket(system, actor)), cursor };
    },

    async start() {
      const tenants = () => [...new Set([...links].map(({ actor }) => actor.tenant))];
      pump = await startRelay({ system, url: on.systemUrl, tenants, give, log });
      const every = (pause: number, work: () => void) => timers.push(setInterval(work, pause).unref());
      every(pingEvery, () => {
        for (const link of links) keepAlive(link, performance.now());
      });
      every(tidyEvery, () => {
        const done = system.pool.query(heartbeatSql, [node]).then(() => system.pool.query(pruneEventsSql));
        done.catch((error: unknown) => log('tidy', error));
        // Expiry causes no event, and idle connections still advance their cursor.
        void inOrder(async () => {
          const open = [...links].filter((link) => link.open);
          for (const link of await stillThere(on, open)) sendEvent(link, { kind: 'cursor', cursor: here() });
        });
        leaving.clear();
      });
    },

    upgrade(request, socket, head) {
      socket.on('error', () => undefined);
      if (stopping || !address.test((request.url ?? '').split('?', 1)[0] ?? '')) return refuse(socket, '404 Not Found');
      admit(system, actors, request).then(
        (admitted) => {
          if (!admitted || stopping) return refuse(socket, '401 Unauthorized');
          if (ofAccount(admitted.actor) >= maxLinks) return refuse(socket, '429 Too Many Requests');
          server.handleUpgrade(request, socket, head, (opened) => welcome(opened, admitted));
        },
        (error: unknown) => {
          log('connection', error);
          refuse(socket, '503 Service Unavailable');
        },
      );
    },

    async stop() {
      stopping = true;
      for (const timer of timers) clearInterval(timer);
      await pump?.stop();
      const closed = [...links].map(
        ({ socket }) =>
          new Promise<void>((done) => {
            socket.once('close', () => done());
            socket.close(closings.stopping);
            // Do not wait for a client that does not answer the close.
            setTimeout(() => socket.terminate(), 500).unref();
          }),
      );
      await Promise.all(closed);
      await giving;
      await Promise.all(leaving);
      server.close();
    },
  };
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
