import pg from 'pg';
import { AppError } from '../../errors.ts';
import { forgetPrepared, preparedOn, sendBatch, type Rows, type Statement } from '../batch.ts';
import { cut, withDeadline } from '../connection.ts';
import { isLost } from '../translate-error.ts';

/** A shared connection that reconnects after it is lost, until it is closed: then batches are refused as `busy`. */
export function createReader(options: pg.PoolConfig) {
  interface Connection {
    made: pg.Client;
    ready: Promise<pg.Client>;
    isOpen: boolean;
  }
  let current: Connection | null = null;
  let pending = 0;
  let closed = false;
  // Of this connection alone: its end may arrive long after its successor was made, which would then never be closed.
  const forget = (connection: Connection) => {
    if (current === connection) current = null;
  };
  const connect = (): Connection => {
    const made = new pg.Client({ ...options, pipeline: true } as pg.ClientConfig);
    const ready = made.connect().then(() => {
      connection.isOpen = true;
      return made;
    });
    const connection: Connection = { made, ready, isOpen: false };
    made.on('error', () => forget(connection));
    made.on('end', () => forget(connection));
    return connection;
  };
  return {
    busy: () => pending,
    isOpen: () => current?.isOpen === true,
    drop() {
      if (current?.isOpen) cut(current.made);
    },
    async batch(statements: readonly Statement[], deadline: number): Promise<Rows[]> {
      // A connection opened now would stay open for good.
      if (closed) throw new AppError('busy');
      pending += 1;
      const connection = (current ??= connect());
      try {
        const ready = await connection.ready;
        const known = preparedOn(ready);
        return await withDeadline(ready, deadline, sendBatch(ready, statements)).catch(async (error: unknown) => {
          if (isOutdated(error)) await withDeadline(ready, deadline, forgetPrepared(ready, known));
          throw error;
        });
      } catch (error) {
        if (!connection.isOpen || isLost(error)) forget(connection);
        throw error;
      } finally {
        pending -= 1;
      }
    },
    async close() {
      closed = true;
      await (await current?.ready.catch(() => undefined))?.end();
    },
  };
}

/**
 * A prepared statement is missing on the connection, or its table has changed. Nothing was committed, so everything is
 * prepared and run again.
 */
export const isOutdated = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '26000' || error.code === '0A000');
