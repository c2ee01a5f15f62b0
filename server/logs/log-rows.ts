/** Rows of the three logs; unknown values are null. `at` sets the time. */
export interface OperationRow extends RowOfRequest {
  opType: string;
  reqMethod: string;
  success: 'Y' | 'N';
  message: string;
  result: string;
  elapsed: number;
}

export interface VisitRow {
  tenant: string;
  at: Date;
  /** The account's id if known; otherwise it is looked up by the typed account. */
  by: string | null;
  /** The account that an unproven attempt was made with. */
  about: string | null;
  account: string;
  /** The name of the shared station. */
  station: string | null;
  visType: '1' | '2';
  success: 'Y' | 'N';
  message: string;
  ip: string;
  browser: string;
  os: string;
  traceId: string;
}

export interface ExceptionRow extends RowOfRequest {
  exceptionName: string;
  exceptionMsg: string;
  stackTrace: string;
}

interface RowOfRequest {
  tenant: string;
  at: Date;
  /** The account's id; null if no one was signed in. */
  by: string | null;
  url: string;
  className: string;
  methodName: string;
  param: string | null;
  ip: string;
  browser: string;
  os: string;
  traceId: string;
}

/** Tables by kind of log. */
export const logTables = { operation: 'operation_log', visit: 'visit_log', exception: 'exception_log' } as const;
export type LogKind = keyof typeof logTables;

/** Tables and time columns by log entity. */
export const logEntities: Readonly<Record<string, { table: string; time: string }>> = {
  'operation-log': { table: logTables.operation, time: 'opTime' },
  'visit-log': { table: logTables.visit, time: 'visTime' },
  'exception-log': { table: logTables.exception, time: 'exceptionTime' },
};
