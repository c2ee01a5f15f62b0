import { closings, sendRecord, type ClientConnection } from './client-connection.ts';
import { isHandshake, messageTypes, readRecords, record } from './protocol.ts';

/** Timeout of the handshake in milliseconds. */
const handshakeWithin = 15_000;

/** Maximum entities that a connection may watch. */
const maxWatched = 64;

/** What the hub does about a client's messages. */
export interface Heard {
  greet(): Promise<void>;
  /** The client shows records of further entities, which it began to read `ago` milliseconds ago. */
  watch(entities: readonly string[], ago: number): void;
}

/**
 * Reads a client's messages: the handshake (answered by `greet`), pings, and the entities that it shows. A malformed
 * message closes the connection.
 */
export function hear(link: ClientConnection, on: Heard): void {
  const { socket } = link;
  let shaken = false;
  const patience = setTimeout(() => socket.terminate(), handshakeWithin);
  socket.on('close', () => clearTimeout(patience));
  socket.on('message', (data, binary) => {
    link.heardAt = performance.now();
    const records = binary ? null : readRecords(textOf(data));
    if (!records) return socket.close(closings.protocol);
    for (const each of records) {
      if (shaken) hearRecord(link, each, on);
      else if (isHandshake(each)) {
        shaken = true;
        clearTimeout(patience);
        link.watched = entitiesOf(each['watch']);
        void on.greet();
        const ago = each['ago'];
        if (link.own && typeof ago === 'number') on.watch([...link.watched], Math.max(0, ago));
      } else return socket.close(closings.protocol);
    }
  });
}

function hearRecord(link: ClientConnection, message: Readonly<Record<string, unknown>>, on: Heard): void {
  const { type, target, invocationId } = message;
  if (type === messageTypes.close) return link.socket.close();
  if (type !== messageTypes.invocation) return;
  if (target === 'Watch' && link.own) {
    const [entities, ago] = Array.isArray(message['arguments']) ? (message['arguments'] as unknown[]) : [];
    const before = link.watched;
    link.watched = entitiesOf(entities);
    const added = [...link.watched].filter((entity) => !before.has(entity));
    on.watch(added, typeof ago === 'number' ? Math.max(0, ago) : 0);
    return;
  }
  // No other call exists; answer those who wait for a result.
  if (typeof invocationId === 'string')
    sendRecord(link, record({ type: messageTypes.completion, invocationId, error: 'unknown' }));
}

const entitiesOf = (value: unknown): ReadonlySet<string> =>
  new Set(
    Array.isArray(value)
      ? value.filter((each): each is string => typeof each === 'string' && each.length <= 100).slice(0, maxWatched)
      : [],
  );

const textOf = (data: unknown): string =>
  Array.isArray(data) ? Buffer.concat(data as Buffer[]).toString('utf8') : String(data);
