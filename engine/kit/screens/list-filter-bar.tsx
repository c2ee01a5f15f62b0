import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '../../core/index.ts';
import { filterFields, pinnedFilters, termParts } from '../controllers/list-filters.ts';
import type { FilterTerm } from '../controllers/list-state.ts';
import type { ListController } from '../controllers/use-list.ts';
import { useTermWords } from '../controllers/use-term-words.ts';
import { useReferenceTitles } from '../controllers/use-reference-titles.ts';
import { entityLabels, type EntityLabels } from '../data/entity-labels.ts';
import type { ReadyEntity } from '../data/use-entity.ts';
import { Caret } from '../ui/glyphs.tsx';
import { LazyDropdown, LazyPopover } from '../ui/lazy-popover.tsx';
import { useKeys } from '../ui/use-keys.ts';

const FilterEditor = lazy(async () => ({ default: (await import('./list-filter-editor.tsx')).ListFilterEditor }));

/** Search and filters: active ones as chips, common ones offered next to them, the rest in the menu. */
export function ListFilterBar({ ready, list }: { ready: ReadyEntity; list: ListController }) {
  const { t } = useTranslation();
  const words = useMemo(() => entityLabels(ready.answer), [ready]);
  const [added, setAdded] = useState<string | null>(null);
  const fields = useMemo(() => filterFields(ready.entity), [ready]);
  const pinned = useMemo(() => pinnedFilters(ready.entity), [ready]);
  const filtered = new Set(list.state.filters.map(({ field }) => field));
  const chips = fields.filter((field) => filtered.has(field.name) || pinned.includes(field) || field.name === added);
  const others = fields.filter((field) => !chips.includes(field));
  return (
    <div className="filter-bar" role="search" aria-label={t('list.filters', { name: words.plural })}>
      {ready.entity.meta.list.search?.length ? (
        <SearchBox key={list.state.view} value={list.state.search} onChange={list.setSearch} />
      ) : null}
      <div className="filter-chips">
        {chips.map((field) => (
          <Chip
            key={field.name}
            ready={ready}
            field={field}
            words={words}
            term={list.state.filters.find((term) => term.field === field.name) ?? null}
            startOpen={field.name === added}
            onOpen={() => setAdded(field.name)}
            onClose={() => setAdded((name) => (name === field.name ? null : name))}
            onChange={(term) => list.setFilter(field.name, term)}
          />
        ))}
        {others.length > 0 ? (
          <LazyDropdown
            menu={{
              items: others.map((field) => ({ key: field.name, label: words.field(field.name) })),
              onClick: ({ key }) => setAdded(key),
              style: { maxHeight: 320, overflow: 'auto' },
            }}
          >
            <button type="button" className="chip is-more">
              <span aria-hidden="true">+</span> {t('list.moreFilters')}
            </button>
          </LazyDropdown>
        ) : null}
        {list.state.filters.length > 0 || list.state.search ? (
          <button type="button" className="link-button" onClick={list.clear}>
            {t('list.clear')}
          </button>
        ) : null}
      </div>
    </div>
  );
}

const magnifier = (
  <svg
    viewBox="0 0 16 16"
    width="15"
    height="15"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    aria-hidden="true"
  >
    <circle cx="7" cy="7" r="4.6" />
    <path d="m10.5 10.5 3.5 3.5" />
  </svg>
);

const debounceMilliseconds = 300;

function SearchBox({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef(value);
  const composing = useRef(false);
  useEffect(() => {
    // The address changed elsewhere: back, or "clear".
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    const term = text.trim();
    if (term === sent.current || composing.current) return;
    const timer = setTimeout(() => send(term), debounceMilliseconds);
    return () => clearTimeout(timer);
  });
  const send = (term: string) => {
    sent.current = term;
    onChange(term);
  };
  useKeys({ '/': () => input.current?.focus() });
  return (
    <span className="search-box">
      {magnifier}
      <input
        ref={input}
        type="search"
        value={text}
        maxLength={100}
        placeholder={t('list.search')}
        aria-label={t('list.search')}
        onChange={(event) => setText(event.target.value)}
        onCompositionStart={() => {
          composing.current = true;
        }}
        onCompositionEnd={(event) => {
          composing.current = false;
          setText(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') send(text.trim());
          if (event.key === 'Escape') {
            setText('');
            send('');
            event.currentTarget.blur();
          }
        }}
      />
      {text ? null : <kbd aria-hidden="true">/</kbd>}
    </span>
  );
}

function DropButton({ label, onDrop }: { label: string; onDrop(): void }) {
  const { t } = useTranslation();
  return (
    <button type="button" className="chip-drop" aria-label={t('list.dropFilter', { name: label })} onClick={onDrop}>
      <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
        <path d="m2.5 2.5 7 7m0-7-7 7" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" />
      </svg>
    </button>
  );
}

interface ChipProps {
  ready: ReadyEntity;
  field: Field;
  words: EntityLabels;
  term: FilterTerm | null;
  startOpen: boolean;
  /** Keeps its place in the bar while it is open, whatever is ticked. */
  onOpen(): void;
  onClose(): void;
  onChange(term: FilterTerm | null): void;
}

function Chip({ ready, field, words, term, startOpen, onOpen, onClose, onChange }: ChipProps) {
  const [open, setOpen] = useState(startOpen);
  const button = useRef<HTMLButtonElement>(null);
  const label = words.field(field.name);
  const text = useTermText({ ready, field, words, term });
  const close = () => {
    setOpen(false);
    onClose();
    button.current?.focus();
  };
  return (
    <span className={`chip${term ? ' is-set' : ''}`}>
      <LazyPopover
        placement="bottomLeft"
        arrow={false}
        open={open}
        destroyOnHidden
        onOpenChange={(next) => {
          setOpen(next);
          if (next) onOpen();
          else onClose();
        }}
        content={
          <Suspense fallback={<div className="filter-editor" />}>
            <FilterEditor
              ready={ready}
              field={field}
              words={words}
              term={term}
              onCancel={close}
              onChange={onChange}
              onApply={(next) => {
                onChange(next);
                close();
              }}
            />
          </Suspense>
        }
      >
        <button type="button" ref={button} className="chip-body" aria-haspopup="dialog" aria-expanded={open}>
          {term ? (
            <>
              <span className="chip-name">{label}</span> <span className="chip-value">{text}</span>
            </>
          ) : (
            label
          )}
          <Caret size={10} />
        </button>
      </LazyPopover>
      {term ? <DropButton label={label} onDrop={() => onChange(null)} /> : null}
    </span>
  );
}

/** The condition of a chip as text, with the titles of its records. */
function useTermText({
  ready,
  field,
  words,
  term,
}: {
  ready: ReadyEntity;
  field: Field;
  words: EntityLabels;
  term: FilterTerm | null;
}): string {
  const wordsOf = useTermWords(ready, words);
  const isReference = field.type.traits.pointsToRecords;
  const target = isReference ? (ready.answer.refs[field.meta.to ?? ready.entity.name]?.path ?? null) : null;
  const parts = term && term.operator !== 'empty' && term.operator !== 'notEmpty' ? termParts(term) : [];
  const titleOf = useReferenceTitles(target, isReference ? parts.slice(0, 50) : []);
  return term ? wordsOf(term, (id) => words.title(field.meta.to, id, titleOf(id))) : '';
}
