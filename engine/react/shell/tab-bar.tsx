import { App, Dropdown } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { usePageTitles } from '../ui/page-title.ts';
import { menuPageOf, type MenuItem } from './menu.ts';
import { closeAll, closeLeft, closeRight, closeTab, homePath, visitTab, type Tab, type TabsOutcome } from './tabs.ts';

/** The pages of this visit, each where it was left. */
export function TabBar({ tree }: { tree: MenuItem[] }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const titles = usePageTitles((state) => state.titles);
  const [tabs, setTabs] = useState<Tab[]>(() => [{ pathname: homePath, to: homePath }]);
  const active = useRef<HTMLLIElement>(null);
  const arrival = useNavigationType();
  const last = useRef(pathname);
  useEffect(() => {
    const from = arrival === 'REPLACE' ? last.current : null;
    last.current = pathname;
    setTabs((before) => visitTab(before, pathname, search, from));
  }, [pathname, search, arrival]);
  useEffect(() => {
    // With the next frame, whose layout has to be made anyway; at once it would be made twice.
    const frame = requestAnimationFrame(() => active.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
    return () => cancelAnimationFrame(frame);
  }, [pathname, tabs.length]);

  const titleOf = (tab: Tab) => {
    if (tab.pathname === homePath) return t('shell.home');
    const page = menuPageOf(tree, tab.pathname);
    return (
      titles[tab.pathname] ??
      (page && page.path !== tab.pathname ? `${page.title} · ${tab.pathname.split('/').at(-1)}` : page?.title) ??
      tab.pathname
    );
  };
  const take = (outcome: TabsOutcome) => {
    if (!outcome.ok) return void message.info(t(`shell.${outcome.code}`));
    setTabs(outcome.tabs);
    if (outcome.active !== pathname)
      navigate(outcome.tabs.find((tab) => tab.pathname === outcome.active)?.to ?? outcome.active);
  };
  const menu = {
    items: ['current', 'right', 'left', 'all'].map((key) => ({ key, label: t(`shell.tabs.close.${key}`) })),
    onClick: ({ key }: { key: string }) =>
      take(
        key === 'all'
          ? closeAll()
          : (key === 'current' ? closeTab : key === 'right' ? closeRight : closeLeft)(tabs, pathname, pathname),
      ),
  };
  return (
    <nav className="tab-bar" aria-label={t('shell.tabs.name')}>
      <ul>
        {tabs.map((tab) => {
          const isActive = tab.pathname === pathname;
          const title = titleOf(tab);
          return (
            <li
              key={tab.pathname}
              ref={isActive ? active : undefined}
              className={isActive ? 'is-active' : undefined}
              onAuxClick={(event) =>
                event.button === 1 && (event.preventDefault(), take(closeTab(tabs, tab.pathname, pathname)))
              }
            >
              <Link to={tab.to} aria-current={isActive ? 'page' : undefined} title={title}>
                {title}
              </Link>
              <button
                type="button"
                aria-label={t('shell.tabs.closeOne', { title })}
                onClick={() => take(closeTab(tabs, tab.pathname, pathname))}
              >
                <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
                  <path d="m2.5 2.5 7 7m0-7-7 7" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" />
                </svg>
              </button>
            </li>
          );
        })}
      </ul>
      <Dropdown menu={menu} trigger={['click']} placement="bottomRight">
        <button type="button" className="icon-button tab-bar-more" aria-label={t('shell.tabs.more')}>
          <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
            <path
              d="m3 4.5 3 3 3-3"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
        </button>
      </Dropdown>
    </nav>
  );
}
