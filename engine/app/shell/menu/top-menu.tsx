import { Dropdown, type MenuProps } from 'antd';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { BrandMark } from '../../session/brand-mark.tsx';
import { useBrand } from '../../session/brand.ts';
import { truncateByWidth } from './truncate-by-width.ts';
import { FrameIcon } from './frame-icons.tsx';
import { menuPageOf, menuPages, type MenuItem } from './menu.ts';
import { MenuLink } from './menu-link.tsx';

/** The brand and the menu in one line; groups open below themselves. */
export function TopMenu({ tree }: { tree: MenuItem[] }) {
  const { t } = useTranslation();
  const brand = useBrand();
  const { pathname } = useLocation();
  const here = menuPageOf(tree, pathname)?.id;
  const name = brand?.name ?? '';
  const list = useRef<HTMLUListElement>(null);
  const fitting = useFitting(list, tree);
  const rest = tree.slice(fitting);
  return (
    <>
      <NavLink
        to="/welcome"
        className="side-brand top-brand"
        title={name}
        aria-label={name ? t('shell.homeOf', { name }) : t('shell.home')}
      >
        <BrandMark logo={brand?.logo ?? null} size={28} />
        <span>{truncateByWidth(name, 8)}</span>
      </NavLink>
      <nav className="top-menu" aria-label={t('shell.menu')}>
        <ul ref={list}>
          {tree.map((item, at) => (
            <li key={item.id} inert={at >= fitting}>
              <Entry item={item} here={here} />
            </li>
          ))}
        </ul>
        {rest.length > 0 ? <Rest items={rest} here={here} /> : null}
      </nav>
    </>
  );
}

interface EntryProps {
  readonly item: MenuItem;
  /** The menu page that is open. */
  readonly here: string | undefined;
}

/** A page, or a group whose pages open below it. */
function Entry({ item, here }: EntryProps) {
  const active = menuPages([item]).some(({ id }) => id === here);
  if (item.path)
    return (
      <MenuLink item={item} className={`top-item${active ? ' active' : ''}`}>
        {item.title}
      </MenuLink>
    );
  if (item.children.length === 0) return <span className="top-item">{item.title}</span>;
  return (
    <Dropdown
      trigger={['click', 'hover']}
      menu={{
        selectedKeys: here ? [here] : [],
        items: menuPages([item]).map(pageEntry),
      }}
    >
      <button type="button" className={`top-item${active ? ' active' : ''}`} aria-haspopup="menu">
        {item.title}
        <FrameIcon name="down" size={14} />
      </button>
    </Dropdown>
  );
}

/** What does not fit into the line. */
function Rest({ items: rest, here }: { items: readonly MenuItem[]; here: string | undefined }) {
  const { t } = useTranslation();
  return (
    <Dropdown
      trigger={['click', 'hover']}
      menu={{
        selectedKeys: here ? [here] : [],
        items: rest.map((item) =>
          item.path
            ? pageEntry(item)
            : {
                key: item.id,
                label: item.title,
                disabled: item.children.length === 0,
                children: menuPages([item]).map(pageEntry),
              },
        ),
      }}
    >
      <button
        type="button"
        className={`top-item${menuPages(rest).some(({ id }) => id === here) ? ' active' : ''}`}
        aria-haspopup="menu"
      >
        {t('shell.menu.more')}
        <FrameIcon name="down" size={14} />
      </button>
    </Dropdown>
  );
}

function pageEntry(page: MenuItem): NonNullable<NonNullable<MenuProps['items']>[number]> {
  return {
    key: page.id,
    label: page.target ? (
      <a href={page.path ?? ''} target={page.target} rel="noopener noreferrer">
        {page.title}
      </a>
    ) : (
      <Link to={page.path ?? ''}>{page.title}</Link>
    ),
  };
}

/** How many entries fit into the first line; measured again when the width changes. */
function useFitting(list: RefObject<HTMLUListElement | null>, tree: readonly MenuItem[]): number {
  const [fitting, setFitting] = useState(tree.length);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => {
      const entries = [...element.children].filter((entry) => entry instanceof HTMLElement);
      const top = entries[0]?.offsetTop ?? 0;
      const wrapped = entries.findIndex((entry) => entry.offsetTop > top);
      setFitting(wrapped < 0 ? entries.length : wrapped);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [list, tree]);
  return fitting;
}
