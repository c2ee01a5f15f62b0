import type { CustomCellRendererProps, CustomHeaderProps } from 'ag-grid-react';
import type { TFunction } from 'i18next';
import { createContext, useContext, useEffect, useMemo, useRef, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { ownOf, type Entity, type Field, type Tone } from '../../core/index.ts';
import { isSelected, type Selection } from '../controllers/list-selection.ts';
import type { SortTerm } from '../controllers/list-state.ts';
import type { InlineEdit } from '../controllers/inline/use-inline-edit.ts';
import type { EntityAnswer, WireRecord } from '../data/data-client.ts';
import { Ellipsis } from '../ui/glyphs.tsx';

/** What cells and heads need of the list. One context: forty small cells may draw again when a row is picked. */
export interface ListCellContext {
  /** The words, handed down: a hook of its own in every cell costs more than the cell. */
  t: TFunction;
  path: string;
  selection: Selection;
  sort: readonly SortTerm[];
  canSelect: boolean;
  pick(index: number, range: boolean): void;
  pickShown(on: boolean): void;
  titleOf(record: WireRecord): string;
  open(id: string): void;
  edit(id: string): void;
  /** Shows a record beside the list, or follows to it where one is shown. */
  look(id: string): void;
  menu(record: WireRecord, at: DOMRect): void;
  sortBy(field: string, also: boolean): void;
}

/** The same where cells can be edited in place, as the screen has it. */
export interface EditableCells extends Omit<ListCellContext, 't'> {
  inline: InlineEdit;
  shown: ShownRows;
  /** A row is selected: the record beside the list follows. */
  follow(record: WireRecord | undefined): void;
}

/** How many rows have been shown, and how many of them are picked: for the head alone, for it changes with every block. */
export interface ShownRows {
  count: number;
  picked: number;
}

export const ListCells = createContext<ListCellContext | null>(null);
export const ShownRowsContext = createContext<ShownRows>({ count: 0, picked: 0 });

/** The context of a screen's cells: it changes only if a cell would show something else, not with every render. */
export function useCellContext(cells: EditableCells): ListCellContext {
  const { t } = useTranslation();
  const latest = useRef(cells);
  latest.current = cells;
  const { path, selection, canSelect } = cells;
  const sort = JSON.stringify(cells.sort);
  return useMemo(
    () => ({
      t,
      path,
      selection,
      sort: JSON.parse(sort) as SortTerm[],
      canSelect,
      pick: (...of) => latest.current.pick(...of),
      pickShown: (...of) => latest.current.pickShown(...of),
      titleOf: (...of) => latest.current.titleOf(...of),
      open: (...of) => latest.current.open(...of),
      edit: (...of) => latest.current.edit(...of),
      look: (...of) => latest.current.look(...of),
      menu: (...of) => latest.current.menu(...of),
      sortBy: (...of) => latest.current.sortBy(...of),
    }),
    [t, path, selection, sort, canSelect],
  );
}

function useListCells(): ListCellContext {
  const context = useContext(ListCells);
  if (!context) throw new Error('a list cell outside its list');
  return context;
}

/** Whether a record stands where it counts for nothing any more. */
export const isStruck = (entity: Entity, { status }: WireRecord): boolean =>
  typeof status === 'string' && ownOf(entity.states, status)?.struck === true;

/** The name of the record, a real link: a middle click opens it elsewhere. */
export function TitleCell({ data, value, entity }: CustomCellRendererProps<WireRecord, string> & { entity: Entity }) {
  const { path, open } = useListCells();
  if (!data) return null;
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    open(data.id);
  };
  return (
    <a href={`/${path}/${data.id}`} onClick={go} tabIndex={-1}>
      {isStruck(entity, data) ? <s>{value || data.id}</s> : value || data.id}
    </a>
  );
}

export function TagCell({ data, value, field }: CustomCellRendererProps<WireRecord, string> & { field: Field }) {
  const raw = data?.[field.name];
  if (!data || raw === null || raw === undefined || raw === '') return null;
  const tone: Tone = ownOf(field.meta.tones, String(raw)) ?? 'neutral';
  return (
    <span className="tag" data-tone={tone}>
      {value}
    </span>
  );
}

/** The record that the row refers to, as a link if the person may read it. */
export function RecordCell({
  data,
  value,
  field,
  refs,
}: CustomCellRendererProps<WireRecord, string> & { field: Field; refs: EntityAnswer['refs'] }) {
  const navigate = useNavigate();
  const named = ownOf(refs, String(data?.[field.meta.recordOf ?? '']));
  if (!data || !named?.readable || !data[`$${field.name}`]) return value ?? null;
  const to = `/${named.path}/${encodeURIComponent(String(data[field.name]))}`;
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a href={to} onClick={go} tabIndex={-1}>
      {value}
    </a>
  );
}

export function PickCell({ data, node }: CustomCellRendererProps<WireRecord>) {
  const { t, selection, pick, titleOf } = useListCells();
  if (!data) return null;
  return (
    <label className="pick-cell">
      <input
        type="checkbox"
        className="pick"
        tabIndex={-1}
        checked={isSelected(selection, data.id)}
        aria-label={t('list.pick', { title: titleOf(data) })}
        onChange={() => undefined}
        onClick={(event) => pick(node.rowIndex ?? 0, event.shiftKey)}
      />
    </label>
  );
}

export function PickHead() {
  const { t, pickShown } = useListCells();
  const shown = useContext(ShownRowsContext);
  const all = shown.count > 0 && shown.picked === shown.count;
  return (
    <label className="pick-cell">
      <input
        type="checkbox"
        tabIndex={-1}
        checked={all}
        disabled={shown.count === 0}
        ref={(input) => {
          if (input) input.indeterminate = !all && shown.picked > 0;
        }}
        aria-label={t('list.pickShown')}
        onChange={() => pickShown(!all)}
      />
    </label>
  );
}

/** One drawing for all rows. */
const eye = (
  <svg viewBox="0 0 16 16" width="15" height="15" fill="none" stroke="currentColor" strokeWidth="1.3" aria-hidden>
    <path d="M1.5 8S4 3.7 8 3.7 14.5 8 14.5 8 12 12.3 8 12.3 1.500 8 1.5 8Z" strokeLinejoin="round" />
    <circle cx="8" cy="8" r="1.9" />
  </svg>
);

export function ActionsCell({ data }: CustomCellRendererProps<WireRecord>) {
  const { t, edit, look, menu, titleOf } = useListCells();
  if (!data) return null;
  const can = data._can ?? [];
  return (
    <span className="row-actions">
      <button
        type="button"
        tabIndex={-1}
        data-action="look"
        className="icon-button"
        aria-label={t('list.lookAt', { title: titleOf(data) })}
        title={t('list.look')}
        onClick={() => look(data.id)}
      >
        {eye}
      </button>
      {can.includes('edit') ? (
        <button
          type="button"
          tabIndex={-1}
          data-action="edit"
          className="icon-button"
          aria-label={t('list.editOf', { title: titleOf(data) })}
          title={t('action.edit')}
          onClick={() => edit(data.id)}
        >
          <svg
            viewBox="0 0 16 16"
            width="15"
            height="15"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.3"
            strokeLinejoin="round"
            aria-hidden="true"
          >
            <path d="m10.8 2.7 2.5 2.5-7.6 7.6-3.2.7.7-3.2zM9.2 4.3l2.5 2.5" />
          </svg>
        </button>
      ) : null}
      <button
        type="button"
        tabIndex={-1}
        className="icon-button"
        aria-haspopup="menu"
        aria-label={t('list.actionsOf', { title: titleOf(data) })}
        onClick={(event) => menu(data, event.currentTarget.getBoundingClientRect())}
      >
        <Ellipsis size={15} />
      </button>
    </span>
  );
}

/** A column's name; a press sorts, with Shift beside the columns already sorted by. */
export function ColumnHead({
  displayName,
  eGridHeader,
  field,
  sortable,
  silent,
}: CustomHeaderProps & { field: string; sortable: boolean; silent?: boolean }) {
  const { t, sort, sortBy } = useListCells();
  const place = sort.findIndex((term) => term.field === field);
  const direction = place < 0 ? 'none' : sort[place]!.descending ? 'descending' : 'ascending';
  // With every render: the grid, which does not sort, removes it whenever it rearranges its columns.
  useEffect(() => {
    if (sortable) eGridHeader.setAttribute('aria-sort', direction);
  });
  if (!sortable) return <span className={silent ? 'sr-only' : 'column-head'}>{displayName}</span>;
  return (
    <button
      type="button"
      tabIndex={-1}
      className="column-head"
      data-sort={direction}
      title={t('list.sortHint')}
      onClick={(event) => sortBy(field, event.shiftKey)}
    >
      <span>{displayName}</span>
      <svg viewBox="0 0 8 12" width="8" height="12" aria-hidden="true">
        <path d="M4 1 7 5H1z" className="up" />
        <path d="M4 11 1 7h6z" className="down" />
      </svg>
      {sort.length > 1 && place >= 0 ? <small>{place + 1}</small> : null}
    </button>
  );
}
