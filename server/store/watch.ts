import pg from 'pg';
import { withDeadline } from './connection.ts';

/** How often the database is asked whether it is there, and how long it may stay silent before it counts as away. */
const beat = 1_000;
const silence = 4_000;

export interface Watch {
  /** Whether the database answers now, within a second. */
  answers(): Promise<boolean>;
  /** Called as well whenever the database has stopped answering. */
  whenAway(hook: () => void): void;
  close(): Promise<void>;
}

/**
 * Asks the database on a connection of its own, once a second, whether it is there. A database that is slow still answers
 * here; one that has stopped does not, and `away` is called, so that nobody waits for it any longer.
 */
export function watchDatabase(options: pg.ClientConfig, away: () => void): Watch {
  const hooks = [away];
  let client: Promise<pg.Client> | null = null;
  let heard = performance.now();
  let asking: Promise<boolean> | null = null;
  let closed = false;

  const connect = async () => {
    const made = new pg.Client({ ...options, connectionTimeoutMillis: beat, keepAlive: true });
    const lost = () => (client = null);
    made.on('error', lost);
    made.on('end', lost);
    await made.connect();
    return made;
  };
  const ask = async () => {
    try {
      client ??= connect();
      const ready = await client;
      await withDeadline(ready, beat, ready.query('SELECT 1'));
      heard = performance.now();
      return true;
    } catch {
      client = null;
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
      const open = await client?.catch(() => null);
      await open?.end().catch(() => undefined);
    },
  };
}

/** The connections of a pool that are open now, and an end to all of them at once. */
export function trackConnections(pool: pg.Pool): { cutAll(cut: (client: pg.ClientBase) => void): void } {
  const open = new Set<pg.ClientBase>();
  pool.on('connect', (client) => {
    open.add(client);
    // A connection that is lost while somebody holds it tells nobody but itself; unheard, that would end the process.
    client.on('error', () => undefined);
  });
  pool.on('remove', (client) => open.delete(client));
  pool.on('error', () => undefined);
  return { cutAll: (cut) => open.forEach(cut) };
}
