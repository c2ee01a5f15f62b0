import type { WebSocket } from 'ws';
import type { Actor } from '../operations/context.ts';
import { invocation, pingRecord } from './protocol.ts';

/** A client that takes nothing more is let go before what waits for it fills the node. */
const maxWaiting = 1_048_576;

/** Milliseconds of silence after which a client is gone; the protocol's clients ping every 15 seconds. */
const silence = 45_000;

/** How a connection is ended, in the numbers that a page may see. */
export const closings = { protocol: 4400, signedOut: 4401, tooMany: 4429, stopping: 1012 } as const;

/** One open connection of one person. */
export interface ClientConnection {
  readonly id: string;
  readonly session: string;
  readonly tokenHash: Buffer;
  /** The person under the rights that were last loaded. */
  actor: Actor;
  /** Our own client, which speaks more than messages. */
  readonly own: boolean;
  /** True once hands are shaken: nothing is sent before. */
  open: boolean;
  /** The entities of the lists that are open over there. */
  watched: ReadonlySet<string>;
  heardAt: number;
  readonly socket: WebSocket;
}

export function sendRecord(link: ClientConnection, text: string): void {
  if (!link.open || link.socket.readyState !== link.socket.OPEN) return;
  if (link.socket.bufferedAmount > maxWaiting) link.socket.terminate();
  else link.socket.send(text);
}

/** A word of the server's own kind, for our own client. */
export function sendEvent(link: ClientConnection, event: Readonly<Record<string, unknown>>): void {
  if (link.own) sendRecord(link, invocation('Event', event));
}

/** What every client of this wire shows. `messagetype`: 0 information, 1 success, 2 warning, 3 error. */
export function sendMessage(
  link: ClientConnection,
  message: Readonly<{ title: string; message: string; messagetype: number }>,
): void {
  const { title, message: text } = message;
  // Clients that know one argument show it as a text under a title of their own; newer ones read the second.
  sendRecord(link, invocation('ReceiveMessage', text === '' ? title : text, message));
}

/** The session is over: a word of farewell, which every client knows under its own name, and nothing after it. */
export function disconnect(link: ClientConnection): void {
  if (link.own) sendEvent(link, { kind: 'forceExit' });
  else sendRecord(link, invocation('ForceExist'));
  link.open = false;
  link.socket.close(closings.signedOut);
}

/** Says that the server is there, or lets go of a client that has not said so itself for too long. */
export function keepAlive(link: ClientConnection, now: number): void {
  if (now - link.heardAt > silence) link.socket.terminate();
  else sendRecord(link, pingRecord);
}
