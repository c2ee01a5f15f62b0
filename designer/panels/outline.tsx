import { useDeferredValue, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldTypeName } from '../../engine/core/index.ts';
import { arranged, type Where } from '../document/form-moves.ts';
import { failedPlaces } from '../document/places.ts';
import { useDesigner, useDesignerStore } from '../store.ts';
import { chosenAfter } from '../tools/selecting.ts';
import { labelAt } from '../use-designer-words.ts';
import { FieldIcon } from './field-icon.tsx';

interface Item {
  readonly place: string;
  readonly label: string;
  readonly depth: 0 | 1;
  readonly field: string | null;
  readonly type?: FieldTypeName | undefined;
}

const itemHeight = 28;
const shownAtOnce = 40;

interface Modifiers {
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

/** The arrangement as a tree that can be searched; only what is in sight is drawn. */
export function Outline({ where }: { where: Where }) {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const issues = useDesigner((state) => state.issues);
  const selection = useDesigner((state) => state.selection);
  const [search, setSearch] = useState('');
  const [top, setTop] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const items = useItems(where, search);
  const failed = failedPlaces(issues);
  const first = Math.max(0, Math.floor(top / itemHeight) - 8);
  const shown = items.slice(first, first + shownAtOnce);
  const current = selection.at(-1);
  const reached = items.some(({ place }) => place === current) ? current : items.find(({ place }) => place)?.place;

  const choose = (place: string, event: Modifiers) => {
    if (!place) return;
    const how = event.ctrlKey || event.metaKey ? 'toggle' : event.shiftKey ? 'reach' : 'only';
    const inOrder = items.map((item) => item.place);
    store.getState().select(chosenAfter({ selection: store.getState().selection, place, how, inOrder }));
  };
  const press = useArrowKeys({ list, items, reached, choose });
  return (
    <div className="outline">
      <input
        type="search"
        className="design-search"
        value={search}
        placeholder={t('designer.searchOutline')}
        aria-label={t('designer.searchOutline')}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div
        className="outline-list"
        ref={list}
        role="tree"
        aria-label={t('designer.outline')}
        aria-multiselectable="true"
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
        onKeyDown={press}
      >
        <div style={{ height: items.length * itemHeight }} role="presentation">
          {shown.map((item, at) => (
            <OutlineItem
              key={`${item.place}/${item.label}`}
              item={item}
              at={first + at}
              of={items.length}
              isChosen={selection.includes(item.place)}
              isReached={item.place === reached}
              hasProblem={failed.has(item.place)}
              onChoose={choose}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** Sections with their fields, and those that are in none; those that a search finds. */
function useItems(where: Where, search: string): Item[] {
  const { t } = useTranslation('designer');
  const meta = useDeferredValue(useDesigner((state) => state.document.meta));
  const words = useDesigner((state) => state.document.texts[state.culture]);
  return useMemo(() => {
    const query = search.trim().toLowerCase();
    const form = arranged(meta, where);
    const placed = new Set(Object.values(form).flat(2));
    const field = (name: string): Item => ({
      place: `fields.${name}`,
      label: labelAt(words, `fields.${name}`) ?? name,
      depth: 1,
      field: name,
      type: meta.fields[name]?.type,
    });
    const groups = Object.entries(form).map(([section, rows]) => ({
      head: {
        place: `${where}.${section}`,
        label: labelAt(words, `sections.${section}`) ?? t(`section.${section}`, { defaultValue: section }),
      },
      fields: rows.flat().map(field),
    }));
    const rest = Object.keys(meta.fields).filter((name) => !placed.has(name));
    if (rest.length > 0) groups.push({ head: { place: '', label: t('designer.notPlaced') }, fields: rest.map(field) });
    return groups.flatMap(({ head, fields }): Item[] => {
      const matching = fields.filter(({ label, field: name }) => `${label} ${name}`.toLowerCase().includes(query));
      const isMatch = head.label.toLowerCase().includes(query);
      if (matching.length === 0 && !isMatch) return [];
      return [{ ...head, depth: 0, field: null }, ...(isMatch ? fields : matching)];
    });
  }, [meta, where, words, search, t]);
}

interface ArrowKeysOf {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly items: readonly Item[];
  readonly reached: string | undefined;
  choose(place: string, event: Modifiers): void;
}

/** Up and down choose the next item and bring it into sight. */
function useArrowKeys({ list, items, reached, choose }: ArrowKeysOf) {
  return (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const choosable = items.filter(({ place }) => place);
    const next = choosable[choosable.findIndex(({ place }) => place === reached) + by];
    if (!next) return;
    choose(next.place, { ctrlKey: false, metaKey: false, shiftKey: event.shiftKey });
    const box = list.current;
    const at = items.indexOf(next) * itemHeight;
    if (box && (at < box.scrollTop || at > box.scrollTop + box.clientHeight - itemHeight))
      box.scrollTop = at - box.clientHeight / 2;
    requestAnimationFrame(() => box?.querySelector<HTMLElement>(`[data-outline="${CSS.escape(next.place)}"]`)?.focus());
  };
}

interface OutlineItemProps {
  readonly item: Item;
  /** Its place among all. */
  readonly at: number;
  readonly of: number;
  readonly isChosen: boolean;
  /** Whether the Tab key reaches it. */
  readonly isReached: boolean;
  readonly hasProblem: boolean;
  onChoose(place: string, event: Modifiers): void;
}

function OutlineItem({ item, at, of, isChosen, isReached, hasProblem, onChoose }: OutlineItemProps) {
  const { t } = useTranslation('designer');
  return (
    <div
      role="treeitem"
      className="outline-item"
      data-outline={item.place}
      data-depth={item.depth}
      aria-level={item.depth + 1}
      aria-setsize={of}
      aria-posinset={at + 1}
      aria-selected={isChosen}
      aria-disabled={item.place === '' || undefined}
      tabIndex={isReached ? 0 : -1}
      style={{ top: at * itemHeight }}
      onClick={(event) => onChoose(item.place, event)}
    >
      {item.field ? <FieldIcon type={item.type} /> : null}
      <span className="parts-label">{item.label}</span>
      {hasProblem ? (
        <span className="outline-problem" role="img" aria-label={t('designer.problem')}>
          !
        </span>
      ) : null}
    </div>
  );
}
