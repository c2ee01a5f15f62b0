import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { errorMessage, saveFile, useConfirm } from '../../engine/kit/index.ts';
import { useDesigner } from '../store.ts';
import { labelAt } from '../use-designer-words.ts';
import { csvOf } from './sheet-document.ts';
import { useWaitingRows, type WaitingState } from './use-waiting-rows.ts';
import type { WaitingRows } from './waiting-rows.ts';
import './sheet.css';

/** What becomes of the rows of the sheet that this entity was made from, until every one of them is in it. */
export function WaitingRowsBar() {
  const { t } = useTranslation('designer');
  const confirm = useConfirm();
  const rows = useWaitingRows();
  const words = useFieldWords();
  const { state, path } = rows;
  if (state.step === 'none') return null;
  const drop = async (count: number) => {
    const question = { title: t('sheet.dropQuestion', { count }), okText: t('sheet.drop'), danger: true };
    if (await confirm(question)) rows.drop();
  };
  const dropButton = (waiting: WaitingRows) => (
    <button type="button" className="button" onClick={() => void drop(waiting.rows.length)}>
      {t('sheet.drop')}
    </button>
  );
  return (
    <section className="waiting-rows" data-state={state.step} aria-label={t('sheet.rows')}>
      <div className="panel-bar" role="status">
        <span>{sentenceOf(state, t, words)}</span>
        {state.step === 'waiting' ? dropButton(state.rows) : null}
        {state.step === 'lost' ? (
          <>
            <button type="button" className="button is-primary" onClick={rows.goOn}>
              {t('sheet.goOn')}
            </button>
            {dropButton(state.rows)}
          </>
        ) : null}
        {state.step === 'running' ? <progress value={state.done} max={state.rows.rows.length} /> : null}
        {state.step === 'done' || state.step === 'refused' ? <Link to={`/${path}`}>{t('sheet.list')}</Link> : null}
        {state.step === 'done' ? (
          <button type="button" className="button" onClick={rows.close}>
            {t('ui.close')}
          </button>
        ) : null}
        {state.step === 'failed' ? (
          <>
            <button type="button" className="button" onClick={() => rows.again(state.rows)}>
              {t('ui.retry')}
            </button>
            {dropButton(state.rows)}
          </>
        ) : null}
      </div>
      {state.step === 'refused' ? (
        <Refused key={state.rows.key} rows={state.rows} words={words} onAgain={rows.again}>
          {dropButton(state.rows)}
        </Refused>
      ) : null}
    </section>
  );
}

type Words = (field: string) => string;

function useFieldWords(): Words {
  const words = useDesigner((state) => state.document.texts[state.culture]);
  return (field) => labelAt(words, `fields.${field}`) ?? field;
}

function sentenceOf(
  state: Exclude<WaitingState, { step: 'none' }>,
  t: (key: string, params?: Record<string, unknown>) => string,
  words: Words,
): string {
  switch (state.step) {
    case 'waiting':
      return t('sheet.waiting', { count: state.rows.rows.length });
    case 'lost':
      return t('sheet.lost', { names: state.heads.map(words) });
    case 'running':
      return t('sheet.running', { done: state.done, count: state.rows.rows.length });
    case 'refused':
      return t('sheet.refused', { added: state.added, count: state.rows.rows.length });
    case 'done':
      return t('sheet.done', { count: state.added });
    case 'failed':
      return t('sheet.failed', { reason: errorMessage(state.error) });
  }
}

const shown = 50;

/** Rows that were refused, each with its reasons: mended where they stand and sent again, or taken home as a file. */
function Refused({
  rows,
  words,
  onAgain,
  children,
}: {
  rows: WaitingRows;
  words: Words;
  onAgain: (rows: WaitingRows) => void;
  children: React.ReactNode;
}) {
  const { t } = useTranslation('designer');
  const [cells, setCells] = useState(rows.rows);
  const reasonHead = t('sheet.reason');
  const save = () =>
    saveFile({
      name: `${rows.source.replace(/\.[a-z]+$/i, '') || rows.entity}.csv`,
      blob: new Blob(
        [
          '\ufeff',
          csvOf([[...rows.heads.map(words), reasonHead], ...cells.map((row, at) => [...row, rows.reasons[at] ?? ''])]),
        ],
        { type: 'text/csv' },
      ),
    });
  return (
    <>
      <RefusedTable
        rows={{ ...rows, rows: cells }}
        words={words}
        onCell={(at, column, text) => setCells(cells.with(at, (cells[at] ?? []).with(column, text)))}
      />
      {cells.length > shown ? (
        <p className="panel-hint">{t('sheet.moreRows', { count: cells.length - shown })}</p>
      ) : null}
      <div className="panel-bar">
        <button type="button" className="button is-primary" onClick={() => onAgain({ ...rows, rows: cells })}>
          {t('sheet.again')}
        </button>
        <button type="button" className="button" onClick={save}>
          {t('sheet.save')}
        </button>
        {children}
      </div>
    </>
  );
}

function RefusedTable({
  rows,
  words,
  onCell,
}: {
  rows: WaitingRows;
  words: Words;
  onCell: (at: number, column: number, text: string) => void;
}) {
  const { t } = useTranslation('designer');
  return (
    <div className="matrix-scroll" tabIndex={0} role="region" aria-label={t('sheet.reason')}>
      <table className="matrix">
        <thead>
          <tr>
            {[t('sheet.reason'), ...rows.heads.map(words)].map((head, at) => (
              <th key={at} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.rows.slice(0, shown).map((row, at) => (
            <tr key={at}>
              <td data-reason="">{rows.reasons[at]}</td>
              {row.map((cell, column) => (
                <td key={rows.heads[column]}>
                  <input
                    aria-label={t('sheet.cell', { name: words(rows.heads[column] ?? ''), count: at + 1 })}
                    value={cell}
                    onChange={(event) => onCell(at, column, event.target.value)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
