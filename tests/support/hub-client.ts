import { WebSocket } from 'ws';

/** A client of the hub as the existing ones are: it shakes hands, answers no pings, and keeps every record that it gets. */
export interface HubClient {
  /** Every record so far but pings, oldest first. */
  readonly records: readonly Record<string, unknown>[];
  /** The code with which the connection was closed, or the HTTP status with which it was refused. */
  readonly closed: Promise<number>;
  /** The first record, past or future, that fits. Rejects after `within` milliseconds. */
  next(fits: (record: Record<string, unknown>) => boolean, within?: number): Promise<Record<string, unknown>>;
  /** The first event of this kind. */
  event(kind: string, within?: number): Promise<Record<string, unknown>>;
  send(message: unknown): void;
  close(): void;
}

const separator = '\u001e';

/** Opens a connection with this query (`access_token`, `ticket`, `cursor`) and shakes hands. */
export function openHub(
  url: string,
  query: Record<string, string>,
  options: { host: string; handshake?: unknown } = { host: 'north.localhost' },
): HubClient {
  const socket = new WebSocket(`${url}?${new URLSearchParams(query)}`, { headers: { host: options.host } });
  const records: Record<string, unknown>[] = [];
  const waiting = new Set<() => void>();
  const closed = new Promise<number>((done) => {
    socket.on('unexpected-response', (_, { statusCode = 0 }) => done(statusCode));
    socket.on('close', (code) => done(code));
  });
  const say = (message: unknown) => socket.send(`${JSON.stringify(message)}${separator}`);
  socket.on('error', () => undefined);
  socket.on('open', () => say(options.handshake ?? { protocol: 'json', version: 1 }));
  socket.on('message', (data) => {
    for (const text of String(data).split(separator).filter(Boolean)) {
      const record = JSON.parse(text) as Record<string, unknown>;
      if (record['type'] !== 6) records.push(record);
    }
    for (const look of waiting) look();
  });
  const next: HubClient['next'] = (fits, within = 5000) =>
    new Promise((found, missed) => {
      const look = () => {
        const record = records.find(fits);
        if (!record) return;
        clearTimeout(patience);
        waiting.delete(look);
        found(record);
      };
      const patience = setTimeout(() => {
        waiting.delete(look);
        missed(new Error(`nothing of the kind within ${within} ms: ${JSON.stringify(records)}`));
      }, within);
      waiting.add(look);
      look();
    });
  return {
    records,
    closed,
    next,
    event: async (kind, within) => eventOf(await next((record) => eventOf(record)['kind'] === kind, within)),
    send: say,
    close: () => socket.close(),
  };
}

/** What an `Event` record carries; empty for any other record. */
export function eventOf(record: Record<string, unknown>): Record<string, unknown> {
  const [event] = record['target'] === 'Event' ? (record['arguments'] as Record<string, unknown>[]) : [];
  return event ?? {};
}
