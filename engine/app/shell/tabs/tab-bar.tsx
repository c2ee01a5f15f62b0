import { App, Dropdown } from 'antd';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { Caret } from '../../../kit/ui/glyphs.tsx';
import { LazyDropdown } from '../../../kit/ui/lazy-popover.tsx';
import { usePageTitles } from '../../../kit/ui/page-title.ts';
import { useUnsavedPanes } from '../../../kit/ui/pane.ts';
import { useConfirm } from '../../../kit/ui/use-confirm.ts';
import { menuPageOf, type MenuItem } from '../menu/menu.ts';
import { closeAll, closeLeft, closeRight, closeTab, homePath, visitTab, type Tab, type TabsOutcome } from './tabs.ts';
import { useTabs } from './tabs-store.ts';
import './tab-bar.css';

const closers = { current: closeTab, right: closeRight, left: closeLeft, all: closeAll } as const;
type Closer = keyof typeof closers;

/** Notes every visit, whether the tabs are shown or not. */
export function useVisits(): void {
  const { pathname, search } = useLocation();
  const arrival = useNavigationType();
  const last = useRef(pathname);
  useEffect(() => {
    const from = arrival === 'REPLACE' ? last.current : null;
    last.current = pathname;
    const { paths } = useUnsavedPanes.getState();
    useTabs.setState(({ tabs }) => ({
      tabs: visitTab({ tabs, pathname, search, from, stays: (path) => paths.has(path) }),
    }));
  }, [pathname, search, arrival]);
}

/** The pages of this visit, each where it was left. */
export function TabBar({ tree }: { tree: MenuItem[] }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const tabs = useTabs((state) => state.tabs);
  const unsaved = useUnsavedPanes((state) => state.paths);
  const titleOf = useTabTitle(tree);
  const active = useRef<HTMLLIElement>(null);
  const [menuAt, setMenuAt] = useState<MenuPoint | null>(null);
  useEffect(() => {
    // With the next frame, whose layout has to be made anyway; at once it would be made twice.
    const frame = requestAnimationFrame(() => active.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
    return () => cancelAnimationFrame(frame);
  }, [pathname, tabs.length]);
  const close = useTabClosing(titleOf);
  const menu = (at: string) => ({
    items: (Object.keys(closers) as Closer[]).map((key) => ({ key, label: t(`shell.tabs.close.${key}`) })),
    onClick: ({ key }: { key: string }) => {
      setMenuAt(null);
      close(key as Closer, at);
    },
  });
  return (
    <nav className="tab-bar" aria-label={t('shell.tabs.name')}>
      <ul>
        {tabs.map((tab) => (
          <TabItem
            key={tab.pathname}
            tab={tab}
            title={titleOf(tab)}
            isUnsaved={unsaved.has(tab.pathname)}
            active={tab.pathname === pathname ? active : null}
            onClose={() => close('current', tab.pathname)}
            onMenu={setMenuAt}
          />
        ))}
      </ul>
      {menuAt ? (
        <Dropdown
          key={`${menuAt.x} ${menuAt.y}`}
          open
          trigger={['click']}
          menu={{ ...menu(menuAt.pathname), autoFocus: true }}
          onOpenChange={(open) => !open && setMenuAt(null)}
        >
          <span className="tab-menu-point" style={{ left: menuAt.x, top: menuAt.y }} />
        </Dropdown>
      ) : null}
      <LazyDropdown menu={menu(pathname)} placement="bottomRight">
        <button type="button" className="icon-button tab-bar-more" aria-label={t('shell.tabs.more')}>
          <Caret />
        </button>
      </LazyDropdown>
    </nav>
  );
}

/** Closes tabs, once the person has agreed to lose what is unsaved in them, and goes to the one that is left open. */
function useTabClosing(titleOf: (tab: Tab) => string): (how: Closer, at: string) => void {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const tabs = useTabs((state) => state.tabs);
  const unsaved = useUnsavedPanes((state) => state.paths);
  const take = async (outcome: TabsOutcome) => {
    if (!outcome.ok) return void message.info(t(`shell.${outcome.code}`));
    const left = new Set(outcome.tabs.map((tab) => tab.pathname));
    const losing = tabs.filter((tab) => !left.has(tab.pathname) && unsaved.has(tab.pathname));
    if (losing.length > 0) {
      const content = t('shell.tabs.unsavedNote', { titles: losing.map(titleOf).join(', ') });
      if (!(await confirm({ title: t('form.leave.title'), content, okText: t('form.leave.go') }))) return;
    }
    useTabs.setState({ tabs: outcome.tabs });
    if (outcome.active !== pathname)
      navigate(outcome.tabs.find((tab) => tab.pathname === outcome.active)?.to ?? outcome.active);
  };
  return (how, at) => void take(closers[how](tabs, at, pathname));
}

/** Where the menu of a tab opens. */
interface MenuPoint {
  readonly pathname: string;
  readonly x: number;
  readonly y: number;
}

interface TabItemProps {
  readonly tab: Tab;
  readonly title: string;
  readonly isUnsaved: boolean;
  /** Takes the element of the tab that is shown; null for any other. */
  readonly active: RefObject<HTMLLIElement | null> | null;
  readonly onClose: () => void;
  readonly onMenu: (at: MenuPoint) => void;
}

function TabItem({ tab, title, isUnsaved, active, onClose, onMenu }: TabItemProps) {
  const { t } = useTranslation();
  return (
    <li
      ref={active ?? undefined}
      className={active ? 'is-active' : undefined}
      onAuxClick={(event) => event.button === 1 && (event.preventDefault(), onClose())}
      onContextMenu={(event) => {
        event.preventDefault();
        const box = event.currentTarget.getBoundingClientRect();
        // From the keyboard there is no point to open at.
        const [x, y] = event.clientX > 0 ? [event.clientX, event.clientY] : [box.left + 12, box.bottom];
        onMenu({ pathname: tab.pathname, x, y });
      }}
    >
      <Link to={tab.to} aria-current={active ? 'page' : undefined} title={title}>
        {isUnsaved ? <span className="tab-unsaved" role="img" aria-label={t('shell.tabs.unsaved')} /> : null}
        {title}
      </Link>
      <button type="button" aria-label={t('shell.tabs.closeOne', { title })} onClick={onClose}>
        <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
          <path d="m2.5 2.5 7 7m0-7-7 7" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" />
        </svg>
      </button>
    </li>
  );
}

/** A tab bears the title that its page gave itself; before that, the name of the menu's entry. Never an address. */
export function useTabTitle(tree: readonly MenuItem[]): (tab: Pick<Tab, 'pathname'>) => string {
  const { t } = useTranslation();
  const titles = usePageTitles((state) => state.titles);
  return ({ pathname }) =>
    pathname === homePath
      ? t('shell.home')
      : (titles[pathname] ?? menuPageOf(tree, pathname)?.title ?? t('shell.tabs.untitled'));
}
