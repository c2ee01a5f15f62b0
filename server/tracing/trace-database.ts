import type { Database } from '../store/database.ts';
import { inSpan } from './spans.ts';

/** A database whose transactions are spans, without what they say. */
export function traceDatabase(database: Database): Database {
  const within = <T>(operation: string, work: () => Promise<T>): Promise<T> => {
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation };
    return inSpan({ name: `transaction ${operation}`, kind: 'client', attributes }, work);
  };
  return {
    ...database,
    read: (entrance, ...statements) => within('read', () => database.read(entrance, ...statements)),
    report: (entrance, ...statements) => within('report', () => database.report(entrance, ...statements)),
    write: (entrance, work, key) => within('write', () => database.write(entrance, work, key)),
  };
}
