import type { DataClient, FoundRow } from '../../../kit/data/data-client.ts';

export interface FoundRecord extends FoundRow {
  path: string;
  kind: string;
}

/** Records of every kind that a number or name belongs to, in one question; the one that bears just this number first. */
export async function findRecords(
  client: Pick<DataClient, 'search'>,
  typed: string,
  signal: AbortSignal,
): Promise<FoundRecord[]> {
  const groups = await client.search(typed, signal);
  const found = groups.flatMap(({ path, name, rows }) => rows.map((row) => ({ ...row, path, kind: name })));
  return [...found.filter(({ exact }) => exact), ...found.filter(({ exact }) => !exact)];
}
