import pg from 'pg';
import { cut, keptAlive } from './connection.ts';

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
 * as away, and `away` is called so that no request waits for it any longer. The same goes for connections that have died
 * silently while the database answers on new ones.
 */
export function watchDatabase(options: pg.ClientConfig, away: () => void): Watch {
  const hooks = [away];
  const give = () => hooks.forEach((hook) => hook());
  const probe = createProbe(options, () => !closed && give());
  let heard = performance.now();
  let asking: Promise<boolean> | null = null;
  let closed = false;

  const ask = async () => {
    // A connection opened now would stay open for good.
    if (closed) return false;
    const there = await probe.ask();
    if (there) heard = performance.now();
    return there;
  };
  const answers = () => (asking ??= ask().finally(() => (asking = null)));
  const timer = setInterval(() => {
    void answers().then((there) => {
      if (there || closed || performance.now() - heard < silence) return;
      heard = performance.now();
      give();
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
      await probe.close();
    },
  };
}

/** One connection that is replaced where it gives no answer; `dead` is called where only the new one gives any. */
function createProbe(options: pg.ClientConfig, dead: () => void) {
  let client: { ready: Promise<pg.Client> } | null = null;
  let answered = 0;
  const overdue = new Set<pg.Client>();
  const connect = () => {
    const made = new pg.Client({ ...options, connectionTimeoutMillis: beat, ...keptAlive });
    const connection = { ready: made.connect().then(() => made) };
    // Of this connection alone: the end of one that was given up may be heard long after its successor was made.
    const lost = () => {
      if (client === connection) client = null;
    };
    made.on('error', lost);
    made.on('end', lost);
    return connection;
  };
  /** The next probe has a connection of its own; this one shows whether the database is slow or the line is dead. */
  const outwait = async (late: pg.Client, answer: Promise<unknown>, asked: number) => {
    overdue.add(late);
    const isDead = !(await inTime(answer, silence - beat).catch(() => true)) && answered > asked;
    overdue.delete(late);
    cut(late);
    if (isDead) dead();
  };
  return {
    async ask(): Promise<boolean> {
      const connection = (client ??= connect());
      try {
        const ready = await connection.ready;
        const asked = performance.now();
        const answer = ready.query('SELECT 1');
        if (await inTime(answer, beat)) {
          answered = performance.now();
          return true;
        }
        void outwait(ready, answer, asked);
      } catch {
        // Asked again on a new connection.
      }
      if (client === connection) client = null;
      return false;
    },
    async close(): Promise<void> {
      for (const late of overdue) cut(late);
      const open = await client?.ready.catch(() => null);
      await open?.end().catch(() => undefined);
    },
  };
}

/** Whether it resolves within so many milliseconds; throws what it throws in that time. */
async function inTime(work: Promise<unknown>, most: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((done) => {
    timer = setTimeout(() => done(false), most);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
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
