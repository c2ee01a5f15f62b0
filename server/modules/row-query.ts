/** Runs a statement. Its text decides what a row has: the caller names that shape, and nothing checks it. */
export type RowQuery = <Row = Record<string, unknown>>(
  text: string,
  values: readonly unknown[],
) => Promise<readonly Row[]>;

/** The one place where rows of the database take the shape that the caller of a statement names. */
export const rowQuery = (run: (text: string, values: readonly unknown[]) => Promise<readonly object[]>): RowQuery =>
  run as RowQuery;
