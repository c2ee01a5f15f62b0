/** Rows of the three logs, as they are written; what a row does not know is null. Moments are set by `at`. */
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
  /** The account's id where it is known; else the row is found by what was typed. */
  by: string | null;
  account: string;
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
  /** The account's id; null for nobody. */
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

/** Where each kind is kept. */
export const logTables = { operation: 'operation_log', visit: 'visit_log', exception: 'exception_log' } as const;
export type LogKind = keyof typeof logTables;

/** The entities behind them, and the column that says when. */
export const logEntities: Readonly<Record<string, { table: string; time: string }>> = {
  'operation-log': { table: logTables.operation, time: 'opTime' },
  'visit-log': { table: logTables.visit, time: 'visTime' },
  'exception-log': { table: logTables.exception, time: 'exceptionTime' },
};
