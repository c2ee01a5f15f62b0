import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { menuPageOf, type MenuItem } from '../menu/menu.ts';
import { useTabTitle } from './tab-bar.tsx';
import { homePath } from './tabs.ts';

/** The way from home to the present screen. */
export function Breadcrumbs({ tree }: { tree: MenuItem[] }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const titleOf = useTabTitle(tree);
  if (pathname === homePath) return null;
  const page = menuPageOf(tree, pathname);
  const groups = page ? groupsAbove(tree, page.id) : [];
  const isPage = page?.path?.toLowerCase() === pathname.toLowerCase();
  return (
    <nav className="crumbs" aria-label={t('shell.crumbs')}>
      <ol>
        <li>
          <Link to={homePath}>{t('shell.home')}</Link>
        </li>
        {groups.map((group) => (
          <li key={group.id}>{group.title}</li>
        ))}
        {page && !isPage ? (
          <li>
            <Link to={page.path ?? ''}>{page.title}</Link>
          </li>
        ) : null}
        <li aria-current="page">{isPage ? page?.title : titleOf({ pathname })}</li>
      </ol>
    </nav>
  );
}

function groupsAbove(items: readonly MenuItem[], id: string): MenuItem[] {
  for (const item of items) {
    if (item.children.some((child) => child.id === id)) return [item];
    const below = groupsAbove(item.children, id);
    if (below.length > 0) return [item, ...below];
  }
  return [];
}
