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
  /** Whether any connection of this page was answered. */
  let greeted = false;
  const isNew = createDuplicateFilter();

  const open = async () => {
    if (retry.stopped) return;
    try {
      const issued = await ticket();
      cursor ??= issued.cursor;
      if (!retry.stopped) attach(hubAddress(issued.ticket, cursor));
    } catch (error) {
      // 401: the session client already handles it.
      if (!(error instanceof WireError) || error.status !== 401) retry.again();
    }
  };
  const retry = createRetry(() => void open());

  const attach = (address: string) => {
    const made = openHub(address, {
      // A first cursor is younger than what was read before it: the server goes back as far as that.
      greeting: () => ({ watch: watched(), ...(greeted ? {} : { ago: watchedFor() }) }),
      onRecord: receive,
      onClose: (code) => {
        if (socket === made) socket = null;
        if (code !== signedOut) retry.again();
      },
    });
    socket = made;
  };

  const receive = (record: Record<string, unknown>) => {
    const said = readRecord(record);
    if (said?.message) onMessage(said.message);
    if (!said?.event) return;
    const { event } = said;
    if (typeof event['cursor'] === 'string') cursor = event['cursor'];
    if (event.kind === 'cursor') {
      retry.reset();
      greeted = true;
    }
    if (isNew(event['id'])) onEvent(event);
  };

  const back = () => {
    // The network or the person is back: no need to wait out the pause.
    if (socket || retry.stopped) return;
    retry.reset();
    retry.again();
  };
  addEventListener('online', back);
  void open();

  return {
    watch(ago) {
      if (socket?.readyState === WebSocket.OPEN)
        socket.send(framed({ type: 1, target: 'Watch', arguments: [watched(), ago] }));
    },
    stop() {
      retry.stop();
      removeEventListener('online', back);
      socket?.close();
    },
  };
}

const framed = (record: object): string => `${JSON.stringify(record)}${separator}`;

function hubAddress(ticket: string, cursor: string | null): string {
  const query = new URLSearchParams({ ticket, ...(cursor === null ? {} : { cursor }) });
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/hubs/chathub?${query}`;
}

/** Runs a task after a pause that grows with every loss, a little at random so that not all come back at once. */
function createRetry(task: () => void) {
  let losses = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const retry = {
    stopped: false,
    again() {
      if (retry.stopped) return;
      const pause = pauses[Math.min(losses, pauses.length - 1)]!;
      losses += 1;
      clearTimeout(timer);
      timer = setTimeout(task, pause * (0.5 + Math.random()));
    },
    reset: () => void (losses = 0),
    stop() {
      retry.stopped = true;
      clearTimeout(timer);
    },
  };
  return retry;
}

/** Whether an event's id was not among the last five hundred; what has none is always new. */
function createDuplicateFilter(): (id: unknown) => boolean {
  let seen: string[] = [];
  return (id) => {
    if (typeof id !== 'string' || id === '0') return true;
    if (seen.includes(id)) return false;
    seen = [...seen.slice(-499), id];
    return true;
  };
}

interface HubListener {
  greeting(): object;
  onRecord(record: Record<string, unknown>): void;
  onClose(code: number): void;
}

/** A socket of the hub protocol: greets, pings, cuts records apart, and closes when the server has fallen silent. */
function openHub(address: string, { greeting, onRecord, onClose }: HubListener): WebSocket {
  const socket = new WebSocket(address);
  let lastMessageAt = Date.now();
  const heartbeat = setInterval(() => {
    if (Date.now() - lastMessageAt > silence) socket.close();
    else if (socket.readyState === socket.OPEN) socket.send(ping);
  }, pingEvery);
  socket.onopen = () => socket.send(framed({ protocol: 'json', version: 1, ...greeting() }));
  socket.onmessage = ({ data }) => {
    lastMessageAt = Date.now();
    for (const text of String(data).split(separator)) if (text) onRecord(JSON.parse(text) as Record<string, unknown>);
  };
  socket.onclose = ({ code }) => {
    clearInterval(heartbeat);
    onClose(code);
  };
  return socket;
}

type HubEvent = Parameters<ConnectionOptions['onEvent']>[0];

/** What a record of the hub says: a message to the person, or an event of the data. */
function readRecord({
  target,
  arguments: args,
}: Record<string, unknown>): { message?: Message; event?: HubEvent } | null {
  const [first, second] = Array.isArray(args) ? (args as unknown[]) : [];
  // The second argument says more than the text, which is all that older clients read.
  if (target === 'ReceiveMessage') return { message: messageOf(second ?? first) };
  return target === 'Event' && typeof first === 'object' && first !== null ? { event: first as HubEvent } : null;
}

/** The close code by which the server says that the session is over. */
const signedOut = 4401;

/** A message as the wire has it: an object, or plain words from an older sender. */
function messageOf(value: unknown): Message {
  if (typeof value !== 'object' || value === null) return { title: '', message: String(value), messagetype: 0 };
  const { title, message, messagetype } = value as Record<string, unknown>;
  return { title: String(title ?? ''), message: String(message ?? ''), messagetype: Number(messagetype ?? 0) };
}
