import { useMemo, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { EmptyState, useCultures } from '../../engine/kit/index.ts';
import { useDesigner } from '../store.ts';
import './panels.css';
import { Pick, Tick, useRun } from './parts.tsx';
import { RepairButtons, useWordRepairs } from './word-repairs.tsx';
import { pasteCommands, pseudo, textRows, type TextRow } from './text-rows.ts';

type Shown = 'all' | 'missing' | 'needed';

interface Filter {
  readonly shown: Shown;
  readonly search: string;
}

const isMissing = ({ needed, words }: TextRow, cultures: readonly string[]): boolean =>
  needed && cultures.some((culture) => !words[culture]);

function isFound(row: TextRow, { shown, search }: Filter, cultures: readonly string[]): boolean {
  const words = Object.values(row.words);
  if (shown === 'missing' && !isMissing(row, cultures)) return false;
  if (shown === 'needed' && !row.needed && !words.some(Boolean)) return false;
  const query = search.trim().toLowerCase();
  return query === '' || [row.key, ...words].some((text) => text.toLowerCase().includes(query));
}

/** All labels of the entity in all languages: edited in place, pasted by column, missing ones marked. */
export default function TextsTab() {
  const { t } = useTranslation('designer');
  const document = useDesigner((state) => state.document);
  const offered = useCultures();
  const cultures = useMemo(
    () => [...new Set([...offered.map(({ code }) => code), ...Object.keys(document.texts)])],
    [offered, document],
  );
  const [params] = useSearchParams();
  const [filter, setFilter] = useState<Filter>({
    shown: params.get('words') === 'missing' ? 'missing' : 'needed',
    search: '',
  });
  const [isPseudo, setPseudo] = useState(false);
  const rows = useMemo(() => textRows(document, cultures), [document, cultures]);
  const missing = rows.filter((row) => isMissing(row, cultures)).length;
  const found = rows.filter((row) => isFound(row, filter, cultures));
  const isComplete = filter.shown === 'missing' && filter.search.trim() === '';
  return (
    <div className="panel is-wide">
      <div className="panel-main">
        <TextsBar
          filter={filter}
          counts={{ missing, all: rows.length }}
          isPseudo={isPseudo}
          onFilter={setFilter}
          onPseudo={setPseudo}
        />
        <p className="panel-hint">{t('texts.hint')}</p>
        {missing > 0 ? <WordRepairs count={missing} /> : null}
        {found.length === 0 ? (
          <EmptyState
            kind={isComplete ? 'nothing' : 'noMatch'}
            compact
            title={t(isComplete ? 'texts.complete' : 'texts.none')}
          />
        ) : (
          <TextTable rows={found} cultures={cultures} isPseudo={isPseudo} />
        )}
      </div>
    </div>
  );
}

interface BarProps {
  readonly filter: Filter;
  readonly counts: { readonly missing: number; readonly all: number };
  readonly isPseudo: boolean;
  onFilter(filter: Filter): void;
  onPseudo(isPseudo: boolean): void;
}

function TextsBar({ filter, counts, isPseudo, onFilter, onPseudo }: BarProps) {
  const { t } = useTranslation('designer');
  return (
    <div className="panel-bar">
      <h2>{t('texts.title')}</h2>
      <input
        type="search"
        className="design-search"
        aria-label={t('texts.search')}
        placeholder={t('texts.search')}
        value={filter.search}
        onChange={(event) => onFilter({ ...filter, search: event.target.value })}
      />
      <Pick
        label={t('texts.show')}
        value={filter.shown}
        choices={[
          { value: 'needed', label: t('texts.show.needed') },
          { value: 'missing', label: t('texts.show.missing', { count: counts.missing }) },
          { value: 'all', label: t('texts.show.all', { count: counts.all }) },
        ]}
        onChange={(value) => onFilter({ ...filter, shown: value as Shown })}
      />
      <Tick label={t('texts.pseudo')} checked={isPseudo} onChange={onPseudo} />
    </div>
  );
}

interface TableProps {
  readonly rows: readonly TextRow[];
  readonly cultures: readonly string[];
  readonly isPseudo: boolean;
}

/** One row for each text, one column for each language. */
function TextTable({ rows, cultures, isPseudo }: TableProps) {
  const { t } = useTranslation('designer');
  const offered = useCultures();
  const ownCulture = useDesigner((state) => state.culture);
  const { write, paste } = useTextEdits(rows, cultures);
  return (
    <div className="matrix-scroll" tabIndex={0} role="region" aria-label={t('texts.title')}>
      <table className="matrix text-grid">
        <thead>
          <tr>
            <th scope="col">{t('texts.key')}</th>
            {cultures.map((culture) => (
              <th key={culture} scope="col">
                {offered.find(({ code }) => code === culture)?.name ?? culture}
              </th>
            ))}
            {isPseudo ? <th scope="col">{t('texts.pseudo')}</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.key}>
              <th scope="row">
                <RowName row={row} culture={ownCulture} />
              </th>
              {cultures.map((culture) => (
                <td key={culture} data-missing={(row.needed && !row.words[culture]) || undefined}>
                  <Cell
                    label={t('texts.cell', { key: row.key, culture })}
                    culture={culture}
                    value={row.words[culture] ?? ''}
                    onDone={(value) => write(row.key, culture, value)}
                    onPaste={(event) => paste(event, at, culture)}
                  />
                </td>
              ))}
              {isPseudo ? <td className="text-pseudo">{pseudo(row.words['en-US'] ?? '')}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Writes a text, or a block of them that is pasted at a cell. */
function useTextEdits(rows: readonly TextRow[], cultures: readonly string[]) {
  const { t } = useTranslation('designer');
  const run = useRun();
  const write = (key: string, culture: string, value: string) =>
    run(t('texts.step', { key }), [{ do: 'text', culture, key, value: value.trim() === '' ? null : value.trim() }]);
  const paste = (event: ClipboardEvent, at: number, culture: string) => {
    const text = event.clipboardData.getData('text/plain');
    if (!/[\t\n]/.test(text.trimEnd())) return false;
    event.preventDefault();
    const commands = pasteCommands({ text, rows, cultures, row: at, culture });
    if (commands.length > 0) run(t('texts.stepPaste', { count: commands.length }), commands);
    return true;
  };
  return { write, paste };
}

/** The words that are still to be done, and what does them. */
function WordRepairs({ count }: { count: number }) {
  const { t } = useTranslation('designer');
  const repairs = useWordRepairs();
  return (
    <div className="panel-bar" role="status">
      <span>{t('review.missingWords', { count })}</span>
      <RepairButtons {...repairs} />
    </div>
  );
}

/** What a row is about: what it is called, and what kind of thing that is; its key for programs on pointing at it. */
function RowName({ row, culture }: { row: TextRow; culture: string }) {
  const { t, i18n } = useTranslation('designer');
  const kind = row.key.split('.')[0] ?? '';
  const word = row.words[culture] || Object.values(row.words).find(Boolean) || row.key.split('.').slice(1).join('.');
  return (
    <span className="text-name" title={row.key}>
      {word} <small>{i18n.exists(`texts.kind.${kind}`, { ns: 'designer' }) ? t(`texts.kind.${kind}`) : kind}</small>
    </span>
  );
}

/** A word, edited where it stands: it counts when the cell is left; Enter goes down, Escape takes back what was typed. */
function Cell({
  label,
  culture,
  value,
  onDone,
  onPaste,
}: {
  label: string;
  culture: string;
  value: string;
  onDone: (value: string) => void;
  onPaste: (event: ClipboardEvent) => boolean;
}) {
  const [text, setText] = useState<string | null>(null);
  const done = () => {
    if (text !== null && text.trim() !== value) onDone(text);
    setText(null);
  };
  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') setText(null);
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    done();
    const cell = event.currentTarget.closest('td');
    const below = cell?.parentElement?.nextElementSibling?.children[cell.cellIndex];
    below?.querySelector('textarea')?.focus();
  };
  return (
    <textarea
      rows={1}
      lang={culture}
      aria-label={label}
      maxLength={2000}
      value={text ?? value}
      onChange={(event) => setText(event.target.value)}
      onBlur={done}
      onKeyDown={keys}
      onPaste={(event) => onPaste(event) && setText(null)}
    />
  );
}
