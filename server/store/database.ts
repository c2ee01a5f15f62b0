import pg from 'pg';
import { forgetPrepared, preparedOn, sendBatch, type Rows, type Statement } from './batch.ts';
import { cut, withDeadline } from './connection.ts';
import type { Reader, SqlQuery } from './sql.ts';
import { isLost, translateError } from './translate-error.ts';
import { trackConnections } from './watch.ts';
import { createWriterTurns } from './writer-queue.ts';

/** Who is behind a transaction: a session (checked by the database itself), or a named system actor of one tenant. */
export type TransactionIdentity =
  | { readonly tenant: string; readonly tokenHash: Buffer; readonly epoch: number }
  | {
      readonly tenant: string;
      readonly member: string | null;
      readonly account: string;
      readonly timeZone: string;
      /** The tenant's schema as the actor knows it; null for one that knows the delivered entities alone. */
      readonly serial?: string | null;
    };

/** One open transaction. Statements given together travel in one round trip. */
export interface Transaction {
  /** What was answered before under the key of this transaction: the hash of that request in hex, a colon, the answer. Known after the first statements. */
  readonly storedAnswer: string | null;
  run(...statements: readonly Statement[]): Promise<Rows[]>;
  /** The last statements and the commit in one round trip; a statement that fails keeps the commit from running. */
  end(...statements: readonly Statement[]): Promise<Rows[]>;
}

export interface Database {
  /** Reads in one round trip, which is a transaction by itself: enter, the statements. */
  read(entrance: TransactionIdentity, ...statements: readonly Statement[]): Promise<Rows[]>;
  /**
   * Runs `work` in one transaction; commits what it answers, or rolls back when it throws. A `key` is the transaction's alone
   * until it ends.
   */
  write<T>(
    entrance: TransactionIdentity,
    work: (transaction: Transaction) => Promise<T>,
    key?: string | null,
  ): Promise<T>;
  /** Gives up every connection: the database does not answer on any. */
  drop(): void;
  close(): Promise<void>;
}

/** How long a connection is waited for, and an answer to one batch, in milliseconds. */
interface Timeouts {
  readonly turn: number;
  readonly answer: number;
}

/** A person waits six seconds at most (spec section 7); Postgres ends a statement after five. What nobody waits for may take longer. */
const timeoutsOf = (entrance: TransactionIdentity): Timeouts =>
  'tokenHash' in entrance ? { turn: 2_000, answer: 5_500 } : { turn: 60_000, answer: 60_000 };

/** Longest that a new connection may take to be made. */
const connecting = 2_000;

/** A read whose connection was given up for another's sake is tried again within this time. */
const again = 2_000;

const begin: Statement = { name: 'begin', text: 'BEGIN', values: [] };
const commit: Statement = { name: 'commit', text: 'COMMIT', values: [] };

/**
 * Connections of the request role. Reads share them: each puts its whole transaction on the wire at once and does not
 * wait between statements (four round trips would cost five times the query). A write has its connection to itself.
 */
export function createDatabase(
  given: pg.PoolConfig & { readers?: number; fields?: ReadonlyMap<string, string> },
): Database {
  const options = { connectionTimeoutMillis: connecting, keepAlive: true, ...given };
  const readers = Array.from({ length: options.readers ?? 4 }, () => createReader(options));
  const max = options.max ?? 12;
  const writers = new pg.Pool({ ...options, max, pipeline: true } as pg.PoolConfig);
  const open = trackConnections(writers);
  const turns = createWriterTurns(max);

  return {
    async read(entrance, ...statements) {
      const { answer } = timeoutsOf(entrance);
      const begun = performance.now();
      for (let tries = 1; ; tries += 1) {
        const reader = readers.reduce((least, each) => (each.busy() < least.busy() ? each : least));
        try {
          return (await reader.batch([enterStatement(entrance), ...statements], answer)).slice(1);
        } catch (error) {
          // Connections of readers are shared: one may be gone for what another has asked.
          const mayTry = isOutdated(error) || (isLost(error) && performance.now() - begun < again);
          if (!mayTry || tries >= maxTries) throw translateError(error, options.fields);
        }
      }
    },

    async write(entrance, work, key = null) {
      const patience = timeoutsOf(entrance);
      await turns.enter(entrance.tenant, patience.turn);
      const client = await writers.connect().catch((error: unknown) => {
        turns.leave(entrance.tenant);
        throw translateError(error, options.fields);
      });
      const soon = <R>(asked: Promise<R>): Promise<R> => withDeadline(client, patience.answer, asked);
      let broken: Error | undefined;
      const attempt = async () => {
        const run = (statements: readonly Statement[]) => soon(sendBatch(client, statements));
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
      };
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

    drop() {
      open.cutAll(cut);
      for (const reader of readers) reader.drop();
    },

    async close() {
      await Promise.all([writers.end(), ...readers.map((reader) => reader.close())]);
    },
  };
}

/** One shared connection that comes back by itself after it is lost. */
function createReader(options: pg.PoolConfig) {
  let client: Promise<pg.Client> | null = null;
  let connected: pg.Client | null = null;
  let pending = 0;
  const connect = async () => {
    const made = new pg.Client({ ...options, pipeline: true } as pg.ClientConfig);
    const lost = () => {
      // Only what is still in use: one that was given up may end long after the next was made.
      if (connected === made || connected === null) client = connected = null;
    };
    made.on('error', lost);
    made.on('end', lost);
    await made.connect();
    connected = made;
    return made;
  };
  return {
    busy: () => pending,
    drop() {
      if (connected) cut(connected);
    },
    async batch(statements: readonly Statement[], deadline: number): Promise<Rows[]> {
      pending += 1;
      try {
        client ??= connect();
        const ready = await client.catch((error: unknown) => {
          client = null;
          throw error;
        });
        const known = preparedOn(ready);
        return await withDeadline(ready, deadline, sendBatch(ready, statements)).catch(async (error: unknown) => {
          if (isOutdated(error)) await withDeadline(ready, deadline, forgetPrepared(ready, known));
          if (isLost(error) && connected === ready) client = connected = null;
          throw error;
        });
      } finally {
        pending -= 1;
      }
    },
    close: async () => (await client?.catch(() => undefined))?.end(),
  };
}

/** How often what met an outdated statement is run: a second change of a table may come between. */
const maxTries = 3;

/**
 * A prepared statement that the connection no longer has, or whose table has changed since. Nothing was committed with it,
 * so that it is prepared anew and all of it run again, whoever it was for.
 */
const isOutdated = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '26000' || error.code === '0A000');

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

/** The one row of a statement that always answers one. */
export const onlyRow = <T>(rows: Rows | undefined): T => rows?.[0] as T;

/** Names of statements by text; past this many, a statement goes unnamed and is planned for its values each time. */
const names = new Map<string, string>();
const maxNames = 2000;

/** Closes pieces and keeps their plan on each connection under a name of the text's own. */
export function prepared(parts: SqlQuery, asker: Reader): Statement {
  const { text, values, read } = parts.statement(asker);
  let name = names.get(text);
  if (!name && names.size < maxNames) names.set(text, (name = `s${names.size}`));
  return { text, values, ...(name ? { name } : {}), ...(read ? { read } : {}) };
}
