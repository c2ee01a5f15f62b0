import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { cellFault, cellText, modes, type Column, type SheetRow } from './sheet.ts';

export interface Cell {
  readonly row: number;
  readonly column: number;
}

export interface Range {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

interface Props {
  at: number;
  row: SheetRow;
  before: SheetRow | undefined;
  /** The row as it was saved; null for a new one, nothing where there is no saved sheet. */
  saved: SheetRow | null | undefined;
  columns: readonly Column[];
  /** The column in use, where it is in this row. */
  active: number | null;
  /** What is being typed there. */
  typing: string | null;
  /** The columns that are marked, as `2-5`. */
  range: string;
  onPick(row: number, column: number, widen?: boolean): void;
  onType(text: string): void;
  onPut(at: Cell, text: string): void;
}

/** One row of the grid: drawn again only where something of it changes, so that long sheets stay quick. */
export const GridRow = memo(GridRowView);

function GridRowView({ at, row, before, saved, columns, active, typing, range, onPick, onType, onPut }: Props) {
  const { t } = useTranslation();
  const [left = -1, right = -2] = range === '' ? [] : range.split('-').map(Number);
  return (
    <tr>
      {columns.map((column, index) => {
        const text = cellText(row, column);
        const fault = cellFault(row, column, before);
        const words = fault ? t(`widget.price-sheet.fault.${fault}`, { at: text }) : undefined;
        const isTyped = active === index && typing !== null;
        const isChanged = saved !== undefined && (saved === null || cellText(saved, column) !== text);
        return (
          <td
            key={column.kind === 'zone' ? `z${column.zone}` : column.kind}
            data-cell
            role="gridcell"
            tabIndex={active === index || (active === null && at === 0 && index === 0) ? 0 : -1}
            className={column.kind === 'zone' || column.kind === 'to' ? 'is-number' : undefined}
            data-active={active === index || undefined}
            data-marked={(index >= left && index <= right) || undefined}
            data-changed={isChanged || undefined}
            aria-invalid={fault ? true : undefined}
            title={
              words ??
              (isChanged && saved ? t('widget.price-sheet.was', { before: cellText(saved, column) || '–' }) : undefined)
            }
            onMouseDown={(event) => {
              if (isTyped) return;
              event.preventDefault();
              onPick(at, index, event.shiftKey);
            }}
            onDoubleClick={() => onType(text)}
          >
            {isTyped ? (
              <CellInput
                column={column}
                text={typing}
                onType={onType}
                onPut={(last) => onPut({ row: at, column: index }, last)}
              />
            ) : column.kind === 'mode' ? (
              t(`widget.price-sheet.mode.${row.mode}`)
            ) : column.kind === 'fee' && row.fee ? (
              t(`widget.price-sheet.fee.${row.fee.per}`, { amount: row.fee.amount })
            ) : (
              text
            )}
            {fault && !isTyped ? <span className="sr-only">{words}</span> : null}
          </td>
        );
      })}
    </tr>
  );
}

interface InputProps {
  column: Column;
  text: string;
  onType(text: string): void;
  /** A choice counts as soon as it is made. */
  onPut(text: string): void;
}

function CellInput({ column, text, onType, onPut }: InputProps) {
  const { t } = useTranslation();
  if (column.kind === 'mode') {
    return (
      <select
        autoFocus
        aria-label={t('widget.price-sheet.column.mode')}
        value={text}
        onChange={({ target }) => {
          onType(target.value);
          onPut(target.value);
        }}
      >
        {modes.map((mode) => (
          <option key={mode} value={mode}>
            {t(`widget.price-sheet.mode.${mode}`)}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      autoFocus
      aria-label={column.kind === 'zone' ? column.zone : t(`widget.price-sheet.column.${column.kind}`)}
      inputMode={column.kind === 'fee' ? undefined : 'decimal'}
      value={text}
      onChange={({ target }) => onType(target.value)}
    />
  );
}
