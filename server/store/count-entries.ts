import type { Database, TransactionIdentity, Transaction } from './database.ts';

/** A database that counts transactions by identity. */
export interface CountedDatabase extends Database {
  /** How often this identity has entered; each entry checks its session. */
  entries(entrance: TransactionIdentity): number;
}

/** Counts entered transactions, so that a caller can require at least one before answering. */
export function countEntries(database: Database): CountedDatabase {
  const counts = new WeakMap<TransactionIdentity, number>();
  const entries = (entrance: TransactionIdentity): number => counts.get(entrance) ?? 0;
  const note = (entrance: TransactionIdentity): void => void counts.set(entrance, entries(entrance) + 1);
  return {
    entries,
    async read(entrance, ...statements) {
      const rows = await database.read(entrance, ...statements);
      note(entrance);
      return rows;
    },
    async report(entrance, ...statements) {
      const rows = await database.report(entrance, ...statements);
      note(entrance);
      return rows;
    },
    write: (entrance, work, key) =>
      database.write(
        entrance,
        (transaction) => {
          const noted = async <T>(ran: Promise<T>): Promise<T> => {
            const result = await ran;
            note(entrance);
            return result;
          };
          const counted: Transaction = {
            get storedAnswer() {
              return transaction.storedAnswer;
            },
            run: (...statements) => noted(transaction.run(...statements)),
            end: (...statements) => noted(transaction.end(...statements)),
          };
          return work(counted);
        },
        key,
      ),
    pools: () => database.pools(),
    drop: () => database.drop(),
    close: () => database.close(),
  };
}
