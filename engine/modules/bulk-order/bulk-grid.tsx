import {
  CellStyleModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  CustomEditorModule,
  EventApiModule,
  LocaleModule,
  ModuleRegistry,
  RenderApiModule,
  RowApiModule,
  ScrollApiModule,
  type CellClassParams,
  type ColDef,
  type ColGroupDef,
  type GridApi,
} from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
} from 'react';
import { gridTheme, isBlock, useGridWords, useThemePreference } from '../../kit/index.ts';
import { looksLikeAddress } from '../../core/index.ts';
import { CellEditor, type EditorParams } from './cell-editor.ts';
import { groups, type SheetColumn } from './columns.ts';
import { countOf, isIn, rangeOf, type Spot } from './grid-range.ts';
import type { Range, Row } from './sheet.ts';
import { StatusCell, type SheetView } from './sheet-view.ts';
import { useWords } from './wording.ts';

ModuleRegistry.registerModules([
  CellStyleModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  CustomEditorModule,
  EventApiModule,
  LocaleModule,
  RenderApiModule,
  RowApiModule,
  ScrollApiModule,
]);

export interface GridHandle {
  /** Puts the focus into a cell and brings it into view. */
  goTo(row: string, column: string): void;
  /** The selected cells, and the cell in use. */
  range(): Range;
  cell(): Spot;
}

interface Props {
  ref: Ref<GridHandle>;
  rows: readonly Row[];
  columns: readonly SheetColumn[];
  /** What is known of rows and cells; the grid is redrawn when it changes. */
  view: SheetView;
  offers(column: SheetColumn, row: Row): readonly string[];
  /** A cell was typed. */
  onType(row: string, column: string, text: string): void;
  onPaste(text: string, at: Spot): void;
  onCopy(range: Range): string;
  onClear(range: Range): void;
  onFill(range: Range): void;
  onUndo(): void;
  onRedo(): void;
  onSpot(spot: Spot, range: Range): void;
}

/** The sheet: typing replaces, arrows move, Shift widens, and a block goes in from the cell in use. */
export function BulkGrid(props: Props) {
  const { ref, rows, columns, view } = props;
  const t = useWords();
  const { brightness } = useThemePreference();
  const theme = useMemo(
    () =>
      gridTheme(brightness, 'compact').withParams({
        columnBorder: true,
        headerColumnBorder: true,
        cellHorizontalPadding: 8,
        rowHeight: 30,
        headerHeight: 30,
      }),
    [brightness],
  );
  const localeText = useGridWords();
  const api = useRef<GridApi<Row> | null>(null);
  const room = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const cell = useRef<Spot>({ row: 0, column: 0 });
  const from = useRef<Spot | null>(null);
  const widening = useRef(false);

  const draw = useCallback(() => {
    api.current?.refreshCells({ force: true });
    latest.current.onSpot(cell.current, rangeOf(cell.current, from.current));
  }, []);
  useEffect(() => {
    api.current?.refreshCells({ force: true });
  }, [view]);

  const goTo = useCallback((spot: Spot) => {
    const grid = api.current;
    const { columns: shown, rows: all } = latest.current;
    const row = Math.max(0, Math.min(spot.row, all.length - 1));
    const column = shown[Math.max(0, Math.min(spot.column, shown.length - 1))];
    if (!grid || !column) return;
    grid.ensureIndexVisible(row);
    grid.ensureColumnVisible(column.id);
    grid.setFocusedCell(row, column.id);
  }, []);
  useImperativeHandle(
    ref,
    () => ({
      goTo(row, column) {
        from.current = null;
        const at = latest.current.rows.findIndex(({ id }) => id === row);
        goTo({ row: at, column: latest.current.columns.findIndex(({ id }) => id === column) });
      },
      range: () => rangeOf(cell.current, from.current),
      cell: () => cell.current,
    }),
    [goTo],
  );

  const columnDefs = useMemo((): (ColDef<Row> | ColGroupDef<Row>)[] => {
    const cellAt = ({ node, column }: Pick<CellClassParams<Row>, 'node' | 'column'>) => ({
      row: node.rowIndex ?? -1,
      column: columns.findIndex(({ id }) => id === column.getColId()),
    });
    const issueAt = (params: CellClassParams<Row>) =>
      params.data ? latest.current.view.issueOf(params.data.id, params.column.getColId()) : undefined;
    const fields = columns.map((column): ColDef<Row> => {
      const editor: Partial<EditorParams> = {
        offers: (row) => latest.current.offers(column, row),
        label: column.label,
        onPaste(text) {
          const isAddress = /^ship(To|From)/.test(column.id) && looksLikeAddress(text);
          if (!isBlock(text) && !isAddress) return false;
          api.current?.stopEditing(true);
          latest.current.onPaste(text, cell.current);
          return true;
        },
      };
      return {
        colId: column.id,
        headerName: column.label,
        headerTooltip: column.label,
        width: column.width,
        editable: true,
        cellEditor: CellEditor,
        cellEditorParams: editor,
        valueGetter: ({ data }) => data?.cells[column.id] ?? '',
        valueFormatter: ({ data }) => (data ? latest.current.view.textOf(data, column.id) : ''),
        cellClass: column.numeric ? 'is-numeric' : undefined,
        headerClass: column.numeric ? 'is-numeric' : undefined,
        cellClassRules: {
          'is-wrong': (params) => issueAt(params)?.grade === 'error',
          'is-gap': (params) => issueAt(params)?.grade === 'gap',
          'is-noted': (params) => issueAt(params)?.grade === 'note',
          'is-default': ({ data }) => data !== undefined && latest.current.view.isDefault(data, column.id),
          'is-repeated': ({ data }) =>
            data !== undefined && column.part === 'order' && latest.current.view.isBelow(data.id),
          'is-picked': (params) => {
            const range = rangeOf(cell.current, from.current);
            const at = cellAt(params);
            return countOf(range) > 1 && isIn(range, at.row, at.column);
          },
        },
      };
    });
    const byGroup = groups.flatMap((group): ColGroupDef<Row>[] => {
      const children = fields.filter((_, at) => columns[at]?.group === group);
      return children.length > 0
        ? [{ groupId: group, headerName: t(`group.${group}`), children, marryChildren: true }]
        : [];
    });
    return [
      {
        ...fixed,
        colId: '$row',
        headerName: '',
        width: 48,
        cellClass: 'bulk-row-no',
        valueGetter: ({ node }) => (node?.rowIndex ?? 0) + 1,
      },
      {
        ...{ ...fixed, colId: '$state', headerName: t('sheet.state'), width: 150, cellClass: 'bulk-state' },
        cellRenderer: StatusCell,
        cellRendererParams: { viewOf: () => latest.current.view },
      },
      ...byGroup,
    ];
  }, [columns, t]);

  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || !target.classList.contains('ag-cell')) return;
    const range = rangeOf(cell.current, from.current);
    const mod = event.ctrlKey || event.metaKey;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const move = steps[event.key];
    // A composition begins in the cell that it is for.
    if (event.nativeEvent.keyCode === 229 || event.key === 'Process') return edit('Process');
    const ways: Record<string, () => void> = {
      'mod z': () => (event.shiftKey ? props.onRedo() : props.onUndo()),
      'mod y': props.onRedo,
      'mod d': () => props.onFill(range),
      'mod a': () => {
        from.current = { row: 0, column: 0 };
        cell.current = { row: rows.length - 1, column: columns.length - 1 };
        draw();
      },
      Delete: () => props.onClear(range),
      Backspace: () => props.onClear(range),
      'alt ArrowDown': () => edit('F2'),
      ...(from.current
        ? {
            Escape: () => {
              from.current = null;
              draw();
            },
          }
        : {}),
    };
    const widen = () => {
      const [down, right] = move ?? [0, 0];
      from.current ??= cell.current;
      widening.current = true;
      goTo({ row: cell.current.row + down, column: cell.current.column + right });
      widening.current = false;
    };
    const way = event.shiftKey && move && !mod ? widen : ways[mod ? `mod ${key}` : event.altKey ? `alt ${key}` : key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    way();
  };
  const edit = (key: string) => {
    const column = columns[cell.current.column];
    if (column) api.current?.startEditingCell({ rowIndex: cell.current.row, colKey: column.id, key });
  };
  const isTyping = (target: EventTarget) => target instanceof HTMLElement && target.closest('input, textarea') !== null;
  const onCopy = (event: ClipboardEvent<HTMLDivElement>, cuts: boolean) => {
    if (isTyping(event.target)) return;
    event.preventDefault();
    const range = rangeOf(cell.current, from.current);
    event.clipboardData.setData('text/plain', props.onCopy(range));
    if (cuts) props.onClear(range);
  };
  const pasteAt = useCallback((event: globalThis.ClipboardEvent | ClipboardEvent<HTMLDivElement>) => {
    event.preventDefault();
    const { top, left } = rangeOf(cell.current, from.current);
    from.current = null;
    latest.current.onPaste(event.clipboardData?.getData('text/plain') ?? '', { row: top, column: left });
  }, []);
  // The grid redraws its cells when columns or choices arrive, and the focus falls to the page: the cell in use still counts.
  useEffect(() => {
    const onPage = (event: globalThis.ClipboardEvent) => {
      if (event.target === document.body) pasteAt(event);
    };
    document.addEventListener('paste', onPage);
    return () => document.removeEventListener('paste', onPage);
  }, [pasteAt]);

  if (!localeText) return null;
  return (
    <div
      ref={room}
      className="bulk-grid"
      onKeyDownCapture={onKey}
      onCopy={(event) => onCopy(event, false)}
      onCut={(event) => onCopy(event, true)}
      onPaste={(event) => {
        if (!isTyping(event.target)) pasteAt(event);
      }}
    >
      <AgGridReact<Row>
        theme={theme}
        localeText={localeText}
        rowData={rows as Row[]}
        columnDefs={columnDefs}
        defaultColDef={defaultColumn}
        getRowId={({ data }) => data.id}
        animateRows={false}
        readOnlyEdit
        enterNavigatesVertically
        enterNavigatesVerticallyAfterEdit
        stopEditingWhenCellsLoseFocus
        suppressDragLeaveHidesColumns
        suppressNoRowsOverlay
        suppressMovableColumns
        rowBuffer={6}
        onGridReady={(event) => {
          api.current = event.api;
        }}
        onCellEditRequest={({ data, column, newValue }) =>
          latest.current.onType(data.id, column.getColId(), String(newValue ?? ''))
        }
        onCellFocused={({ rowIndex, column }) => {
          const id = typeof column === 'string' ? column : column?.getColId();
          const at = columns.findIndex((each) => each.id === id);
          if (rowIndex === null || at < 0) return;
          if (!widening.current) from.current = null;
          cell.current = { row: rowIndex, column: at };
          draw();
        }}
        onCellMouseDown={({ rowIndex, column, event }) => {
          if (rowIndex === null || !(event instanceof MouseEvent)) return;
          const at = columns.findIndex(({ id }) => id === column.getColId());
          if (at < 0) {
            // A row by its number.
            const last = { row: rowIndex, column: columns.length - 1 };
            requestAnimationFrame(() => {
              goTo({ row: rowIndex, column: 0 });
              from.current = event.shiftKey ? (from.current ?? last) : last;
              draw();
            });
          } else if (event.shiftKey) {
            const begin = from.current ?? cell.current;
            requestAnimationFrame(() => {
              from.current = begin;
              draw();
            });
          }
        }}
        onCellMouseOver={({ rowIndex, column, event }) => {
          if (!(event instanceof MouseEvent) || rowIndex === null) return;
          const at = columns.findIndex(({ id }) => id === column.getColId());
          const target = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('.ag-cell') : null;
          const row = latest.current.rows[rowIndex];
          if (target && row) target.title = latest.current.view.messageOf(row.id, column.getColId());
          if (event.buttons !== 1 || at < 0 || isTyping(event.target as EventTarget)) return;
          from.current ??= cell.current;
          cell.current = { row: rowIndex, column: at };
          draw();
        }}
      />
    </div>
  );
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-15, 0],
  PageDown: [15, 0],
};

const defaultColumn: ColDef<Row> = { sortable: false, resizable: true, minWidth: 56, suppressMovable: true };

const fixed: ColDef<Row> = {
  pinned: 'left',
  resizable: false,
  editable: false,
  lockPosition: 'left',
};
