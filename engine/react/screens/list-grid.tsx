import {
  CellStyleModule,
  ColumnApiModule,
  EventApiModule,
  InfiniteRowModelModule,
  LocaleModule,
  ModuleRegistry,
  RenderApiModule,
  RowApiModule,
  ScrollApiModule,
  type CellKeyDownEvent,
  type ColDef,
  type GridApi,
  type IDatasource,
  type SuppressHeaderKeyboardEventParams,
} from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../index.ts';
import { effectiveType, rowHeights, type Density, type ListColumn } from '../controllers/list-columns.ts';
import { showableRows } from '../controllers/list-limits.ts';
import type { ListController } from '../controllers/use-list.ts';
import type { WireRecord } from '../data/data-client.ts';
import type { EntityWords } from '../data/entity-words.ts';
import { cellText } from '../fields/cell-text.ts';
import { useAppearance } from '../ui/appearance.ts';
import { useCulture } from '../ui/culture.ts';
import { gridTheme } from './grid-theme.ts';
import {
  ActionsCell,
  ColumnHead,
  ListCells,
  PickCell,
  PickHead,
  TagCell,
  TitleCell,
  type ListCellContext,
} from './list-cells.tsx';

ModuleRegistry.registerModules([
  InfiniteRowModelModule,
  CellStyleModule,
  ColumnApiModule,
  EventApiModule,
  LocaleModule,
  RenderApiModule,
  RowApiModule,
  ScrollApiModule,
]);

interface Props {
  entity: Entity;
  words: EntityWords;
  list: ListController;
  columns: readonly ListColumn[];
  density: Density;
  cells: ListCellContext;
  narrow: boolean;
  onColumns(columns: ListColumn[]): void;
}

const skeletonRows = 14;

/** The rows, as many as there are, fetched as they come into view. Sort, selection and column choices belong to the controller. */
export function ListGrid({ entity, words, list, columns, density, cells, narrow, onColumns }: Props) {
  const { t } = useTranslation();
  const culture = useCulture();
  const brightness = useAppearance((state) => state.brightness);
  const theme = useMemo(() => gridTheme(brightness, density), [brightness, density]);
  const [localeText, setLocaleText] = useState<Record<string, string> | null>(culture === 'en-US' ? {} : null);
  const api = useRef<GridApi<WireRecord> | null>(null);
  const latest = useRef({ list, density, cells });
  latest.current = { list, density, cells };

  useEffect(() => {
    if (culture === 'en-US') return setLocaleText({});
    void import('./grid-locale-zh-cn.ts').then((words) => setLocaleText(words.default));
  }, [culture]);

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

  const asked = useRef(list.generation);
  useEffect(() => {
    if (asked.current === list.generation || !api.current) return;
    asked.current = list.generation;
    if (api.current.getDisplayedRowCount() > 0) api.current.ensureIndexVisible(0, 'top');
    // Keeps the old rows until the new ones are there.
    api.current.refreshInfiniteCache();
  }, [list.generation]);

  const exact = list.capped ? null : showableRows(list.total, rowHeights[density]);
  useEffect(() => {
    if (exact !== null && list.phase === 'ready' && api.current && api.current.getDisplayedRowCount() < exact)
      api.current.setRowCount(exact, true);
  }, [exact, list.phase]);

  const columnDefs = useMemo(
    () => [
      ...(cells.canSelect ? [pickColumn] : []),
      ...columns.map((column) => columnDef(column, entity, words, culture, narrow)),
      {
        ...actionsColumn,
        ...(narrow ? { width: 52, minWidth: 52 } : {}),
        headerName: t('list.actions'),
        headerComponentParams: { field: '', sortable: false, silent: narrow },
      },
    ],
    [cells.canSelect, columns, entity, words, culture, narrow, t],
  );

  const onKey = ({ event, data, node }: CellKeyDownEvent<WireRecord>) => {
    if (!(event instanceof KeyboardEvent) || !data || event.ctrlKey || event.metaKey || event.altKey) return;
    const keys: Record<string, () => void> = {
      Enter: () => cells.open(data.id),
      e: () => data._can?.includes('edit') && cells.edit(data.id),
      x: () => cells.canSelect && cells.pick(node.rowIndex ?? 0, false),
      ' ': () => cells.canSelect && cells.pick(node.rowIndex ?? 0, event.shiftKey),
      '.': () => event.target instanceof HTMLElement && cells.menu(data, event.target.getBoundingClientRect()),
    };
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };

  const keepArrangement = () => {
    const state = api.current?.getColumnState() ?? [];
    const byId = new Map(columns.map((column) => [column.id, column]));
    const arranged = state.flatMap(({ colId, width, pinned }) => {
      const column = byId.get(colId);
      return column
        ? [{ ...column, width: width ?? column.width, pinned: narrow ? column.pinned : pinned === 'left' }]
        : [];
    });
    onColumns(arranged);
  };

  if (!localeText) return null;
  return (
    <ListCells.Provider value={cells}>
      <AgGridReact<WireRecord>
        key={`${culture}-${list.state.pageSize}`}
        theme={theme}
        localeText={localeText}
        rowModelType="infinite"
        datasource={datasource}
        cacheBlockSize={list.state.pageSize}
        maxBlocksInCache={20}
        blockLoadDebounceMillis={20}
        // Rows beyond the edge are drawn before anything can be read.
        rowBuffer={4}
        infiniteInitialRowCount={skeletonRows}
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
        onCellKeyDown={(event) => 'node' in event && onKey(event as CellKeyDownEvent<WireRecord>)}
        onCellDoubleClicked={({ data, column }) =>
          data && ![pickColumn.colId, actionsColumn.colId].includes(column.getColId()) && cells.open(data.id)
        }
        onDragStopped={keepArrangement}
        onColumnResized={({ finished, source }) => finished && source === 'uiColumnResized' && keepArrangement()}
      />
    </ListCells.Provider>
  );
}

const defaultColumn: ColDef<WireRecord> = { sortable: false, resizable: true, minWidth: 72 };

const fixed: ColDef<WireRecord> = {
  resizable: false,
  suppressMovable: true,
  lockVisible: true,
  suppressSizeToFit: true,
};

const pickColumn: ColDef<WireRecord> & { colId: string } = {
  ...fixed,
  colId: '$pick',
  headerName: '',
  width: 44,
  minWidth: 44,
  pinned: 'left',
  lockPosition: 'left',
  cellClass: 'is-tight',
  headerClass: 'is-tight',
  cellRenderer: PickCell,
  headerComponent: PickHead,
};

const actionsColumn: ColDef<WireRecord> & { colId: string } = {
  ...fixed,
  colId: '$actions',
  width: 84,
  minWidth: 84,
  pinned: 'right',
  lockPosition: 'right',
  cellClass: 'is-tight',
  headerClass: 'is-tight',
  cellRenderer: ActionsCell,
  headerComponent: ColumnHead,
};

function columnDef(
  column: ListColumn,
  entity: Entity,
  words: EntityWords,
  culture: string,
  narrow: boolean,
): ColDef<WireRecord> {
  const { field } = column;
  const type = effectiveType(field);
  const renderer =
    field === entity.title
      ? { cellRenderer: TitleCell }
      : type === 'choice' && field.meta.tones
        ? { cellRenderer: TagCell, cellRendererParams: { field } }
        : {};
  return {
    colId: column.id,
    headerName: column.label,
    width: column.width,
    hide: column.hidden,
    pinned: column.pinned && !narrow ? 'left' : null,
    cellClass: column.numeric ? 'is-numeric' : undefined,
    headerClass: column.numeric ? 'is-numeric' : undefined,
    valueGetter: ({ data }) => (data ? cellText(field, data, words, culture) : ''),
    headerComponent: ColumnHead,
    headerComponentParams: { field: field.name, sortable: column.sortable },
    suppressHeaderKeyboardEvent: ({ event }: SuppressHeaderKeyboardEventParams) => {
      if (event.key !== 'Enter' || !(event.target instanceof HTMLElement)) return false;
      event.target
        .querySelector<HTMLButtonElement>('button.column-head')
        ?.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: event.shiftKey }));
      return true;
    },
    ...renderer,
  };
}
