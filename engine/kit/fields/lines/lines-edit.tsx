import { Button, Pagination } from 'antd';
import { useCallback, useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '../../../core/index.ts';
import { ColumnHead } from './column-head.tsx';
import { columnSums } from './column-sums.ts';
import { useFieldHost } from '../controls/field-host.tsx';
import type { EditProps } from '../controls/field-view.ts';
import { useFormTools } from '../controls/form-tools.tsx';
import { LinesFooter } from './lines-footer.tsx';
import { LinesRow } from './lines-row.tsx';
import { duplicateRow, fillDown, isBlock, moveRow, pasteBlock, readBlock, type Row } from './paste-block.ts';
import { rowKey, sameRow } from './row-keys.ts';
import { useReadCell } from '../controls/read-cell.ts';

/** More rows than this are shown page by page. */
const pageSize = 20;

/**
 * A sub-table for the keyboard: Enter goes to the next row and adds one after the last, arrows move between rows,
 * Ctrl+D takes the cell above, Alt+arrows move the row; a block from a spreadsheet is laid over the cells.
 */
export function LinesEdit({ field, value, onChange, control, label, record, siblings, issues }: EditProps) {
  const { t } = useTranslation();
  const { words } = useFieldHost();
  const tools = useFormTools();
  const rows: readonly Row[] = Array.isArray(value) ? value : [];
  const latest = useRef(rows);
  latest.current = rows;
  const columns = (field.lines ?? []).filter((column) => column.visible !== false && !column.system);
  const [page, setPage] = useState(0);
  const [announcement, setAnnouncement] = useState('');
  const cell = useRef({ row: 0, column: 0 });
  const table = useRef<HTMLDivElement>(null);
  const readCell = useReadCell();
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  const shown = Math.min(page, pages - 1);
  const first = shown * pageSize;

  useEffect(() => {
    tools.reveals.set(field.name, (row) => setPage(Math.floor(row / pageSize)));
    return () => void tools.reveals.delete(field.name);
  }, [tools, field.name]);

  const update = useCallback(
    (next: Row[]) => {
      latest.current = next;
      onChange(next);
    },
    [onChange],
  );
  const newRow = (): Row =>
    Object.fromEntries(
      columns
        .filter((column) => column.meta.default !== undefined)
        .map((column) => [column.name, structuredClone(column.meta.default)]),
    );
  const focusCell = (row: number, column: number) => {
    setPage(Math.floor(row / pageSize));
    const id = `${control.id}-${row}-${columns[column]?.name ?? ''}`;
    // The row may be new, or on another page: it is there after this drawing.
    requestAnimationFrame(() => document.getElementById(id)?.focus());
  };
  const change = useCallback(
    (at: number, values: Row) => {
      const before = latest.current[at];
      if (before) update(latest.current.with(at, sameRow(before, { ...before, ...values })));
    },
    [update],
  );
  // Of a row that was just added nothing is said before it is left.
  const fresh = useRef<number | null>(null);
  const { hold } = tools;
  const holdRow = useCallback(
    (row: number | null) => {
      if (fresh.current === row) return;
      fresh.current = row;
      hold?.(field.name, row);
    },
    [hold, field.name],
  );
  const add = () => {
    holdRow(latest.current.length);
    update([...latest.current, newRow()]);
    focusCell(latest.current.length - 1, 0);
  };
  const act = useCallback(
    (verb: 'duplicate' | 'up' | 'down' | 'remove', at: number) => {
      holdRow(null);
      if (verb === 'duplicate') update(duplicateRow(latest.current, at));
      else if (verb === 'remove') update(latest.current.toSpliced(at, 1));
      else update(moveRow(latest.current, at, verb === 'up' ? at - 1 : at + 1));
      setAnnouncement(t(`lines.told.${verb}`, { row: at + 1 }));
      if (verb === 'remove')
        requestAnimationFrame(() => table.current?.querySelector<HTMLElement>('.lines-add')?.focus());
    },
    [update, holdRow, t],
  );

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const place = cellUnder(event.target, columns);
    if (!place || event.nativeEvent.isComposing) return;
    const { row, column } = place;
    const free = !isOpen(event.target);
    const name = columns[column]?.name ?? '';
    const go = (to: number) => to >= 0 && to < rows.length && focusCell(to, column);
    if (event.key === 'Enter' && free && !event.ctrlKey && !event.metaKey && !isArea(event.target)) {
      if (row === rows.length - 1) add();
      else go(row + 1);
    } else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      const to = event.key === 'ArrowUp' ? row - 1 : row + 1;
      act(event.key === 'ArrowUp' ? 'up' : 'down', row);
      go(to);
    } else if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && free && isLine(event.target)) {
      go(event.key === 'ArrowUp' ? row - 1 : row + 1);
    } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'd') {
      const above = latest.current[row - 1];
      if (above) change(row, { [name]: above[name], [`$${name}`]: above[`$${name}`] });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const text = event.clipboardData.getData('text/plain');
    if (!isBlock(text)) return;
    event.preventDefault();
    const at = cellUnder(event.target, columns) ?? { row: rows.length, column: 0 };
    const heads = new Map(
      columns.flatMap((column) => [
        [words.line(field.name, column.name).toLowerCase(), column.name],
        [column.name.toLowerCase(), column.name],
      ]),
    );
    const pasted = pasteBlock({
      columns,
      rows: latest.current,
      at,
      block: readBlock(text),
      heads,
      newRow,
      read: readCell,
    });
    update(pasted.rows);
    setAnnouncement(
      t(pasted.skipped > 0 ? 'lines.told.pastedSome' : 'lines.told.pasted', {
        cells: pasted.cells,
        skipped: pasted.skipped,
      }),
    );
  };
  const spread = () => {
    const { row, column } = cell.current;
    update(fillDown(latest.current, row, columns[column]?.name ?? ''));
    setAnnouncement(t('lines.told.filled', { column: words.line(field.name, columns[column]?.name ?? '') }));
    focusCell(row, column);
  };

  const sums = columnSums(columns, rows);
  return (
    <div
      ref={table}
      id={control.id}
      className="lines"
      role="group"
      tabIndex={-1}
      aria-labelledby={`${control.id}-label`}
      aria-describedby={control['aria-describedby']}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onBlur={({ target, relatedTarget }) => {
        const row = cellUnder(target, columns)?.row;
        if (row === fresh.current && leavesRow(row, relatedTarget)) holdRow(null);
      }}
      onFocus={(event) => {
        cell.current = cellUnder(event.target, columns) ?? cell.current;
      }}
    >
      <div className="lines-scroll">
        <table className="lines-table">
          <thead>
            <tr>
              <th scope="col" className="lines-number">
                #
              </th>
              {columns.map((column) => (
                <ColumnHead
                  key={column.name}
                  lines={field.name}
                  column={column}
                  columns={columns}
                  siblings={siblings}
                  required={column.required === true}
                />
              ))}
              <th scope="col">
                <span className="sr-only">{t('lines.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(first, first + pageSize).map((row, at) => (
              <LinesRow
                key={rowKey(row)}
                id={`${control.id}-${first + at}`}
                lines={field.name}
                row={row}
                at={first + at}
                count={rows.length}
                columns={columns}
                record={record}
                siblings={siblings}
                issues={issues}
                change={change}
                act={act}
              />
            ))}
          </tbody>
          {rows.length > 0 && sums.size > 0 ? (
            <LinesFooter columns={columns} sums={sums} siblings={siblings} count={rows.length} trailing />
          ) : null}
        </table>
      </div>
      {rows.length === 0 ? <p className="lines-empty">{t('lines.empty')}</p> : null}
      <div className="lines-bar">
        <Button
          className="lines-add"
          onClick={add}
          disabled={control.disabled}
          aria-label={t('lines.addTo', { field: label })}
        >
          {t('lines.add')}
        </Button>
        {rows.length > 1 ? (
          <Button type="text" onClick={spread}>
            {t('lines.fillDown')}
          </Button>
        ) : null}
        <span className="field-hint lines-hint">{t('lines.hint')}</span>
        {pages > 1 ? (
          <Pagination
            size="small"
            current={shown + 1}
            pageSize={pageSize}
            total={rows.length}
            showSizeChanger={false}
            onChange={(next) => setPage(next - 1)}
          />
        ) : null}
      </div>
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </div>
  );
}

/** The row and column of the cell around an element. */
function cellUnder(target: EventTarget, columns: readonly Field[]): { row: number; column: number } | null {
  const found = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-row][data-column]') : null;
  if (!found) return null;
  return {
    row: Number(found.dataset['row']),
    column: columns.findIndex((column) => column.name === found.dataset['column']),
  };
}

/** Whether the focus goes elsewhere in this window: not into the row, nor into a list or calendar that hangs open on it. */
const leavesRow = (row: number | undefined, to: EventTarget | null): boolean =>
  document.hasFocus() &&
  !(
    to instanceof HTMLElement &&
    (to.closest('[role=dialog], .ant-select-dropdown, .ant-picker-dropdown') ||
      to.closest('tr')?.querySelector(`[data-row="${row}"]`))
  );

/** A list or calendar that hangs open takes the keys itself. */
const isOpen = (target: EventTarget): boolean =>
  target instanceof HTMLElement && (target.getAttribute('aria-expanded') === 'true' || target.tagName === 'BUTTON');

const isArea = (target: EventTarget): boolean => target instanceof HTMLElement && target.tagName === 'TEXTAREA';

/** A line of plain text, where up and down mean nothing else. */
const isLine = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement &&
  target.getAttribute('role') !== 'combobox' &&
  ['text', 'tel', 'email', 'url'].includes(target.type);
