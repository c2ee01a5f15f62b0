import pg from 'pg';
import { withDeadline } from './connection.ts';

/** How often the database is probed, and how long it may be silent before it counts as away. */
const beat = 1_000;
const silence = 4_000;

export interface Watch {
  /** Whether the database answers within a second; false once closed. */
  answers(): Promise<boolean>;
  /** Registers another hook for when the database stops answering. */
  whenAway(hook: () => void): void;
  close(): Promise<void>;
}

/**
 * Probes the database once a second on a connection of its own. A slow database still answers; one that does not counts
 * as away, and `away` is called so that nobody waits for it any longer.
 */
export function watchDatabase(options: pg.ClientConfig, away: () => void): Watch {
  const hooks = [away];
  let client: { ready: Promise<pg.Client> } | null = null;
  let heard = performance.now();
  let asking: Promise<boolean> | null = null;
  let closed = false;

  const connect = () => {
    const made = new pg.Client({ ...options, connectionTimeoutMillis: beat, keepAlive: true });
    const connection = { ready: made.connect().then(() => made) };
    // Of this connection alone: the end of one that was given up may be heard long after its successor was made.
    const lost = () => {
      if (client === connection) client = null;
    };
    made.on('error', lost);
    made.on('end', lost);
    return connection;
  };
  const ask = async () => {
    // A connection opened now would stay open for good.
    if (closed) return false;
    const asked = (client ??= connect());
    try {
      const ready = await asked.ready;
      await withDeadline(ready, beat, ready.query('SELECT 1'));
      heard = performance.now();
      return true;
    } catch {
      if (client === asked) client = null;
      return false;
    }
  };
  const answers = () => (asking ??= ask().finally(() => (asking = null)));
  const timer = setInterval(() => {
    void answers().then((there) => {
      if (there || closed || performance.now() - heard < silence) return;
      heard = performance.now();
      for (const hook of hooks) hook();
    });
  }, beat);
  timer.unref();

  return {
    answers,
    whenAway: (hook) => void hooks.push(hook),
    async close() {
      closed = true;
      clearInterval(timer);
      await asking;
      const open = await client?.ready.catch(() => null);
      await open?.end().catch(() => undefined);
    },
  };
}

/** Tracks the open connections of a pool, to destroy all of them at once. */
export function trackConnections(pool: pg.Pool): { cutAll(cut: (client: pg.ClientBase) => void): void } {
  const open = new Set<pg.ClientBase>();
  pool.on('connect', (client) => {
    open.add(client);
    // Without this listener a connection lost while checked out would crash the process.
    client.on('error', () => undefined);
  });
  pool.on('remove', (client) => open.delete(client));
  pool.on('error', () => undefined);
  return { cutAll: (cut) => open.forEach(cut) };
}
