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

/** All labels of the entity in all languages: edited in place, pasted by column, missing ones marked. */
export default function TextsTab() {
  const { t } = useTranslation('designer');
  const run = useRun();
  const document = useDesigner((state) => state.document);
  const culture = useDesigner((state) => state.culture);
  const offered = useCultures();
  const cultures = useMemo(
    () => [...new Set([...offered.map(({ code }) => code), ...Object.keys(document.texts)])],
    [offered, document],
  );
  const [params] = useSearchParams();
  const [shown, setShown] = useState<Shown>(params.get('words') === 'missing' ? 'missing' : 'needed');
  const [search, setSearch] = useState('');
  const [isPseudo, setPseudo] = useState(false);
  const rows = useMemo(() => textRows(document, cultures), [document, cultures]);
  const query = search.trim().toLowerCase();
  const isMissing = ({ needed, words }: TextRow) => needed && cultures.some((culture) => !words[culture]);
  const missing = rows.filter(isMissing).length;
  const found = rows.filter(
    (row) =>
      (shown === 'all' ||
        (shown === 'missing' ? isMissing(row) : row.needed || Object.values(row.words).some(Boolean))) &&
      (query === '' ||
        row.key.toLowerCase().includes(query) ||
        Object.values(row.words).some((word) => word.toLowerCase().includes(query))),
  );
  const write = (key: string, culture: string, value: string) =>
    run(t('texts.step', { key }), [{ do: 'text', culture, key, value: value.trim() === '' ? null : value.trim() }]);
  const paste = (event: ClipboardEvent, at: number, culture: string) => {
    const text = event.clipboardData.getData('text/plain');
    if (!/[\t\n]/.test(text.trimEnd())) return false;
    event.preventDefault();
    const commands = pasteCommands({ text, rows: found, cultures, row: at, culture });
    if (commands.length > 0) run(t('texts.stepPaste', { count: commands.length }), commands);
    return true;
  };
  return (
    <div className="panel is-wide">
      <div className="panel-main">
        <div className="panel-bar">
          <h2>{t('texts.title')}</h2>
          <input
            type="search"
            className="design-search"
            aria-label={t('texts.search')}
            placeholder={t('texts.search')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <Pick
            label={t('texts.show')}
            value={shown}
            choices={[
              { value: 'needed', label: t('texts.show.needed') },
              { value: 'missing', label: t('texts.show.missing', { count: missing }) },
              { value: 'all', label: t('texts.show.all', { count: rows.length }) },
            ]}
            onChange={(value) => setShown(value as Shown)}
          />
          <Tick label={t('texts.pseudo')} checked={isPseudo} onChange={setPseudo} />
        </div>
        <p className="panel-hint">{t('texts.hint')}</p>
        {missing > 0 ? <WordRepairs count={missing} /> : null}
        {found.length === 0 ? (
          <EmptyState
            kind={shown === 'missing' && query === '' ? 'nothing' : 'noMatch'}
            compact
            title={t(shown === 'missing' && query === '' ? 'texts.complete' : 'texts.none')}
          />
        ) : (
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
                {found.map((row, at) => (
                  <tr key={row.key}>
                    <th scope="row">
                      <RowName row={row} culture={culture} />
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
        )}
      </div>
    </div>
  );
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
