import type { CellKeyDownEvent, GridApi, IDatasource } from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { rowHeights, type Density, type ListColumn } from '../controllers/list-columns.ts';
import { useFitted } from '../controllers/use-fitted.ts';
import { showableRows } from '../controllers/list-limits.ts';
import type { ListController } from '../controllers/use-list.ts';
import type { WireRecord } from '../data/data-client.ts';
import type { EntityLabels } from '../data/entity-labels.ts';
import type { ReadyEntity } from '../data/use-entity.ts';
import { useAppearance } from '../ui/appearance.ts';
import { useCulture } from '../ui/culture.ts';
import { usePane } from '../ui/pane.ts';
import { useKeys } from '../ui/use-keys.ts';
import { actionsColumn, columnDef, defaultColumn, pickColumn } from './grid/grid-columns.ts';
import './grid/grid-modules.ts';
import { gridTheme } from './grid-theme.ts';
import { showFullText } from './full-text-tooltip.ts';
import { useGridWords } from './use-grid-words.ts';
import { ListCells, ShownRowsContext, useCellContext, type EditableCells } from './list-cells.tsx';

interface Props {
  ready: ReadyEntity;
  words: EntityLabels;
  list: ListController;
  columns: readonly ListColumn[];
  density: Density;
  cells: EditableCells;
  onColumns(columns: ListColumn[]): void;
}

const CellEditor = lazy(async () => ({ default: (await import('./list-cell-editor.tsx')).ListCellEditor }));

const skeletonRows = 14;

/** The rows, as many as there are, fetched as they come into view. Sort, selection and column choices belong to the controller. */
export function ListGrid({ ready, words, list, columns: declared, density, cells, onColumns }: Props) {
  const { entity } = ready;
  const { refs } = ready.answer;
  const { t } = useTranslation();
  const culture = useCulture();
  const brightness = useAppearance((state) => state.brightness);
  const theme = useMemo(() => gridTheme(brightness, density), [brightness, density]);
  const ends = actionsColumn.width + (cells.canSelect ? pickColumn.width : 0);
  const { columns, onWidth } = useFitted({ columns: declared, list, words, culture, ownEnds: ends });
  const localeText = useGridWords();
  const api = useRef<GridApi<WireRecord> | null>(null);
  const latest = useRef({ list, density, cells });
  latest.current = { list, density, cells };
  const markOf = useRef(cells.inline.markOf);
  markOf.current = cells.inline.markOf;

  const datasource = useMemo<IDatasource>(
    () => ({
      getRows({ startRow, successCallback, failCallback }) {
        const { list: now, density: height } = latest.current;
        now.load(startRow).then(
          ({ rows, last }) => successCallback(rows, last === null ? undefined : showableRows(last, rowHeights[height])),
          () => failCallback(),
        );
      },
    }),
    [],
  );

  const generation = useRef(list.generation);
  useEffect(() => {
    if (generation.current === list.generation || !api.current) return;
    generation.current = list.generation;
    if (api.current.getDisplayedRowCount() > 0) api.current.ensureIndexVisible(0, 'top');
    // Keeps the old rows until the new ones are there.
    api.current.refreshInfiniteCache();
  }, [list.generation]);

  const exact = list.capped && !list.paged ? null : showableRows(list.shownTotal, rowHeights[density]);
  useEffect(() => {
    if (exact !== null && list.phase === 'ready' && api.current && api.current.getDisplayedRowCount() < exact)
      api.current.setRowCount(exact, true);
  }, [exact, list.phase]);

  const columnDefs = useMemo(
    () => [
      ...(cells.canSelect ? [pickColumn] : []),
      ...columns.map((column) =>
        columnDef({ column, entity, words, culture, markOf: (id) => markOf.current(id, column.field.name), refs }),
      ),
      { ...actionsColumn, headerName: t('list.actions'), headerComponentParams: { field: '', sortable: false } },
    ],
    [cells.canSelect, columns, entity, words, culture, markOf, refs, t],
  );

  const context = useCellContext(cells);
  const { inline } = cells;
  const byColumn = useMemo(() => new Map(columns.map((column) => [column.id, column.field])), [columns]);
  const startEdit = (record: WireRecord, columnId: string): boolean => {
    const field = byColumn.get(columnId);
    const cell = document.querySelector(
      `.ag-row[row-id="${CSS.escape(record.id)}"] .ag-cell[col-id="${CSS.escape(columnId)}"]`,
    );
    if (!field || !cell || !inline.mayEdit(field, record)) return false;
    inline.start({ record, field, at: cell.getBoundingClientRect() });
    return true;
  };
  const leaveEditor = useRef<(step: -1 | 0 | 1) => void>(() => undefined);
  leaveEditor.current = (step) => {
    const { open } = inline;
    const grid = api.current;
    if (!open || !grid) return;
    const shown = columns.filter(({ hidden }) => !hidden);
    const node = grid.getRowNode(open.record.id);
    if (!node || node.rowIndex === null) return;
    const width = shown.length;
    const at = node.rowIndex * width + shown.findIndex(({ field }) => field === open.field);
    grid.setFocusedCell(node.rowIndex, open.field.id);
    if (step === 0) return;
    // Moves to the next editable row.
    for (let place = at + step; place >= 0 && Math.abs(place - at) <= width * 2; place += step) {
      const record = grid.getDisplayedRowAtIndex(Math.floor(place / width))?.data;
      const column = shown[place % width];
      if (!record || !column || !inline.mayEdit(column.field, record)) continue;
      grid.ensureIndexVisible(Math.floor(place / width));
      grid.ensureColumnVisible(column.id);
      grid.setFocusedCell(Math.floor(place / width), column.id);
      requestAnimationFrame(() => startEdit(record, column.id));
      return;
    }
  };
  const { watch } = list;
  useEffect(
    () =>
      watch((record) => {
        const node = api.current?.getRowNode(record.id);
        node?.setData(record);
        if (node) api.current?.flashCells({ rowNodes: [node] });
      }),
    [watch],
  );
  useEffect(() => {
    api.current?.refreshCells({ force: true, columns: columns.map(({ id }) => id) });
  }, [inline.marks, columns]);
  useEffect(() => {
    const grid = api.current;
    if (!inline.open || !grid) return;
    // The editor lies over its cell and does not move with it.
    const close = () => inline.cancel();
    grid.addEventListener('bodyScroll', close);
    return () => grid.removeEventListener('bodyScroll', close);
  }, [inline]);

  const focusFirst = () => {
    const grid = api.current;
    const first = columns.find(({ hidden }) => !hidden);
    if (!grid || !first || grid.getDisplayedRowCount() === 0) return;
    const { rowIndex, column } = grid.getFocusedCell() ?? { rowIndex: 0, column: first.id };
    grid.ensureIndexVisible(rowIndex);
    grid.setFocusedCell(rowIndex, column);
  };
  useKeys({ j: focusFirst, k: focusFirst });
  const { active } = usePane();
  const enterRows = useRef(focusFirst);
  enterRows.current = focusFirst;
  useEffect(() => {
    if (!active) return;
    // Arrows belong to whatever has the focus; with none they lead into the rows.
    const listen = (event: KeyboardEvent) => {
      if (event.target !== document.body || event.defaultPrevented || !['ArrowDown', 'ArrowUp'].includes(event.key))
        return;
      event.preventDefault();
      enterRows.current();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [active]);

  const onKey = ({ event, data, node, column }: CellKeyDownEvent<WireRecord>) => {
    if (!(event instanceof KeyboardEvent) || !data || event.ctrlKey || event.metaKey || event.altKey) return;
    const focusRow = (by: number) => {
      const to = (node.rowIndex ?? 0) + by;
      if (to < 0) return;
      api.current?.ensureIndexVisible(to);
      api.current?.setFocusedCell(to, column);
    };
    const keys: Record<string, () => void> = {
      // On the title Enter opens; on what may be written it writes.
      Enter: () => {
        if (column.getColId() === entity.title.id || !startEdit(data, column.getColId())) cells.open(data.id);
      },
      F2: () => void startEdit(data, column.getColId()),
      j: () => focusRow(1),
      k: () => focusRow(-1),
      e: () => data._can?.includes('edit') && cells.edit(data.id),
      v: () => cells.look(data.id),
      x: () => cells.canSelect && cells.pick(node.rowIndex ?? 0, false),
      ' ': () => cells.canSelect && cells.pick(node.rowIndex ?? 0, event.shiftKey),
      '.': () => event.target instanceof HTMLElement && cells.menu(data, event.target.getBoundingClientRect()),
    };
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };

  const saveArrangement = () => {
    const state = api.current?.getColumnState() ?? [];
    const byId = new Map(columns.map((column) => [column.id, column]));
    const arranged = state.flatMap(({ colId, width, pinned }) => {
      const column = byId.get(colId);
      return column ? [{ ...column, width: width ?? column.width, pinned: pinned === 'left' }] : [];
    });
    onColumns(arranged);
  };

  if (!localeText) return null;
  return (
    <ListCells.Provider value={context}>
      <ShownRowsContext.Provider value={cells.shown}>
        <AgGridReact<WireRecord>
          key={`${culture}-${list.size}-${list.paged ? 'pages' : 'endless'}`}
          theme={theme}
          localeText={localeText}
          rowModelType="infinite"
          datasource={datasource}
          cacheBlockSize={list.size}
          maxBlocksInCache={20}
          // Rows beyond the edge are drawn before anything can be read.
          rowBuffer={4}
          infiniteInitialRowCount={list.early ? 1 : Math.min(skeletonRows, list.size)}
          getRowId={({ data }) => data.id}
          columnDefs={columnDefs}
          defaultColDef={defaultColumn}
          animateRows={false}
          suppressCellFocus={false}
          suppressDragLeaveHidesColumns
          suppressNoRowsOverlay
          suppressMaxRenderedRowRestriction
          enableCellTextSelection
          onGridReady={(event) => {
            api.current = event.api;
          }}
          onGridSizeChanged={({ clientWidth }) => onWidth(clientWidth)}
          onCellFocused={({ rowIndex }) => cells.follow(api.current?.getDisplayedRowAtIndex(rowIndex ?? -1)?.data)}
          onCellMouseOver={({ event }) => showFullText(event?.target)}
          onCellKeyDown={(event) => 'node' in event && onKey(event as CellKeyDownEvent<WireRecord>)}
          onCellDoubleClicked={({ data, column }) =>
            data &&
            ![pickColumn.colId, actionsColumn.colId].includes(column.getColId()) &&
            !startEdit(data, column.getColId()) &&
            cells.open(data.id)
          }
          onDragStopped={saveArrangement}
          onColumnResized={({ finished, source }) => finished && source === 'uiColumnResized' && saveArrangement()}
        />
      </ShownRowsContext.Provider>
      {inline.open ? (
        <Suspense fallback={null}>
          <CellEditor
            key={`${inline.open.record.id}.${inline.open.field.name}`}
            ready={ready}
            words={words}
            edit={inline}
            open={inline.open}
            onLeave={(step) => leaveEditor.current(step)}
          />
        </Suspense>
      ) : null}
    </ListCells.Provider>
  );
}
