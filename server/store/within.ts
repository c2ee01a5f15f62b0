import type pg from 'pg';
import { sendBatch, type Statement } from './batch.ts';
import type { Database, TransactionIdentity } from './database.ts';

/**
 * A `Database` within an open transaction of a connection. The caller who began the transaction ends it and handles
 * Postgres errors.
 */
export function databaseWithin(client: pg.ClientBase): Database {
  const batch = (statements: readonly Statement[]) => sendBatch(client, statements);
  const none = async () => undefined;
  const read: Database['read'] = async (entrance, ...statements) =>
    (await batch([entering(entrance), ...statements])).slice(1);
  const database: Database = {
    read,
    report: read,
    async write(entrance, work) {
      await batch([entering(entrance)]);
      const run = (...statements: readonly Statement[]) => batch(statements);
      return work({ storedAnswer: null, run, end: run });
    },
    pools: () => [],
    drop: () => undefined,
    close: none,
  };
  return database;
}

/** Enters as this identity; the caller's transaction has checked that the session lives. */
function entering(entrance: TransactionIdentity): Statement {
  if ('tokenHash' in entrance) throw new Error('a system transaction needs a system actor');
  const { tenant, member, account, timeZone } = entrance;
  return {
    text: 'SELECT lading.enter_house($1, $2, $3, $4, NULL, NULL)',
    values: [tenant, member ?? '', account, timeZone],
  };
}
