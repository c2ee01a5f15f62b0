import {
  useCallback,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
} from 'react';
import { useTranslation } from 'react-i18next';
import { isBlock, readBlock, type WidgetEditProps } from '../../../kit/index.ts';
import { SheetBar } from './sheet-bar.tsx';
import { GridRow, type Cell, type Range } from './sheet-row.tsx';
import {
  cellText,
  columnsOf,
  emptySheet,
  nextRow,
  pasteBlock,
  readSheet,
  withAbove,
  withCell,
  withoutZone,
  withZone,
  type Column,
  type PriceSheet,
} from './sheet.ts';

/**
 * A sheet that is typed as in a spreadsheet: arrows move, typing replaces, Enter and Tab go on, Shift widens what is
 * copied, a block is pasted from the cell in use. What differs from the value at the start is marked.
 */
export function SheetEdit(props: WidgetEditProps) {
  const { value, control, label } = props;
  const { t } = useTranslation();
  const sheet = useMemo(() => (isOwn(value) ? value : readSheet(value)), [value]);
  if (!sheet) {
    return (
      <div>
        <p role="alert">{t('widget.price-sheet.unreadable')}</p>
        <button type="button" className="button" id={control.id} onClick={() => props.onChange(emptySheet)}>
          {t('widget.price-sheet.anew', { label })}
        </button>
      </div>
    );
  }
  return <Grid {...props} sheet={sheet} />;
}

function Grid({ sheet, value, onChange, control, label }: WidgetEditProps & { sheet: PriceSheet }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const [cell, setCell] = useState<Cell>({ row: 0, column: 0 });
  const [from, setFrom] = useState<Cell | null>(null);
  const [typing, setTyping] = useState<string | null>(null);
  const [told, setTold] = useState('');
  // The value that the form began with; a new record began with none, so that nothing of it is a change.
  const [saved] = useState(() => (value === null || value === undefined ? null : readSheet(value)));
  const grid = useRef<HTMLTableElement>(null);
  // The same columns stay the same list, so that a typed price draws its own row alone.
  const named = JSON.stringify(columnsOf(sheet, all));
  const columns = useMemo(() => JSON.parse(named) as Column[], [named]);
  const latest = useRef({ sheet, cell, from, typing, onChange });
  latest.current = { sheet, cell, from, typing, onChange };

  const write = useCallback((next: PriceSheet) => {
    own.add(next);
    latest.current.sheet = next;
    latest.current.onChange(next);
  }, []);
  const put = useCallback(
    (at: Cell, typed: string) => {
      const held = latest.current.sheet;
      const [row, column] = [held.rows[at.row], columns[at.column]];
      if (row && column && cellText(row, column) !== typed)
        write({ ...held, rows: held.rows.with(at.row, withCell(row, column, typed)) });
    },
    [columns, write],
  );
  const go = useCallback(
    (row: number, column: number, widen = false) => {
      const held = latest.current;
      if (held.typing !== null) put(held.cell, held.typing);
      held.typing = null;
      const next = {
        row: Math.max(0, Math.min(row, held.sheet.rows.length - 1)),
        column: Math.max(0, Math.min(column, columns.length - 1)),
      };
      setFrom(widen ? (held.from ?? held.cell) : null);
      setTyping(null);
      setCell(next);
      // At once, so that a person who keeps typing loses no key; a row that is only being added gets the focus when it is drawn.
      if (focusCell(grid.current, next)) return;
      focusCell(grid.current, held.cell);
      requestAnimationFrame(() => latest.current.typing === null && focusCell(grid.current, next));
    },
    [columns, put],
  );
  const leave = (down: number, right: number) => {
    let [row, column] = [cell.row + down, cell.column + right];
    if (column >= columns.length) [row, column] = [row + 1, 0];
    if (column < 0) [row, column] = [row - 1, columns.length - 1];
    if (down === 1 && row === sheet.rows.length) {
      if (typing !== null) put(cell, typing);
      latest.current.typing = null;
      const held = latest.current.sheet;
      write({ ...held, rows: [...held.rows, nextRow(held.rows)] });
    }
    go(row, column);
  };
  const range = rangeOf(cell, from);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.nativeEvent.isComposing || !isInGrid(event.target)) return;
    const isLast = cell.row === sheet.rows.length - 1 && cell.column === columns.length - 1;
    const isFirst = cell.row === 0 && cell.column === 0;
    if (event.key === 'Tab') {
      if (event.shiftKey ? isFirst : isLast) return;
      leave(0, event.shiftKey ? -1 : 1);
    } else if (event.key === 'Enter') {
      if (typing === null && !event.shiftKey && columns[cell.column]?.kind === 'mode')
        setTyping(textAt(sheet, columns, cell));
      else leave(event.shiftKey ? -1 : 1, 0);
    } else if (typing !== null) {
      if (event.key !== 'Escape') return;
      latest.current.typing = null;
      go(cell.row, cell.column);
    } else if (arrows[event.key]) {
      const [down, right] = arrows[event.key] ?? [0, 0];
      const far = event.ctrlKey || event.metaKey ? 1_000 : 1;
      go(cell.row + down * far, cell.column + right * far, event.shiftKey);
    } else if (event.key === 'Home') go(cell.row, 0, event.shiftKey);
    else if (event.key === 'End') go(cell.row, columns.length - 1, event.shiftKey);
    else if (event.key === 'PageDown' || event.key === 'PageUp')
      go(cell.row + (event.key === 'PageDown' ? 15 : -15), cell.column, event.shiftKey);
    else if (event.key === 'F2') setTyping(textAt(sheet, columns, cell));
    else if (event.key === 'Delete' || event.key === 'Backspace') clear();
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) setTyping(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const clear = () => {
    const rows = sheet.rows.map((row, at) =>
      at < range.top || at > range.bottom
        ? row
        : columns
            .slice(range.left, range.right + 1)
            .filter(({ kind }) => kind !== 'to' && kind !== 'mode')
            .reduce((next, column) => withCell(next, column, ''), row),
    );
    write({ ...sheet, rows });
  };
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const text = event.clipboardData.getData('text/plain');
    if (typing !== null && !isBlock(text)) return;
    event.preventDefault();
    const block = readBlock(text);
    const pasted = pasteBlock({
      sheet: latest.current.sheet,
      columns,
      at: { row: range.top, column: range.left },
      block,
    });
    write(pasted.sheet);
    setTyping(null);
    setTold(t('widget.price-sheet.pasted', { rows: block.length, left: pasted.left }));
  };
  // What is typed counts when the focus moves on, for example to the button that saves.
  const onBlur = ({ relatedTarget }: FocusEvent<HTMLElement>) => {
    const held = latest.current;
    if (held.typing === null || grid.current?.contains(relatedTarget)) return;
    put(held.cell, held.typing);
    held.typing = null;
    setTyping(null);
  };
  const onCopy = (event: ClipboardEvent<HTMLElement>) => {
    if (typing !== null) return;
    event.preventDefault();
    const rows = sheet.rows.slice(range.top, range.bottom + 1);
    const texts = rows.map((row) => columns.slice(range.left, range.right + 1).map((column) => cellText(row, column)));
    event.clipboardData.setData('text/plain', texts.map((row) => row.join('\t')).join('\n'));
    setTold(t('widget.price-sheet.copied', { rows: texts.length }));
  };

  return (
    <div
      className="price-sheet"
      id={control.id}
      tabIndex={-1}
      role="group"
      aria-label={label}
      aria-describedby={control['aria-describedby']}
    >
      <SheetBar
        zones={sheet.zones}
        all={all}
        onAll={setAll}
        onRow={() => {
          const at = cell.row + 1;
          write({ ...sheet, rows: sheet.rows.toSpliced(at, 0, { ...nextRow(sheet.rows.slice(0, at)) }) });
          go(at, 0);
        }}
        onDropRow={() =>
          sheet.rows.length > 1 &&
          (write({ ...sheet, rows: sheet.rows.toSpliced(cell.row, 1) }), go(cell.row, cell.column))
        }
        onZone={(zone) => write(withZone(sheet, zone))}
        onDropZone={(zone) => sheet.zones.length > 1 && write(withoutZone(sheet, zone))}
      />
      <div className="price-sheet-scroll" onKeyDown={onKeyDown} onPaste={onPaste} onCopy={onCopy} onBlur={onBlur}>
        <table ref={grid} role="grid" aria-label={label} aria-rowcount={sheet.rows.length + 1} aria-multiselectable>
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column.kind === 'zone' ? `z${column.zone}` : column.kind}
                  scope="col"
                  className={column.kind === 'zone' ? 'is-number' : undefined}
                >
                  {column.kind === 'zone'
                    ? t('widget.price-sheet.zone', { zone: column.zone })
                    : t(`widget.price-sheet.column.${column.kind}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sheet.rows.map((row, at) => (
              <GridRow
                key={at}
                at={at}
                row={row}
                before={sheet.rows[at - 1]}
                saved={
                  saved
                    ? (saved.rows.find(({ to, mode }) => to === row.to && mode === row.mode) ?? saved.rows[at] ?? null)
                    : undefined
                }
                columns={columns}
                active={cell.row === at ? cell.column : null}
                typing={cell.row === at ? typing : null}
                range={from && at >= range.top && at <= range.bottom ? `${range.left}-${range.right}` : ''}
                onPick={go}
                onType={setTyping}
                onPut={put}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Above sheet={sheet} onWrite={write} />
      <p className="field-hint">{t('widget.price-sheet.hint')}</p>
      <p className="sr-only" role="status">
        {told}
      </p>
    </div>
  );
}

/** The price of each unit above the last row. */
function Above({ sheet, onWrite }: { sheet: PriceSheet; onWrite(next: PriceSheet): void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(sheet.above !== undefined);
  if (!open) {
    return (
      <button type="button" className="link-button" onClick={() => setOpen(true)}>
        {t('widget.price-sheet.addAbove')}
      </button>
    );
  }
  return (
    <fieldset className="price-sheet-above">
      <legend>{t('widget.price-sheet.above')}</legend>
      {sheet.zones.map((zone) => (
        <label key={zone}>
          <span>{zone}</span>
          <input
            inputMode="decimal"
            value={sheet.above?.[zone] ?? ''}
            onChange={({ target }) => onWrite(withAbove(sheet, zone, target.value))}
          />
        </label>
      ))}
    </fieldset>
  );
}

/** Sheets that this editor made: their rows stay the same objects, so that only what was typed is drawn again. */
const own = new WeakSet<object>();
const isOwn = (value: unknown): value is PriceSheet => typeof value === 'object' && value !== null && own.has(value);

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

function rangeOf(cell: Cell, from: Cell | null): Range {
  const other = from ?? cell;
  return {
    top: Math.min(cell.row, other.row),
    bottom: Math.max(cell.row, other.row),
    left: Math.min(cell.column, other.column),
    right: Math.max(cell.column, other.column),
  };
}

function textAt(sheet: PriceSheet, columns: ReturnType<typeof columnsOf>, { row, column }: Cell): string {
  const [held, at] = [sheet.rows[row], columns[column]];
  return held && at ? cellText(held, at) : '';
}

/** Whether the cell is drawn, and has the focus now. */
function focusCell(grid: HTMLTableElement | null, { row, column }: Cell): boolean {
  const found = grid?.tBodies[0]?.rows[row]?.cells[column];
  found?.focus();
  return found !== undefined;
}

const isInGrid = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.closest('td[data-cell]') !== null;
