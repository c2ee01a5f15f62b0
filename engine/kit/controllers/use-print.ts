import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useDataClient } from '../data/client.ts';
import type { DataClient, WireRecord } from '../data/data-client.ts';
import { usePane } from '../ui/pane.ts';
import { withFigures } from './list-figures.ts';
import { listQueryParams, type ListState } from './list-state.ts';
import type { ListController } from './use-list.ts';

export interface PrintSheet {
  rows: readonly WireRecord[];
  at: Date;
}

/** Maximum rows on paper, which is what a list without pages answers. */
const maxRows = 1000;
const rowsOfPage = 200;

/**
 * The rows of a list on paper. `print` fetches up to a thousand rows; if the browser starts printing by itself, the
 * loaded rows are used. Where `figures` are shown, their amounts are fetched too.
 */
export function usePrint(
  path: string,
  list: ListController,
  figures: boolean,
): { sheet: PrintSheet | null; print: () => Promise<void> } {
  const client = useDataClient();
  const [sheet, setSheet] = useState<PrintSheet | null>(null);
  const { rows, state, phase } = list;
  const { active } = usePane();
  // While a newer query is loading, the rows of the older one are on the screen, and are printed.
  const onScreen = useRef(rows);
  if (phase !== 'busy') onScreen.current = rows;
  useEffect(() => {
    if (!active) return;
    const before = () => {
      const shown = [...onScreen.current.entries()].sort(([one], [other]) => one - other).map(([, row]) => row);
      flushSync(() => setSheet((sheet) => sheet ?? { rows: shown, at: new Date() }));
    };
    const after = () => setSheet(null);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, [active]);
  const print = useCallback(async () => {
    const found = figures
      ? await rowsWithFigures(client, path, state)
      : await client.list(path, listQueryParams(state));
    flushSync(() => setSheet({ rows: found, at: new Date() }));
    window.print();
  }, [client, path, state, figures]);
  return { sheet, print };
}

/** Figures come with pages alone. */
async function rowsWithFigures(client: DataClient, path: string, state: ListState): Promise<WireRecord[]> {
  const rows: WireRecord[] = [];
  for (let pageNo = 1; rows.length < maxRows; pageNo++) {
    const query = { ...listQueryParams(state), pageNo: String(pageNo), pageSize: String(rowsOfPage) };
    const page = withFigures(await client.page(path, query));
    rows.push(...page.rows);
    if (page.rows.length < rowsOfPage) break;
  }
  return rows;
}
