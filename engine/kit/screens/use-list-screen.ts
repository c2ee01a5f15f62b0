import { App } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { readStoredList } from '../../core/index.ts';
import { listColumns, type ListColumn, type ListPreference } from '../controllers/list-columns.ts';
import { isFigure } from '../controllers/list-figures.ts';
import { emptySelection, isSelected, select } from '../controllers/list-selection.ts';
import { effectiveSort } from '../controllers/list-state.ts';
import { useBulkDialogs } from '../controllers/modules.ts';
import { useBulk } from '../controllers/use-bulk.ts';
import { useInlineEdit } from '../controllers/inline/use-inline-edit.ts';
import { useListViews } from '../controllers/use-list-views.ts';
import { useList, type ListController } from '../controllers/use-list.ts';
import { usePreference } from '../controllers/use-preference.ts';
import { usePrint } from '../controllers/use-print.ts';
import { onChange } from '../data/changed.ts';
import type { WireRecord } from '../data/data-client.ts';
import { failedLine } from '../data/display-error.ts';
import { entityLabels } from '../data/entity-labels.ts';
import type { ReadyEntity } from '../data/use-entity.ts';
import { cellText } from '../fields/controls/cell-text.ts';
import type { ActionRequest } from '../layouts/list-action-host.tsx';
import { layoutsOf } from '../layouts/list-layouts.ts';
import { useCulture } from '../ui/culture.ts';
import { useKeys } from '../ui/use-keys.ts';
import type { EditableCells } from './list-cells.tsx';
import type { OpenRowMenu } from './list-row-menu.tsx';

/** What the parts of a list's screen share. */
export type ListScreenState = ReturnType<typeof useListScreen>;

/** The state of a list's screen: rows, views and columns, what is open over them, and what a person can do. */
export function useListScreen(ready: ReadyEntity) {
  const { entity, answer } = ready;
  const navigate = useNavigate();
  const culture = useCulture();
  const arranged = useArrangedList(ready);
  const { words, list, columns } = arranged;
  const [actionRequest, setActionRequest] = useState<ActionRequest | null>(null);
  const [menu, setMenu] = useState<OpenRowMenu | null>(null);
  const [looked, setLooked] = useState<string | null>(null);
  const [exporting, setExporting] = useState(false);
  const [importing, setImporting] = useState(false);
  const { reload } = list;
  useEffect(() => onChange((changed) => changed === entity.path && reload()), [entity, reload]);
  const done = () => {
    list.setSelection(emptySelection);
    list.reload();
  };
  const bulk = useBulk(ready, list, (action, records) => setActionRequest({ action, records }));
  const dialogs = useBulkDialogs(entity.name);
  const printing = usePrinting(entity.path, list, columns);
  const can = (code: string) => answer.codes.includes(code);
  const mayImport = can('import') && can('add');
  const titleOf = (record: WireRecord) => cellText(entity.title, record, { words, culture }) || record.id;
  const open = (id: string) => navigate(`/${entity.path}/${id}`, { state: placeIn(list, id) });
  const edit = (id: string) => navigate(`/${entity.path}/${id}/edit`);
  const add = () => can('add') && navigate(`/${entity.path}/new`);
  useKeys({ c: add, 'Mod+p': () => void printing.print() });
  const onRowAction = (action: string, record: WireRecord) => {
    if (action === 'open') open(record.id);
    else if (action === 'edit') edit(record.id);
    else setActionRequest({ action, records: [record] });
  };
  const layouts = layoutsOf(entity);
  return {
    ...{ ready, ...arranged, bulk, dialogs, printing, done, layouts },
    ...{ can, mayImport, titleOf, open, edit, add, onRowAction },
    ...{ actionRequest, setActionRequest, menu, setMenu, looked, setLooked },
    ...{ exporting, setExporting, importing, setImporting },
    asTable: !layouts.includes(list.state.layout) || list.state.layout === 'table',
  };
}

/** The rows of a list with its views and its columns, as a person has arranged them; not `isArranged` until that is known. */
function useArrangedList(ready: ReadyEntity) {
  const { entity, answer } = ready;
  const words = useMemo(() => entityLabels(answer), [answer]);
  const [stored, known, savePreference] = usePreference<ListPreference>(`list.${entity.path}`);
  const preference = useMemo(() => readStoredList(stored), [stored]);
  const list = useList(ready);
  const views = useListViews(ready, list, [preference, savePreference]);
  const { arrangement } = views;
  const chosen = arrangement?.columns;
  const columns = useMemo(
    () => listColumns(entity, words, chosen === undefined ? null : { columns: chosen }),
    [entity, words, chosen],
  );
  return {
    ...{ words, list, views, columns },
    density: arrangement?.density ?? ('middle' as const),
    isArranged: known && views.all !== null,
  };
}

function usePrinting(path: string, list: ListController, columns: readonly ListColumn[]) {
  const { message } = App.useApp();
  const { sheet, print } = usePrint(
    path,
    list,
    columns.some(({ hidden, id }) => !hidden && isFigure(id)),
  );
  return {
    ...{ sheet, print },
    printOrSay: () => void print().catch((error: unknown) => message.error(failedLine('operation', error))),
  };
}

/** What the cells of a list's rows do, in the grid and on cards. */
export function useEditableCells(screen: ListScreenState): EditableCells {
  const { ready, list, bulk, dialogs, titleOf, open, edit, looked, setLooked, setMenu } = screen;
  const inline = useInlineEdit(ready, list);
  const shownRows = [...list.rows.values()];
  return {
    path: ready.entity.path,
    selection: list.selection,
    sort: effectiveSort(list.state, ready.entity),
    canSelect: bulk.actions.length + dialogs.length > 0,
    pick: list.pick,
    pickShown: (on) => list.setSelection(select(list.selection, shownRows, on)),
    shown: { count: shownRows.length, picked: shownRows.filter(({ id }) => isSelected(list.selection, id)).length },
    ...{ titleOf, open, edit },
    look: setLooked,
    follow: (record) => looked !== null && record && setLooked(record.id),
    menu: (record, at) => setMenu({ record, at }),
    sortBy: list.sortBy,
    inline,
  };
}

/** How far previous and next reach from a record opened here: history keeps this beside the address. */
const reach = 100;

/** The ids around a record, and how many rows come before them. */
function placeIn(list: ListController, id: string) {
  const ids = [...list.rows.values()].map((row) => row.id);
  const from = Math.max(0, ids.indexOf(id) - reach);
  const before = list.paged ? (list.state.page - 1) * list.size : 0;
  return { ids: ids.slice(from, ids.indexOf(id) + reach + 1), from: before + from, total: list.total };
}
