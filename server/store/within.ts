import type pg from 'pg';
import { sendBatch, type Statement } from './batch.ts';
import type { Database, TransactionIdentity } from './database.ts';

/**
 * The database of a transaction that is open on a connection: what is written here stands or falls with it. Whoever began
 * it ends it, and tells the errors of Postgres as they are.
 */
export function databaseWithin(client: pg.ClientBase): Database {
  const batch = (statements: readonly Statement[]) => sendBatch(client, statements);
  const none = async () => undefined;
  const database: Database = {
    async read(entrance, ...statements) {
      return (await batch([entering(entrance), ...statements])).slice(1);
    },
    async write(entrance, work) {
      await batch([entering(entrance)]);
      const run = (...statements: readonly Statement[]) => batch(statements);
      return work({ storedAnswer: null, run, end: run });
    },
    drop: () => undefined,
    close: none,
  };
  return database;
}

/** Whose rows and whose trail it is; that the session still lives was asked by the transaction itself. */
function entering(entrance: TransactionIdentity): Statement {
  if ('tokenHash' in entrance) throw new Error('a system transaction needs a system actor');
  const { tenant, member, account, timeZone } = entrance;
  return {
    text: 'SELECT lading.enter_house($1, $2, $3, $4, NULL, NULL)',
    values: [tenant, member ?? '', account, timeZone],
  };
}
