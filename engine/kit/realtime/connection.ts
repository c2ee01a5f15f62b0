import { WireError } from '../data/data-client.ts';

/** What ends every record of the hub protocol. */
const separator = '\u001e';
const ping = `{"type":6}${separator}`;
const pingEvery = 15_000;
/** The server pings every ten seconds: after this long it is gone, whatever the socket says. */
const silence = 30_000;
const pauses = [500, 1000, 2000, 5000, 10_000, 20_000] as const;

export interface Message {
  title: string;
  message: string;
  messagetype: number;
}

export interface ConnectionOptions {
  /** A one-use ticket; throws where there is no session or no server. */
  ticket(): Promise<{ ticket: string; cursor: string | null }>;
  watched(): string[];
  /** Milliseconds since the first of the watched records was read. */
  watchedFor(): number;
  onEvent(event: Record<string, unknown> & { kind: string }): void;
  onMessage(message: Message): void;
}

export interface Connection {
  /** Tells the server of which entities records are shown, and how many milliseconds ago the new ones were read. */
  watch(ago: number): void;
  stop(): void;
}

/**
 * Keeps one connection to the hub. It reconnects with increasing, randomised delays and sends its cursor, so that the
 * server can replay what was missed; duplicates are dropped. It stops when the session ends.
 */
export function connect({ ticket, watched, watchedFor, onEvent, onMessage }: ConnectionOptions): Connection {
  let socket: WebSocket | null = null;
  let cursor: string | null = null;
  let seen: string[] = [];
  let losses = 0;
  let stopped = false;
  /** Whether any connection of this page was answered. */
  let greeted = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastMessageAt = 0;

  const again = () => {
    if (stopped) return;
    const pause = pauses[Math.min(losses, pauses.length - 1)]!;
    losses += 1;
    clearTimeout(timer);
    timer = setTimeout(() => void open(), pause * (0.5 + Math.random()));
  };

  const open = async () => {
    if (stopped) return;
    try {
      const issued = await ticket();
      cursor ??= issued.cursor;
      const query = new URLSearchParams({ ticket: issued.ticket, ...(cursor === null ? {} : { cursor }) });
      if (stopped) return;
      const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
      attach(new WebSocket(`${scheme}://${location.host}/hubs/chathub?${query}`));
    } catch (error) {
      // 401: the session client already handles it.
      if (!(error instanceof WireError) || error.status !== 401) again();
    }
  };

  const attach = (made: WebSocket) => {
    socket = made;
    lastMessageAt = Date.now();
    const heartbeat = setInterval(() => {
      if (Date.now() - lastMessageAt > silence) made.close();
      else if (made.readyState === made.OPEN) made.send(ping);
    }, pingEvery);
    made.onopen = () => {
      // A first cursor is younger than what was read before it: the server goes back as far as that.
      const ago = greeted ? {} : { ago: watchedFor() };
      made.send(`${JSON.stringify({ protocol: 'json', version: 1, watch: watched(), ...ago })}${separator}`);
    };
    made.onmessage = ({ data }) => {
      lastMessageAt = Date.now();
      for (const text of String(data).split(separator)) if (text) receive(JSON.parse(text) as Record<string, unknown>);
    };
    made.onclose = ({ code }) => {
      clearInterval(heartbeat);
      if (socket === made) socket = null;
      if (code !== signedOut) again();
    };
  };

  const receive = ({ target, arguments: args }: Record<string, unknown>) => {
    const [first, second] = Array.isArray(args) ? (args as unknown[]) : [];
    // The second argument says more than the text, which is all that older clients read.
    if (target === 'ReceiveMessage') return onMessage(messageOf(second ?? first));
    if (target !== 'Event' || typeof first !== 'object' || first === null) return;
    const event = first as Record<string, unknown> & { kind: string };
    if (typeof event['cursor'] === 'string') cursor = event['cursor'];
    if (event.kind === 'cursor') {
      losses = 0;
      greeted = true;
    }
    const { id } = event;
    if (typeof id === 'string' && id !== '0') {
      if (seen.includes(id)) return;
      seen = [...seen.slice(-499), id];
    }
    onEvent(event);
  };

  const back = () => {
    // The network or the person is back: no need to wait out the pause.
    if (socket || stopped) return;
    losses = 0;
    again();
  };
  addEventListener('online', back);
  void open();

  return {
    watch(ago) {
      if (socket?.readyState !== WebSocket.OPEN) return;
      socket.send(`${JSON.stringify({ type: 1, target: 'Watch', arguments: [watched(), ago] })}${separator}`);
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      removeEventListener('online', back);
      socket?.close();
    },
  };
}

/** The close code by which the server says that the session is over. */
const signedOut = 4401;

/** A message as the wire has it: an object, or plain words from an older sender. */
function messageOf(value: unknown): Message {
  if (typeof value !== 'object' || value === null) return { title: '', message: String(value), messagetype: 0 };
  const { title, message, messagetype } = value as Record<string, unknown>;
  return { title: String(title ?? ''), message: String(message ?? ''), messagetype: Number(messagetype ?? 0) };
}
