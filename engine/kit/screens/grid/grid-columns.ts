import type { ColDef, SuppressHeaderKeyboardEventParams } from 'ag-grid-community';
import { valueTypeOf, type Entity } from '../../../core/index.ts';
import type { FittedColumn } from '../../controllers/list-widths.ts';
import type { CellMark } from '../../controllers/inline/use-cell-marks.ts';
import type { EntityAnswer, WireRecord } from '../../data/data-client.ts';
import type { EntityLabels } from '../../data/entity-labels.ts';
import { isBelowZero, listText } from '../../fields/controls/cell-text.ts';
import { ActionsCell, ColumnHead, PickCell, PickHead, RecordCell, TagCell, TitleCell } from '../list-cells.tsx';

export const defaultColumn: ColDef<WireRecord> = { sortable: false, resizable: true, minWidth: 72 };

const fixed: ColDef<WireRecord> = {
  resizable: false,
  suppressMovable: true,
  lockVisible: true,
  suppressSizeToFit: true,
};

export const pickColumn: ColDef<WireRecord> & { colId: string; width: number } = {
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

export const actionsColumn: ColDef<WireRecord> & { colId: string; width: number } = {
  ...fixed,
  colId: '$actions',
  width: 92,
  minWidth: 92,
  pinned: 'right',
  lockPosition: 'right',
  cellClass: 'is-tight',
  headerClass: 'is-tight',
  cellRenderer: ActionsCell,
  headerComponent: ColumnHead,
};

/** A column of an entity's list as the grid takes it. */
export function columnDef({
  column,
  entity,
  words,
  culture,
  markOf,
  refs = {},
}: {
  column: FittedColumn;
  entity: Entity;
  words: EntityLabels;
  culture: string;
  markOf: (id: string) => CellMark | undefined;
  refs?: EntityAnswer['refs'];
}): ColDef<WireRecord> {
  const { field } = column;
  const type = valueTypeOf(field.meta);
  const renderer =
    field === entity.title
      ? { cellRenderer: TitleCell, cellRendererParams: { entity } }
      : type === 'choice' && field.meta.tones
        ? { cellRenderer: TagCell, cellRendererParams: { field } }
        : field.meta.recordOf
          ? { cellRenderer: RecordCell, cellRendererParams: { field, refs } }
          : {};
  const wording = { words, culture, headCurrency: column.headCurrency };
  return {
    colId: column.id,
    headerName: column.label,
    width: column.width,
    hide: column.hidden,
    pinned: column.pinned ? 'left' : null,
    cellClass: column.numeric ? 'is-numeric' : undefined,
    cellClassRules: {
      ...(column.numeric ? { 'is-negative': ({ data }) => isBelowZero(data?.[field.name]) } : {}),
      'is-saving': ({ data }) => data !== undefined && markOf(data.id)?.state === 'saving',
      'is-saved': ({ data }) => data !== undefined && markOf(data.id)?.state === 'saved',
      'is-failed': ({ data }) => data !== undefined && markOf(data.id)?.state === 'failed',
    },
    headerClass: column.numeric ? 'is-numeric' : undefined,
    valueGetter: ({ data }) => (data ? listText(field, data, wording) : ''),
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
