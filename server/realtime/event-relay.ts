import pg from 'pg';
import { eventChannel, eventCursorSql, eventsSql, maxEvents, tooMany, type EventRow } from '../store/event-sql.ts';
import { measurements } from '../store/measurements.ts';
import type { SystemDatabase } from '../store/system-database.ts';

export interface EventRelay {
  /** Every event of transactions below this id has been delivered here. */
  cursor(): string;
  /** Resolves once everything committed before the call has been delivered. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** Milliseconds before the first reconnect; each failure doubles the pause, up to ten seconds. */
const firstPause = 200;
const maxPause = 10_000;

/** Milliseconds between two polls for changed records while somebody is connected. */
const recordsEvery = 250;

/**
 * LISTENs for new events and reads them from the table; each is passed to `give` once. Changed records are polled
 * instead, because a NOTIFY at every commit would serialise all commits. After a reconnect, missed events are read
 * first.
 */
export async function startRelay(on: {
  system: SystemDatabase;
  url: string;
  tenants(): readonly string[];
  give(events: readonly EventRow[], cursor: string): Promise<void>;
  log(message: string, error?: unknown): void;
}): Promise<EventRelay> {
  const { system, url, tenants, give, log } = on;
  const { rows } = await system.pool.query<{ cursor: string }>(eventCursorSql);
  let cursor = rows[0]?.cursor ?? '0';
  // Delivered events above the cursor; a long transaction holds the cursor back.
  let given = new Set<string>();
  let stopped = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;

  const read = async () => {
    const answer = await system.pool.query<{ cursor: string; events: EventRow[] }>(eventsSql, [cursor, tenants()]);
    const { events = [], cursor: next = cursor } = answer.rows[0] ?? {};
    const fresh = events.filter(({ id }) => !given.has(id));
    given = new Set(events.filter(({ xid }) => BigInt(xid) >= BigInt(next)).map(({ id }) => id));
    cursor = next;
    if (measurements.eventDelay.hasSubscribers) for (const { age } of fresh) measurements.eventDelay.publish(age);
    const others = fresh.filter(({ kind }) => kind !== 'record');
    if (events.filter(({ kind }) => kind === 'record').length > maxEvents) await give([...others, tooMany], next);
    else if (fresh.length > 0) await give(fresh, next);
  };

  let running: Promise<void> | null = null;
  let again = false;
  const run = (): Promise<void> => {
    again = true;
    running ??= (async () => {
      while (again) {
        again = false;
        if (stopped) break;
        await read().catch((error: unknown) => log('events', error));
      }
      running = null;
    })();
    return running;
  };

  const listen = async (pause: number): Promise<void> => {
    if (stopped) return;
    const made = new pg.Client({ connectionString: url, keepAlive: true });
    let lost = false;
    const retry = (error?: unknown) => {
      if (lost || stopped) return;
      lost = true;
      if (error) log('events', error);
      timer = setTimeout(() => void listen(Math.min(pause * 2, maxPause)), pause * (0.5 + Math.random()));
    };
    made.on('error', retry);
    made.on('end', () => retry());
    made.on('notification', () => void run());
    try {
      await made.connect();
      await made.query(`LISTEN ${eventChannel}`);
      client = made;
      pause = firstPause;
      await run();
    } catch (error) {
      retry(error);
    }
  };
  await listen(firstPause);
  const records = setInterval(() => {
    if (tenants().length > 0) void run();
  }, recordsEvery);
  records.unref();

  return {
    cursor: () => cursor,
    settle: () => run(),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      clearInterval(records);
      await client?.end().catch(() => undefined);
      await running;
    },
  };
}
