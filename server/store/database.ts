import pg from 'pg';
import { forgetPrepared, preparedOn, sendBatch, type Rows, type Statement } from './batch.ts';
import { cut, keptAlive, withDeadline } from './connection.ts';
import { measurements } from './measurements.ts';
import { useOf, type PoolUse } from './nodes/pool-use.ts';
import { createReader, isOutdated } from './nodes/reader.ts';
import type { Reader, SqlQuery } from './sql.ts';
import { committedNow, createStandby } from './nodes/standby.ts';
import { isLost, translateError } from './translate-error.ts';
import { trackConnections } from './watch.ts';
import { createWriterTurns } from './writer-queue.ts';

/** The identity of a transaction: a session (checked by the database itself), or a named system actor of one tenant. */
export type TransactionIdentity =
  | { readonly tenant: string; readonly tokenHash: Buffer; readonly epoch: number }
  | {
      readonly tenant: string;
      readonly member: string | null;
      readonly account: string;
      readonly timeZone: string;
      /** Version of the tenant's schema as the actor knows it; null if it only has the delivered entities. */
      readonly serial?: string | null;
    };

/** An open transaction. Statements passed together travel in one round trip. */
export interface Transaction {
  /**
   * The stored answer of this transaction's idempotency key: the request's hash in hex, a colon, the answer. Known
   * after the first statements.
   */
  readonly storedAnswer: string | null;
  run(...statements: readonly Statement[]): Promise<Rows[]>;
  /** The last statements and the commit in one round trip; a failing statement prevents the commit. */
  end(...statements: readonly Statement[]): Promise<Rows[]>;
}

export interface Database {
  /** Runs the statements in a transaction of their own, in one round trip. */
  read(entrance: TransactionIdentity, ...statements: readonly Statement[]): Promise<Rows[]>;
  /**
   * Like `read`, for what takes long and changes nothing: from the standby, once it has everything that is committed now,
   * else from the primary, which checks the session in any case.
   */
  report(entrance: TransactionIdentity, ...statements: readonly Statement[]): Promise<Rows[]>;
  /**
   * Runs `work` in one transaction; commits its result, or rolls back when it throws. A `key` is locked until the
   * transaction ends.
   */
  write<T>(
    entrance: TransactionIdentity,
    work: (transaction: Transaction) => Promise<T>,
    key?: string | null,
  ): Promise<T>;
  /** Its connections at this moment. */
  pools(): readonly PoolUse[];
  /** Destroys all connections, because the database no longer answers on any. */
  drop(): void;
  close(): Promise<void>;
}

/** Limits for getting a connection and for the answer to one batch, in milliseconds. */
interface Timeouts {
  readonly turn: number;
  readonly answer: number;
}

/**
 * Clients wait six seconds (spec section 7) and Postgres ends a statement after five; background work may take longer.
 */
const timeoutsOf = (entrance: TransactionIdentity): Timeouts =>
  'tokenHash' in entrance ? { turn: 2_000, answer: 5_500 } : { turn: 60_000, answer: 60_000 };

/** Connection timeout (ms). */
const connecting = 2_000;

/** A read that lost its connection is retried for this long (ms). */
const again = 2_000;

const begin: Statement = { name: 'begin', text: 'BEGIN', values: [] };
const commit: Statement = { name: 'commit', text: 'COMMIT', values: [] };

export interface DatabaseOptions extends pg.PoolConfig {
  readers?: number;
  fields?: ReadonlyMap<string, string>;
  /** A standby for reports; null: the primary answers them. */
  standbyUrl?: string | null;
}

/**
 * Connections of the request role. Reads are pipelined over shared connections, each with its whole transaction at once
 * (four round trips would cost five times the query). A write has a connection to itself.
 */
export function createDatabase(given: DatabaseOptions): Database {
  const options = { connectionTimeoutMillis: connecting, ...keptAlive, ...given };
  const readers = Array.from({ length: options.readers ?? 4 }, () => createReader(options));
  const max = options.max ?? 12;
  const writers = new pg.Pool({ ...options, max, pipeline: true } as pg.PoolConfig);
  const open = trackConnections(writers);
  const turns = createWriterTurns(max);
  const standby = given.standbyUrl ? createStandby({ ...options, connectionString: given.standbyUrl }) : null;
  const read = createRead(readers, options.fields);

  return {
    read,

    async report(entrance, ...statements) {
      if (!standby?.mayAnswer()) return read(entrance, ...statements);
      const [marks] = await read(entrance, committedNow);
      const { mark } = onlyRow<{ mark: string }>(marks);
      const found = await standby.read(mark, [enterStatement(entrance), ...statements], timeoutsOf(entrance).answer);
      return found?.slice(1) ?? read(entrance, ...statements);
    },

    async write(entrance, work, key = null) {
      const patience = timeoutsOf(entrance);
      const client = await ownConnection({ writers, turns, fields: options.fields }, entrance.tenant, patience.turn);
      const soon = <R>(asked: Promise<R>): Promise<R> => withDeadline(client, patience.answer, asked);
      let broken: Error | undefined;
      const attempt = () => transact({ run: (all) => soon(sendBatch(client, all)), entrance, key }, work);
      try {
        for (let tries = 1; ; tries += 1) {
          const known = preparedOn(client);
          try {
            return await attempt();
          } catch (error) {
            await soon(client.query('ROLLBACK')).catch((lost: Error) => (broken = lost));
            if (!isOutdated(error) || broken || tries >= maxTries) throw error;
            await soon(forgetPrepared(client, known));
          }
        }
      } catch (error) {
        throw translateError(error, options.fields);
      } finally {
        client.release(broken);
        turns.leave(entrance.tenant);
      }
    },

    pools() {
      return [
        readersUse(readers),
        { pool: 'writers', ...useOf(writers), waiting: turns.waiting() },
        ...(standby ? [standby.use()] : []),
      ];
    },

    drop() {
      open.cutAll(cut);
      for (const reader of readers) reader.drop();
      standby?.drop();
    },

    async close() {
      await Promise.all([writers.end(), standby?.close(), ...readers.map((reader) => reader.close())]);
    },
  };
}

interface Writers extends Pick<DatabaseOptions, 'fields'> {
  readonly writers: pg.Pool;
  readonly turns: ReturnType<typeof createWriterTurns>;
}

/** A connection for one write, when it is the tenant's turn. */
async function ownConnection(
  { writers, turns, fields }: Writers,
  tenant: string,
  turn: number,
): Promise<pg.PoolClient> {
  const asked = performance.now();
  await turns.enter(tenant, turn);
  const client = await writers.connect().catch((error: unknown) => {
    turns.leave(tenant);
    throw translateError(error, fields);
  });
  if (measurements.writerWait.hasSubscribers) measurements.writerWait.publish((performance.now() - asked) / 1000);
  return client;
}

function readersUse(readers: readonly ReturnType<typeof createReader>[]): PoolUse {
  const open = readers.filter((reader) => reader.isOpen());
  return { pool: 'readers', open: open.length, idle: open.filter((reader) => reader.busy() === 0).length, waiting: 0 };
}

/** Reads over shared connections: the one with the least to do, and once more where it was lost. */
const createRead =
  (readers: readonly ReturnType<typeof createReader>[], fields: DatabaseOptions['fields']): Database['read'] =>
  async (entrance, ...statements) => {
    const { answer } = timeoutsOf(entrance);
    const started = performance.now();
    for (let tries = 1; ; tries += 1) {
      const reader = readers.reduce((least, each) => (each.busy() < least.busy() ? each : least));
      try {
        return (await reader.batch([enterStatement(entrance), ...statements], answer)).slice(1);
      } catch (error) {
        // Readers share connections: another request may have cost this one its connection.
        const mayTry = isOutdated(error) || (isLost(error) && performance.now() - started < again);
        if (!mayTry || tries >= maxTries) throw translateError(error, fields);
      }
    }
  };

interface Writing {
  readonly entrance: TransactionIdentity;
  readonly key: string | null;
  run(statements: readonly Statement[]): Promise<Rows[]>;
}

/** One attempt of a write: opened by its first statements, committed with its last. */
async function transact<T>(
  { run, entrance, key }: Writing,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  let state: 'idle' | 'open' | 'ended' = 'idle';
  let kept: string | null = null;
  const inside = async (statements: readonly Statement[], last: readonly Statement[]) => {
    const opening = state === 'idle' ? [begin, enterStatement(entrance, key)] : [];
    state = 'open';
    const results = await run([...opening, ...statements, ...last]);
    if (opening.length > 0) kept = onlyRow<{ kept: string | null }>(results[1]).kept;
    return results.slice(opening.length, results.length - last.length);
  };
  const answer = await work({
    get storedAnswer() {
      return kept;
    },
    run: (...statements) => inside(statements, []),
    async end(...statements) {
      const results = await inside(statements, [commit]);
      state = 'ended';
      return results;
    },
  });
  if ((state as string) === 'open') await run([commit]);
  return answer;
}

/** Attempts for outdated statements: a second change of a table may come in between. */
const maxTries = 3;

function enterStatement(entrance: TransactionIdentity, key: string | null = null): Statement {
  if ('tokenHash' in entrance) {
    return {
      name: 'enter',
      text: 'SELECT lading.enter($1, $2, $3, $4) AS kept',
      values: [entrance.tenant, entrance.tokenHash, entrance.epoch, key],
    };
  }
  const { tenant, member, account, timeZone, serial } = entrance;
  return {
    name: 'enter-house',
    text: 'SELECT lading.enter_house($1, $2, $3, $4, $5, $6) AS kept',
    values: [tenant, member ?? '', account, timeZone, serial ?? null, key],
  };
}

/** The only row of a statement that always answers one. */
export const onlyRow = <T>(rows: Rows | undefined): T => rows?.[0] as T;

/** Statement names by text; beyond the limit statements are unnamed and planned for their values each time. */
const names = new Map<string, string>();
const maxNames = 2000;

/** Closes a query and names it by its text, so that its plan is cached on each connection. */
export function prepared(parts: SqlQuery, asker: Reader): Statement {
  const { text, values, read } = parts.statement(asker);
  let name = names.get(text);
  if (!name && names.size < maxNames) names.set(text, (name = `s${names.size}`));
  return { text, values, ...(name ? { name } : {}), ...(read ? { read } : {}) };
}
