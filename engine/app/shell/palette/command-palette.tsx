import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useDataClient } from '../../../kit/data/client.ts';
import { useViewer } from '../../../kit/data/viewer.ts';
import { useCommandSources } from '../../../kit/ui/commands.ts';
import { Icon } from '../../../kit/ui/icon.tsx';
import { isTexts, storeLocally, readStored } from '../../../kit/ui/local-storage.ts';
import { StatusTag } from '../../../kit/ui/status-tag.tsx';
import { helpItems, useCodeItem, type Means, type PlacedPage } from './help-items.ts';
import { findRecords, type FoundRecord } from './find-records.ts';
import { FrameIcon } from '../menu/frame-icons.tsx';
import { applicationsOf, menuPages, menuTree } from '../menu/menu.ts';
import { fittingItems, withRecent, type Initials, type PaletteItem } from './palette-items.ts';
import { ShellDialog } from './shell-dialog.tsx';
import { takeBufferedKeys } from './buffered-keys.ts';
import { hideShellPart, showShellPart } from '../shell-parts.ts';
import './palette.css';

interface Props {
  /** `create`: only what can be created. */
  mode: 'all' | 'create';
}

/** Goes to any page, makes anything new, acts on the record in front, and finds a number: all by typing. */
export function CommandPalette({ mode }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const user = useViewer();
  const recentKey = `RECENT_${user.id}`;
  const { shown, searching } = useShown(typed, mode, recentKey);
  const current = shown[Math.min(at, shown.length - 1)];
  const take = (item: PaletteItem) => takeItem(item, recentKey);
  const setEntered = useEntered({ take, current, searching, onKeys: setTyped });
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = placeAfter(event.key, at, shown.length - 1);
    if (next !== undefined) setAt(next);
    else if (event.key === 'Enter') setEntered(true);
    else return;
    event.preventDefault();
  };
  return (
    <ShellDialog label={t('shell.palette.title')} className="palette" onClose={hideShellPart}>
      <div className="palette-box">
        <FrameIcon name="search" />
        <input
          role="combobox"
          aria-label={t('shell.palette.title')}
          aria-expanded="true"
          aria-controls={`${id}list`}
          aria-activedescendant={current ? `${id}${current.key}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={t(mode === 'create' ? 'shell.palette.createHint' : 'shell.palette.hint')}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setEntered(false);
            setAt(0);
          }}
          onKeyDown={press}
        />
        <kbd>Esc</kbd>
        <CloseButton />
      </div>
      <Results
        {...{ id, shown, current, searching }}
        onPoint={(item, index) => item !== current && setAt(index)}
        onTake={take}
      />
      <p className="palette-state" role="status">
        {shown.length > 0 ? '' : t(searching ? 'shell.palette.searching' : 'shell.palette.nothing')}
      </p>
    </ShellDialog>
  );
}

/** What fits the typed text, and whether records are still looked for. */
function useShown(typed: string, mode: Props['mode'], recentKey: string): { shown: PaletteItem[]; searching: boolean } {
  const items = useItems(mode, recentKey);
  const { found, searching } = useFoundRecords(typed, mode);
  const code = useCodeItem(typed, mode);
  const initials = useInitials(typed);
  const shown = useMemo(
    () => fittingItems([...items, ...found, ...code], typed, initials),
    [items, found, code, typed, initials],
  );
  return { shown, searching };
}

/** Does what the item stands for and remembers it as a recent one. */
function takeItem(item: PaletteItem, recentKey: string): void {
  const key = item.key.replace(/^recent:/, '');
  if (item.group !== 'actions')
    storeLocally(recentKey, withRecent(readStored<string[]>(recentKey, isTexts) ?? [], key));
  hideShellPart();
  item.run();
}

interface ResultsProps {
  id: string;
  shown: readonly PaletteItem[];
  current: PaletteItem | undefined;
  searching: boolean;
  onPoint(item: PaletteItem, index: number): void;
  onTake(item: PaletteItem): void;
}

/** What fits, by group; the chosen one stays in view. */
function Results({ id, shown, current, searching, onPoint, onTake }: ResultsProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [current, shown]);
  return (
    <ul ref={list} id={`${id}list`} role="listbox" aria-label={t('shell.palette.title')} aria-busy={searching}>
      {shown.map((item, index) => (
        <li key={item.key} role="presentation">
          {item.group === shown[index - 1]?.group ? null : (
            <h3 aria-hidden="true">{t(`shell.palette.${item.group}`)}</h3>
          )}
          <PaletteOption
            id={`${id}${item.key}`}
            item={item}
            chosen={item === current}
            onPoint={() => onPoint(item, index)}
            onTake={() => onTake(item)}
          />
        </li>
      ))}
    </ul>
  );
}

/** The place that a key leads to. */
function placeAfter(key: string, at: number, last: number): number | undefined {
  const moves: Record<string, number> = {
    ArrowDown: at >= last ? 0 : at + 1,
    ArrowUp: at <= 0 ? last : at - 1,
    PageDown: Math.min(last, at + 8),
    PageUp: Math.max(0, at - 8),
  };
  return moves[key];
}

interface Entering {
  take(item: PaletteItem): void;
  current: PaletteItem | undefined;
  searching: boolean;
  /** What was typed before the input had the focus. */
  onKeys(text: string): void;
}

/** Enter that came before anything fits waits for the answer to what was typed. */
function useEntered(now: Entering): (entered: boolean) => void {
  const { current, searching } = now;
  const [entered, setEntered] = useState(false);
  const latest = useRef(now);
  latest.current = now;
  // The input has the focus now and receives the keys itself. In this commit, or its first key would replace those before it.
  useLayoutEffect(() => {
    const keys = takeBufferedKeys();
    if (keys.text) latest.current.onKeys(keys.text);
    if (keys.entered) setEntered(true);
  }, []);
  useEffect(() => {
    if (!entered) return;
    if (current) latest.current.take(current);
    else if (!searching) setEntered(false);
  }, [entered, current, searching]);
  return setEntered;
}

interface OptionProps {
  id: string;
  item: PaletteItem;
  chosen: boolean;
  onPoint(): void;
  onTake(): void;
}

function PaletteOption({ id, item, chosen, onPoint, onTake }: OptionProps) {
  return (
    <div role="option" id={id} aria-selected={chosen} onMouseMove={onPoint} onClick={onTake}>
      <span className="palette-icon" aria-hidden="true">
        {item.group === 'create' ? '+' : <Icon name={item.icon ?? 'list'} />}
      </span>
      <span className="palette-title">{item.title}</span>
      {item.status ? <StatusTag {...item.status} /> : null}
      {item.facts?.map((fact) => (
        <span key={fact} className="palette-fact">
          {fact}
        </span>
      ))}
      {item.hint ? <span className="palette-hint">{item.hint}</span> : null}
      {chosen ? <FrameIcon name="enter" size={14} /> : null}
    </div>
  );
}

function CloseButton() {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className="icon-button palette-close"
      aria-label={t('shell.palette.close')}
      onClick={hideShellPart}
    >
      <FrameIcon name="close" />
    </button>
  );
}

/** Every page and command, recent ones first. */
function useItems(mode: Props['mode'], recentKey: string): PaletteItem[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const user = useViewer();
  const sources = useCommandSources((state) => state.sources);
  return useMemo(() => {
    const pages = allPages(user);
    const creates = newItems(pages, user, { t, navigate });
    if (mode === 'create') return creates;
    const goes = goingItems(pages, navigate);
    const keys: PaletteItem = {
      key: 'keys',
      group: 'pages',
      title: t('shell.keys.title'),
      icon: 'key',
      run: () => showShellPart('keys'),
    };
    const actions = sources.flatMap(({ about, commands }) =>
      commands.map((command): PaletteItem => ({
        key: `act:${command.key}`,
        group: 'actions',
        title: command.title,
        hint: about,
        icon: 'rocket',
        run: command.run,
      })),
    );
    const known = new Map([...goes, ...creates].map((item) => [item.key, item]));
    const recent = (readStored<string[]>(recentKey, isTexts) ?? []).flatMap((key): PaletteItem[] => {
      const item = known.get(key);
      known.delete(key);
      return item ? [{ ...item, key: `recent:${key}`, group: 'recent' }] : [];
    });
    return [...actions, ...recent, ...known.values(), keys, ...helpItems(pages, { t, navigate })];
  }, [t, navigate, user, sources, mode, recentKey]);
}

const newItems = (pages: readonly PlacedPage[], user: Viewer, { t, navigate }: Means): PaletteItem[] => {
  return pages.flatMap(({ page, hint }): PaletteItem[] => {
    const may = user.permissions.includes(`${page.path?.slice(1)}:add`);
    const title = t('shell.palette.new', { name: page.title });
    return may && page.path
      ? [{ key: `new:${page.path}`, group: 'create', title, hint, run: () => navigate(`${page.path}/new`) }]
      : [];
  });
};

const goingItems = (pages: readonly PlacedPage[], navigate: Means['navigate']): PaletteItem[] => {
  return pages.map(({ page, hint }): PaletteItem => ({
    key: `go:${page.path}`,
    group: 'pages',
    title: page.title,
    hint,
    words: page.path ?? '',
    icon: page.icon,
    run: () => (page.target ? window.open(page.path ?? '', page.target, 'noopener') : navigate(page.path ?? '')),
  }));
};

type Viewer = ReturnType<typeof useViewer>;

/** Every page of every application, each with the way to it. */
function allPages(user: Viewer): PlacedPage[] {
  const applications = applicationsOf(user);
  const seen = new Set<string>();
  const take = (application: string | null, name: string) =>
    menuTree(user.menus, application).flatMap((group) =>
      menuPages([group]).flatMap((page) => {
        if (!page.path || seen.has(page.path)) return [];
        seen.add(page.path);
        const hint = [name, group.title].filter((word) => word && word !== page.title).join(' / ');
        return [{ page, hint }];
      }),
    );
  if (applications.length === 0) return take(null, '');
  return applications.flatMap(({ code, name }) => take(code, name));
}

/** Records that the typed number or name belongs to, a moment after the last key. */
function useFoundRecords(typed: string, mode: Props['mode']): { found: PaletteItem[]; searching: boolean } {
  const client = useDataClient();
  const navigate = useNavigate();
  const [result, setResult] = useState<{ typed: string; found: readonly FoundRecord[]; done: boolean }>({
    typed: '',
    found: [],
    done: true,
  });
  const query = mode === 'all' && typed.trim().length >= minLength ? typed.trim() : '';
  useEffect(() => {
    if (query === '') return;
    const abort = new AbortController();
    const search = () =>
      void findRecords(client, query, abort.signal).then(
        (found) => setResult({ typed: query, found, done: true }),
        () => abort.signal.aborted || setResult({ typed: query, found: [], done: true }),
      );
    const wait = setTimeout(search, 250);
    return () => {
      clearTimeout(wait);
      abort.abort();
    };
  }, [client, query]);
  const fits = result.typed === query && query !== '';
  const found = useMemo(
    () =>
      fits
        ? result.found.map(({ path, id, title, kind, status, owner, at }): PaletteItem => ({
            key: `record:${path}/${id}`,
            group: 'records',
            title,
            hint: kind,
            icon: 'file-text',
            ...(status ? { status } : {}),
            facts: [owner ?? '', at?.slice(0, 10) ?? ''].filter(Boolean),
            run: () => navigate(`/${path}/${encodeURIComponent(id)}`),
          }))
        : [],
    [fits, result.found, navigate],
  );
  return { found, searching: query !== '' && !(fits && result.done) };
}

/** Fewer letters than these fit too much to be worth the question. */
const minLength = 2;

/** Pinyin initials, loaded when letters are typed among Chinese titles. */
function useInitials(typed: string): Initials | undefined {
  const { i18n } = useTranslation();
  const [initials, setInitials] = useState<{ of: Initials }>();
  const query = i18n.language === 'zh-CN' && /[a-z]/i.test(typed);
  useEffect(() => {
    if (!query) return;
    let cancelled = false;
    void import('./pinyin-initials.ts').then(
      ({ pinyinInitials }) => !cancelled && setInitials({ of: pinyinInitials }),
      () => undefined,
    );
    return () => {
      cancelled = true;
    };
  }, [query]);
  return initials?.of;
}
