import pg from 'pg';
import { cut, keptAlive, withDeadline } from './connection.ts';

export interface StandingConnection {
  /** Settles with the first attempt: null, or why it failed. It is retried in either case. */
  readonly firstAttempt: Promise<unknown>;
  /** The open connection; null while it is lost. */
  current(): pg.Client | null;
  /** Ends it for good, an attempt under way included. */
  close(): Promise<void>;
}

export interface StandingOptions {
  /** Runs on each new connection before it counts as open; where it fails, the connection is given up. */
  prepare(client: pg.Client): Promise<void>;
  /** Milliseconds before the first attempt to reopen; each failure doubles them, up to `max`. */
  pause: { first: number; max: number };
  /** Called for each lost connection and failed attempt. */
  lost?(error: unknown): void;
  /** Milliseconds between two questions whether the line still leads anywhere, and how long the answer may take. */
  check?: { every: number; within: number };
}

/** Connection timeout (ms). */
const connecting = 5_000;
const usualCheck = { every: 10_000, within: 5_000 };
/**
 * For a connection that holds locks. The question waits behind its user's own statement, so impatience would give up the
 * locks of a healthy node; the server itself gives up those of one that vanished only after half a minute.
 */
export const checkOfLocks = { every: 10_000, within: 30_000 };

/** The server gives up a machine that vanished without a word after half a minute, and with it its locks; by default after hours. */
const noticeSoon = `SET tcp_keepalives_idle = 15; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3`;

/**
 * One connection that is reopened whenever it is lost, for what a pool cannot hold: LISTEN and locks of sessions. There
 * is never more than one, because a forgotten connection would keep its locks and its place in the server. A client that only
 * listens would not notice that the server is gone, so it sends a query now and then.
 */
export function standingConnection(connectionString: string, options: StandingOptions): StandingConnection {
  const { prepare, pause, lost = () => undefined, check = usualCheck } = options;
  let client: pg.Client | null = null;
  let making: pg.Client | null = null;
  let closed = false;
  let wait = pause.first;
  let timer: NodeJS.Timeout | undefined;

  const open = async (): Promise<void> => {
    const made = new pg.Client(optionsOf(connectionString));
    let reason: unknown;
    made.on('error', (error) => (reason = error));
    const ended = new Promise<void>((resolve) => made.once('end', resolve));
    making = made;
    try {
      await made.connect();
      await made.query(noticeSoon);
      await prepare(made);
    } catch (error) {
      cut(made);
      throw error;
    } finally {
      making = null;
    }
    client = made;
    wait = pause.first;
    const checking = keepAsking(made, check, (error) => (reason ??= error));
    void ended.then(() => {
      clearInterval(checking);
      client = null;
      retry(reason);
    });
  };
  const attempt = (): Promise<unknown> =>
    open().then(
      () => null,
      (error: unknown) => {
        retry(error);
        return error;
      },
    );
  const retry = (error: unknown) => {
    if (closed) return;
    lost(error);
    timer = setTimeout(() => (running = attempt()), wait * (0.5 + Math.random())).unref();
    wait = Math.min(wait * 2, pause.max);
  };

  const firstAttempt = attempt();
  let running = firstAttempt;
  return {
    firstAttempt,
    current: () => client,
    async close() {
      closed = true;
      clearTimeout(timer);
      if (making) cut(making);
      await running;
      await client?.end();
    },
  };
}

/** Its user asks beside the check, hence the pipeline. */
const optionsOf = (connectionString: string): pg.ClientConfig =>
  ({ connectionString, ...keptAlive, connectionTimeoutMillis: connecting, pipeline: true }) as pg.ClientConfig;

/** Cuts the connection once it gives no answer. */
function keepAsking(
  client: pg.Client,
  { every, within }: { every: number; within: number },
  lost: (error: unknown) => void,
): NodeJS.Timeout {
  let asked: Promise<unknown> | null = null;
  const ask = () => {
    asked ??= withDeadline(client, within, client.query('SELECT 1'))
      .catch(lost)
      .finally(() => (asked = null));
  };
  return setInterval(ask, every).unref();
}
