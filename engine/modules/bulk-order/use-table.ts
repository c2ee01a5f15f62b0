import { App } from 'antd';
import { useMemo, useState } from 'react';
import { readBlock, readTableFile } from '../../kit/index.ts';
import type { SheetColumn } from './columns.ts';
import type { SheetDesk } from './desk.ts';
import type { DeskState } from './sheet-store.ts';
import { headerAt, headerKey, isHeader, matchHeadings } from './headings.ts';
import type { Table } from './mapping-dialog.tsx';
import { csvAsBlock, layTable } from './paste.ts';
import { firstFree } from './sheet.ts';
import { withMapping, type Memory } from './use-templates.ts';
import { useWords } from './wording.ts';

interface Given {
  desk: SheetDesk;
  state: DeskState;
  columns: readonly SheetColumn[];
  headings: ReadonlyMap<string, string>;
  memory: Memory;
  onMemory(change: (now: Memory) => Memory): Promise<void>;
}

const maxBytes = 20_000_000;

/** Tables with headings, from a file or the clipboard: what is not understood is asked, and what was said is remembered. */
export function useTable({ desk, state, columns, headings, memory, onMemory }: Given) {
  const t = useWords();
  const { message } = App.useApp();
  const [open, setOpen] = useState<(Table & { at: number }) | null>(null);
  return useMemo(() => {
    const known = (header: readonly string[]) => mappingOf(header, { columns, headings, memory });
    /** Columns that a table fills are in sight. */
    const showIds = (ids: readonly (string | null)[]) => {
      const wanted = new Set([...(desk.state()?.columns ?? state.columns), ...ids]);
      desk.set({ columns: columns.filter(({ id }) => wanted.has(id)).map(({ id }) => id) });
    };
    const lay = (table: Pick<Table, 'header' | 'rows'>, at: number, mapping: readonly (string | null)[]): number => {
      let count = 0;
      desk.change((now) => {
        const laid = layTable(now, at, { ...table, mapping });
        count = laid.rows;
        return laid.sheet;
      });
      showIds(mapping);
      return count;
    };
    const ask = (table: Pick<Table, 'header' | 'rows'>, at: number, name: string | null = null) => {
      const mapping = known(table.header);
      const isKnown = memory.mappings[headerKey(table.header)] !== undefined;
      if (!isKnown) return setOpen({ ...table, name, mapping, at });
      void message.info(t('told.pasted', { count: lay(table, at, mapping) }));
    };
    return {
      open,
      ask,
      show: (header: readonly string[]) => showIds(matchHeadings(header, headings)),
      take(mapping: readonly (string | null)[]): number {
        if (!open) return 0;
        void onMemory((now) => withMapping(now, headerKey(open.header), mapping)).catch(() => undefined);
        setOpen(null);
        return lay(open, open.at, mapping);
      },
      close: () => setOpen(null),
      async read(file: File, _row: number): Promise<void> {
        try {
          if (file.size > maxBytes) return void message.error(t('file.tooLarge'));
          const rows = (await cellsOf(file)).filter((cells) => cells.some((cell) => cell.trim() !== ''));
          // Templates have a title above their headings.
          const [header = [], ...rest] = rows.slice(Math.max(headerAt(rows, headings), 0));
          if (rest.length === 0) return void message.error(t('file.noRows'));
          const now = desk.state()?.history.now ?? state.history.now;
          const complete =
            isHeader(header, headings) &&
            matchHeadings(header, headings).every((id, at) => id !== null || header[at]?.trim() === '');
          const table = { header, rows: rest };
          if (complete) void message.info(t('told.pasted', { count: lay(table, firstFree(now), known(header)) }));
          else ask(table, firstFree(now), file.name);
        } catch {
          void message.error(t('file.unreadable', { name: file.name }));
        }
      },
    };
  }, [open, desk, state, columns, headings, memory, onMemory, message, t]);
}

/** What a person said of these headings before, as far as the columns are still there; else what can be guessed. */
function mappingOf(
  header: readonly string[],
  { columns, headings, memory }: Pick<Given, 'columns' | 'headings' | 'memory'>,
): readonly (string | null)[] {
  const kept = memory.mappings[headerKey(header)];
  const here = new Set(columns.map(({ id }) => id));
  return kept?.length === header.length
    ? kept.map((id) => (id !== null && here.has(id) ? id : null))
    : matchHeadings(header, headings);
}

async function cellsOf(file: File): Promise<string[][]> {
  const found = await readTableFile(file);
  if (!found) throw new Error('neither text nor a workbook');
  return 'rows' in found ? found.rows : readBlock(csvAsBlock(found.text));
}
