import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router-dom';
import { ErrorBoundary } from '../../../kit/ui/error-boundary.tsx';
import { Icon } from '../../../kit/ui/icon.tsx';
import { Caret } from '../../../kit/ui/glyphs.tsx';
import { ApplicationSwitch } from './application-switch.tsx';
import { BrandMark } from '../../session/brand-mark.tsx';
import { useBrand } from '../../session/brand.ts';
import { truncateByWidth } from './truncate-by-width.ts';
import { FrameIcon } from './frame-icons.tsx';
import { menuPageOf, type MenuItem } from './menu.ts';
import { MenuLink } from './menu-link.tsx';

interface Props {
  tree: MenuItem[];
  collapsed: boolean;
  application: string | null;
  onApplication(code: string): void;
  /** Collapsed, a group has no room to open: the menu grows first. */
  onExpand(): void;
}

/** The brand and the menu: real links, so that a middle click opens a new tab of the browser. */
export function SideMenu({ tree, collapsed, application, onApplication, onExpand }: Props) {
  const { t } = useTranslation();
  const brand = useBrand();
  const { pathname } = useLocation();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const here = menuPageOf(tree, pathname);
    const groups = here ? groupsAbove(tree, here.id) : [];
    setOpen((before) => (groups.every((id) => before.has(id)) ? before : new Set([...before, ...groups])));
  }, [tree, pathname]);

  const toggle = (id: string) => {
    if (collapsed) onExpand();
    setOpen((before) =>
      before.has(id) && !collapsed ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
    );
  };
  const name = brand?.name ?? '';
  return (
    <div className={`side-menu${collapsed ? ' is-collapsed' : ''}`}>
      <NavLink
        to="/welcome"
        className="side-brand"
        title={name}
        aria-label={name ? t('shell.homeOf', { name }) : t('shell.home')}
      >
        <BrandMark logo={brand?.logo ?? null} size={28} />
        {collapsed ? null : <span>{truncateByWidth(name, 8)}</span>}
      </NavLink>
      {collapsed ? null : <ApplicationSwitch application={application} onApplication={onApplication} />}
      <nav aria-label={t('shell.menu')}>
        <Items
          items={[{ id: 'welcome', title: t('shell.home'), icon: 'home', path: '/welcome', children: [] }, ...tree]}
          open={open}
          collapsed={collapsed}
          onToggle={toggle}
          depth={0}
        />
      </nav>
    </div>
  );
}

interface ItemsProps {
  items: MenuItem[];
  open: ReadonlySet<string>;
  collapsed: boolean;
  depth: number;
  onToggle(id: string): void;
}

function Items({ items, open, collapsed, depth, onToggle }: ItemsProps) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.id} data-depth={depth}>
          {/* An entry that cannot be drawn costs itself alone. */}
          <ErrorBoundary resetKey={item.id} instead={<span className="side-item">{item.title}</span>}>
            {item.path ? (
              <MenuLink item={item} className="side-item" title={collapsed ? item.title : undefined}>
                {depth === 0 ? <Icon name={item.icon} /> : null}
                <span className="side-item-text">{item.title}</span>
                {item.target && !collapsed ? <FrameIcon name="outside" size={13} /> : null}
              </MenuLink>
            ) : item.children.length === 0 ? (
              <span className="side-item">
                {depth === 0 ? <Icon name={item.icon} /> : null}
                <span className="side-item-text">{item.title}</span>
              </span>
            ) : (
              <>
                <button
                  type="button"
                  className="side-item"
                  aria-expanded={open.has(item.id) && !collapsed}
                  title={collapsed ? item.title : undefined}
                  onClick={() => onToggle(item.id)}
                >
                  {depth === 0 ? <Icon name={item.icon} /> : null}
                  <span className="side-item-text">{item.title}</span>
                  <Caret className="side-arrow" />
                </button>
                {open.has(item.id) && !collapsed ? (
                  <Items
                    items={item.children}
                    open={open}
                    collapsed={collapsed}
                    onToggle={onToggle}
                    depth={depth + 1}
                  />
                ) : null}
              </>
            )}
          </ErrorBoundary>
        </li>
      ))}
    </ul>
  );
}

function groupsAbove(items: readonly MenuItem[], id: string): string[] {
  for (const item of items) {
    if (item.children.some((child) => child.id === id)) return [item.id];
    const below = groupsAbove(item.children, id);
    if (below.length > 0) return [item.id, ...below];
  }
  return [];
}
