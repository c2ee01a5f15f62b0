import type { ColDef, GridApi } from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { useMemo, useRef } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { sortKeys, type Entity } from '../../core/index.ts';
import { emptySelection } from '../controllers/list-selection.ts';
import { listColumns } from '../controllers/list-columns.ts';
import type { WireRecord } from '../data/data-client.ts';
import type { EntityLabels } from '../data/entity-labels.ts';
import { useAppearance } from '../ui/appearance.ts';
import { useCulture } from '../ui/culture.ts';
import { columnDef } from './grid/grid-columns.ts';
import './grid/grid-modules.ts';
import { gridTheme } from './grid-theme.ts';
import './list.css';
import { ListCells, type ListCellContext } from './list-cells.tsx';

interface Props {
  entity: Entity;
  words: EntityLabels;
  rows: readonly WireRecord[];
  /** The declared columns in another order. */
  onOrder: (names: string[]) => void;
  /** A head was pressed. */
  onPick: (name: string) => void;
}

/** A list as its declaration has it, with some of its rows: heads can be carried about and chosen, nothing else happens. */
export function GridArranger({ entity, words, rows, onOrder, onPick }: Props) {
  const { t } = useTranslation();
  const culture = useCulture();
  const brightness = useAppearance((state) => state.brightness);
  const theme = useMemo(() => gridTheme(brightness, 'middle'), [brightness]);
  const api = useRef<GridApi<WireRecord> | null>(null);
  const names = entity.meta.list.columns;
  const columns = useMemo(() => {
    const known = listColumns(entity, words, null);
    return names.flatMap((name) => known.find(({ field }) => field.name === name) ?? []);
  }, [entity, words, names]);
  const columnDefs = useMemo(
    () =>
      columns.map((column): ColDef<WireRecord> => ({
        ...columnDef({ column, entity, words, culture, markOf: () => undefined }),
        headerComponentParams: { field: column.field.name, sortable: true },
        hide: false,
      })),
    [columns, entity, words, culture],
  );
  const cells = useMemo(() => restingCells({ entity, onPick, t }), [entity, onPick, t]);
  const datasource = useMemo(
    () => ({
      getRows: ({ successCallback }: { successCallback: (rows: WireRecord[], last: number) => void }) =>
        successCallback([...rows], rows.length),
    }),
    [rows],
  );
  const moved = () => {
    const byId = new Map(columns.map(({ id, field }) => [id, field.name]));
    const order = (api.current?.getColumnState() ?? []).flatMap(({ colId }) => byId.get(colId) ?? []);
    if (order.join() !== names.join()) onOrder(order);
  };
  return (
    <ListCells.Provider value={cells}>
      <AgGridReact<WireRecord>
        key={culture}
        theme={theme}
        rowModelType="infinite"
        datasource={datasource}
        getRowId={({ data }) => data.id}
        columnDefs={columnDefs}
        defaultColDef={plain}
        maintainColumnOrder={false}
        suppressDragLeaveHidesColumns
        suppressNoRowsOverlay
        onGridReady={(event) => {
          api.current = event.api;
        }}
        onDragStopped={moved}
      />
    </ListCells.Provider>
  );
}

const plain: ColDef<WireRecord> = { sortable: false, resizable: false, minWidth: 72 };

/** Cells that show and sort, but neither select nor open anything. */
function restingCells({ entity, onPick, t }: Pick<Props, 'entity' | 'onPick'> & { t: TFunction }): ListCellContext {
  const noop = () => undefined;
  const declared = entity.meta.list.sort?.split(',') ?? [];
  return {
    t,
    path: entity.path,
    selection: emptySelection,
    sort: sortKeys(entity.meta.list.sort).map((field, at) => ({
      field,
      descending: declared[at]?.startsWith('-') ?? false,
    })),
    canSelect: false,
    pick: noop,
    pickShown: noop,
    titleOf: ({ id }) => id,
    open: noop,
    edit: noop,
    look: noop,
    menu: noop,
    sortBy: onPick,
  };
}
