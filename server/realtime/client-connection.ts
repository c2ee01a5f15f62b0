import type { WebSocket } from 'ws';
import type { Actor } from '../operations/context.ts';
import { invocation, pingRecord } from './protocol.ts';

/** Bytes that may wait for a slow client before it is disconnected. */
const maxWaiting = 1_048_576;

/** Milliseconds without a message before a client counts as gone; clients ping every 15 seconds. */
const silence = 45_000;

/** WebSocket close codes. */
export const closings = { protocol: 4400, signedOut: 4401, tooMany: 4429, stopping: 1012 } as const;

/** An open connection of a person. */
export interface ClientConnection {
  readonly id: string;
  readonly session: string;
  readonly tokenHash: Buffer;
  /** The person with the last loaded rights. */
  actor: Actor;
  /** Our own client, which understands events beside messages. */
  readonly own: boolean;
  /** True after the handshake; nothing is sent before. */
  open: boolean;
  /** Entities of the records that the client shows. */
  watched: ReadonlySet<string>;
  /** Entities watched a moment ago, by the position from which their events are still to be sent; null: unknown. */
  readonly unseen: Map<string, string | null>;
  /** Settles once those that were taken from `unseen` have been sent. */
  replayed: Promise<void>;
  heardAt: number;
  readonly socket: WebSocket;
}

export function sendRecord(link: ClientConnection, text: string): void {
  if (!link.open || link.socket.readyState !== link.socket.OPEN) return;
  if (link.socket.bufferedAmount > maxWaiting) link.socket.terminate();
  else link.socket.send(text);
}

/** Sends an event to our own client. */
export function sendEvent(link: ClientConnection, event: Readonly<Record<string, unknown>>): void {
  if (link.own) sendRecord(link, invocation('Event', event));
}

/** A message that every client shows. `messagetype`: 0 information, 1 success, 2 warning, 3 error. */
export function sendMessage(
  link: ClientConnection,
  message: Readonly<{ title: string; message: string; messagetype: number }>,
): void {
  const { title, message: text } = message;
  // Older clients show the first argument as text under their own title; newer ones read the second.
  sendRecord(link, invocation('ReceiveMessage', text === '' ? title : text, message));
}

/** Announces the end of the session in the form that every client knows, then closes. */
export function disconnect(link: ClientConnection): void {
  if (link.own) sendEvent(link, { kind: 'forceExit' });
  else sendRecord(link, invocation('ForceExist'));
  link.open = false;
  link.socket.close(closings.signedOut);
}

/** Pings a client, or disconnects one that has been silent for too long. */
export function keepAlive(link: ClientConnection, now: number): void {
  if (now - link.heardAt > silence) link.socket.terminate();
  else sendRecord(link, pingRecord);
}
