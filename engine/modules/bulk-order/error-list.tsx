import { useId, useState } from 'react';
import { repairsOf, sameInAll, type Cause } from './causes.ts';
import type { SheetColumn } from './columns.ts';
import type { CellIssue } from './orders.ts';
import type { CellChange, Row } from './sheet.ts';
import { useWords } from './wording.ts';

interface Props {
  causes: readonly Cause[];
  rows: ReadonlyMap<string, Row>;
  columns: readonly SheetColumn[];
  rowNumber(row: string): number;
  /** What the postal data would have in a cell. */
  suggestions: ReadonlyMap<string, string>;
  wordOf(issue: CellIssue): string;
  offers(column: SheetColumn, row: Row): readonly string[];
  onGoTo(row: string, column: string): void;
  onRepair(changes: readonly CellChange[]): void;
  /** For drafts that another person changed: overwrite them, or drop the rows from the sheet. */
  onOverwrite(rows: readonly string[]): void;
  onLeave(rows: readonly string[]): void;
  onClose(): void;
}

/** What is wrong, each cause once, with a way to its cells and what mends all of them. */
export function ErrorList(props: Props) {
  const t = useWords();
  const { causes } = props;
  const wrong = causes.filter(({ issue }) => issue.grade === 'error');
  const gaps = causes.filter(({ issue }) => issue.grade === 'gap');
  const notes = causes.filter(({ issue }) => issue.grade === 'note');
  return (
    <aside className="bulk-causes" aria-label={t('causes.title')}>
      <header>
        <h2>{t('causes.title')}</h2>
        <button type="button" className="icon-button" aria-label={t('ui.close')} onClick={props.onClose}>
          <span aria-hidden="true">×</span>
        </button>
      </header>
      {causes.length === 0 ? <p className="bulk-causes-none">{t('causes.none')}</p> : null}
      {wrong.length > 0 ? <CauseGroup {...props} causes={wrong} heading={t('causes.wrong')} /> : null}
      {gaps.length > 0 ? <CauseGroup {...props} causes={gaps} heading={t('causes.gaps')} /> : null}
      {notes.length > 0 ? <CauseGroup {...props} causes={notes} heading={t('causes.notes')} /> : null}
    </aside>
  );
}

function CauseGroup({ heading, causes, ...props }: Props & { heading: string }) {
  return (
    <section>
      <h3>{heading}</h3>
      <ul>
        {causes.map((cause) => (
          <CauseItem key={cause.key} {...props} causes={causes} cause={cause} />
        ))}
      </ul>
    </section>
  );
}

function CauseItem({ cause, rows, columns, wordOf, onGoTo, onRepair, ...props }: Props & { cause: Cause }) {
  const t = useWords();
  const [at, setAt] = useState(0);
  const { cells, issue } = cause;
  const column = columns.find(({ id }) => id === cause.column);
  const place = at % cells.length;
  const cell = cells[place] ?? issue;
  const first = rows.get(issue.row);
  const words = column && first ? props.offers(column, first) : [];
  const isChanged = issue.code === 'sheet.changed';
  const own = cells.map(({ row }) => row);
  return (
    <li data-grade={issue.grade}>
      <p className="bulk-cause-words">
        <strong>{column?.label ?? t('causes.order')}</strong> {wordOf(issue)}
      </p>
      <div className="bulk-cause-ways">
        <button
          type="button"
          className="button is-small"
          onClick={() => {
            onGoTo(cell.row, cell.column);
            setAt(place + 1);
          }}
        >
          {cells.length > 1
            ? t('causes.goToOf', { row: props.rowNumber(cell.row), at: place + 1, count: cells.length })
            : t('causes.goTo', { row: props.rowNumber(cell.row) })}
        </button>
        {isChanged ? (
          <>
            <button type="button" className="button is-small" onClick={() => props.onOverwrite(own)}>
              {t('causes.overwrite', { count: cells.length })}
            </button>
            <button type="button" className="button is-small" onClick={() => props.onLeave(own)}>
              {t('causes.leave', { count: cells.length })}
            </button>
          </>
        ) : (
          repairsOf(cause, { rows, columns, suggestions: props.suggestions }).map(({ code, changes }) => (
            <button key={code} type="button" className="button is-small is-repair" onClick={() => onRepair(changes)}>
              {t(`repair.${code}`, { count: cells.length })}
            </button>
          ))
        )}
      </div>
      {column && !isChanged ? (
        <FillAll
          column={column.label}
          count={cells.length}
          words={words}
          onFill={(text) => onRepair(sameInAll(cause, text))}
        />
      ) : null}
    </li>
  );
}

/** One value for all cells of a cause. */
function FillAll(props: { column: string; count: number; words: readonly string[]; onFill(text: string): void }) {
  const t = useWords();
  const { column, count, words, onFill } = props;
  const [text, setText] = useState('');
  const listId = useId();
  return (
    <form
      className="bulk-cause-all"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === '') return;
        onFill(text);
        setText('');
      }}
    >
      <input
        value={text}
        list={words.length > 0 ? listId : undefined}
        aria-label={t('causes.allOf', { column, count })}
        placeholder={t('causes.all')}
        onChange={({ target }) => setText(target.value)}
      />
      {words.length > 0 ? (
        <datalist id={listId}>
          {words.map((word) => (
            <option key={word} value={word} />
          ))}
        </datalist>
      ) : null}
      <button type="submit" className="button is-small" disabled={text.trim() === ''}>
        {t('causes.apply', { count })}
      </button>
    </form>
  );
}
