import { eventChannel, eventCursorSql, eventsSql, maxEvents, tooMany, type EventRow } from '../store/event-sql.ts';
import { measurements } from '../store/measurements.ts';
import { standingConnection } from '../store/standing-connection.ts';
import type { SystemDatabase } from '../store/system-database.ts';

export interface EventRelay {
  /** Every event of transactions below this id has been delivered here. */
  cursor(): string;
  /** The cursor as it was so many milliseconds ago, or a little earlier; null if that is not known any more. */
  cursorAt(ago: number): string | null;
  /** Resolves once everything committed before the call has been delivered. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** Milliseconds between two polls for changed records while anyone is connected. */
const recordsEvery = 250;
const idleFactor = 20;
/** Milliseconds between two positions that are remembered, and for how long. */
const rememberEvery = 250;
const remembered = 60_000;

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
  const positions = rememberPositions(cursor);

  const read = async () => {
    const answer = await system.pool.query<{ cursor: string; events: EventRow[] }>(eventsSql, [cursor, tenants()]);
    const { events = [], cursor: next = cursor } = answer.rows[0] ?? {};
    const fresh = events.filter(({ id }) => !given.has(id));
    given = new Set(events.filter(({ xid }) => BigInt(xid) >= BigInt(next)).map(({ id }) => id));
    cursor = next;
    positions.add(cursor);
    if (measurements.eventDelay.hasSubscribers) for (const { age } of fresh) measurements.eventDelay.publish(age);
    const others = fresh.filter(({ kind }) => kind !== 'record');
    if (events.filter(({ kind }) => kind === 'record').length > maxEvents) await give([...others, tooMany], next);
    else if (fresh.length > 0) await give(fresh, next);
  };

  const { run, ended } = oneAtATime(async () => {
    if (!stopped) await read().catch((error: unknown) => log('events', error));
  });

  const listener = standingConnection(url, {
    pause: { first: 200, max: 10_000 },
    async prepare(client) {
      client.on('notification', () => void run());
      await client.query(`LISTEN ${eventChannel}`);
      // Events since the last connection.
      await run();
    },
    lost: (error) => error && log('events', error),
  });
  await listener.firstAttempt;
  let idle = 0;
  const records = setInterval(() => {
    // Without anyone, now and then, so that the next person does not begin far back.
    idle = tenants().length > 0 ? 0 : idle + 1;
    if (idle % idleFactor === 0) void run();
  }, recordsEvery);
  records.unref();

  return {
    cursor: () => cursor,
    cursorAt: positions.before,
    settle: () => run(),
    async stop() {
      stopped = true;
      clearInterval(records);
      await listener.close();
      await ended();
    },
  };
}

/** Where the cursor was during the last minute. */
function rememberPositions(first: string) {
  // Newest last.
  const positions = [{ at: performance.now(), cursor: first }];
  return {
    add(cursor: string) {
      const at = performance.now();
      if (at - (positions.at(-1)?.at ?? 0) < rememberEvery) return;
      positions.push({ at, cursor });
      // The last of the old ones stays: it holds until the first of the new ones.
      positions.splice(
        0,
        Math.max(
          0,
          positions.findLastIndex((position) => position.at <= at - remembered),
        ),
      );
    },
    before(ago: number): string | null {
      const moment = performance.now() - ago;
      return positions.findLast(({ at }) => at <= moment)?.cursor ?? null;
    },
  };
}

/** Runs `work`; calls while it runs have it run once more, and end with that. */
function oneAtATime(work: () => Promise<void>) {
  let running: Promise<void> | null = null;
  let again = false;
  return {
    run(): Promise<void> {
      again = true;
      running ??= (async () => {
        while (again) {
          again = false;
          await work();
        }
        running = null;
      })();
      return running;
    },
    ended: async () => void (await running),
  };
}
