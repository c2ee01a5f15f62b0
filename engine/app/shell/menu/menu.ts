import type { LoginUser, MenuNode } from '../../../kit/data/session-client.ts';

export interface MenuItem {
  id: string;
  title: string;
  icon: string | null;
  /** Null for a group, and for an entry whose address leads out of the application: that one is text. */
  path: string | null;
  /** Where an outer link opens; only such entries have one. */
  target?: string;
  children: MenuItem[];
}

/** The tree of what is shown, in the server's order; groups without a reachable page are left out. */
export function menuTree(nodes: readonly MenuNode[], application: string | null = null): MenuItem[] {
  const shown = nodes.filter(
    (node) => node.meta.show !== false && (!application || !node.application || node.application === application),
  );
  const ids = new Set(nodes.map((node) => node.id));
  const below = (pid: string | null): MenuItem[] =>
    shown
      .filter((node) => (node.pid && ids.has(node.pid) ? node.pid : null) === pid)
      .flatMap((node) => {
        const children = node.meta.hideChildren ? [] : below(node.id);
        const isPage =
          children.length === 0 && Boolean(node.path) && (opensPage(node) || redirectOf(nodes, node) !== null);
        if (!isPage && children.length === 0) return [];
        const leads = isPage && (Boolean(node.meta.target) || isInside(node.path));
        return [
          {
            id: node.id,
            title: node.meta.title,
            icon: node.meta.icon ?? null,
            path: leads ? node.path : null,
            ...(node.meta.target ? { target: node.meta.target } : {}),
            children,
          },
        ];
      });
  return below(null);
}

/** Components that only hold others. */
const holders: ReadonlySet<string> = new Set(['group', 'BasicLayout', 'BlankLayout', 'PageView', 'RouteView']);

/** Whether an address stays in this application: `//host`, `/\\host` and steps upwards lead out of it. */
export const isInside = (path: string): boolean =>
  /^\/(?![/\\])[^\s\\]*$/.test(path) && !path.includes('..') && !/%2e/i.test(path);

/** Outer links open what they name, as long as it is an address of the web. */
const opensPage = ({ component, meta, path }: MenuNode): boolean =>
  meta.target ? /^https?:\/\//i.test(path) : Boolean(component) && !holders.has(component);

/** The entry that an address belongs to, whole: what draws it, and where it leads. */
export function menuNodeOf(nodes: readonly MenuNode[], pathname: string): MenuNode | null {
  const path = pathname.toLowerCase();
  return (
    nodes.find(
      (node) => !node.meta.target && opensPage(node) && isInside(node.path) && node.path.toLowerCase() === path,
    ) ?? null
  );
}

/** The help of the page in front, or all of it where that is no page of the menus. */
export function helpAddress(nodes: readonly MenuNode[], pathname: string): string {
  const [, step = ''] = /^\/([A-Za-z][\w-]*)/.exec(pathname) ?? [];
  const node = step && menuNodeOf(nodes, `/${step}`);
  return node && node.entity ? `/help?of=${node.path.slice(1)}` : '/help';
}

/** Where the address of a group leads: to its redirect, else to the first page below it; null if it is no group. */
export function groupTarget(nodes: readonly MenuNode[], pathname: string): string | null {
  const group = groupAt(nodes, pathname);
  if (!group) return null;
  const below = (pid: string): string[] =>
    nodes.flatMap((node) => {
      if (node.pid !== pid || node.meta.target) return [];
      return opensPage(node) && isInside(node.path) ? [node.path] : below(node.id);
    });
  return redirectOf(nodes, group) ?? below(group.id)[0] ?? null;
}

const groupAt = (nodes: readonly MenuNode[], pathname: string): MenuNode | undefined =>
  nodes.find(({ component, path }) => holders.has(component) && path.toLowerCase() === pathname.toLowerCase());

/** The redirect of a group; one that leads to a group again could lead in a circle. */
function redirectOf(nodes: readonly MenuNode[], { component, redirect }: MenuNode): string | null {
  return holders.has(component) && redirect && isInside(redirect) && !groupAt(nodes, redirect) ? redirect : null;
}

/** Every page of the tree, in order. */
export function menuPages(tree: readonly MenuItem[]): MenuItem[] {
  return tree.flatMap((item) => (item.path ? [item] : menuPages(item.children)));
}

/** The page that an address belongs to: `/Order/12/edit` belongs to `/Order`. */
export function menuPageOf(tree: readonly MenuItem[], pathname: string): MenuItem | null {
  const path = pathname.toLowerCase();
  return (
    menuPages(tree).find(
      (page) => path === page.path?.toLowerCase() || path.startsWith(`${page.path?.toLowerCase()}/`),
    ) ?? null
  );
}

/** The application whose page an address belongs to; null for pages of none. */
export function applicationOf(nodes: readonly MenuNode[], pathname: string): string | null {
  const page = menuPageOf(menuTree(nodes), pathname);
  return nodes.find((node) => node.id === page?.id)?.application ?? null;
}

/** Applications to choose from: only where the menu tells which entry belongs to which. */
export function applicationsOf(user: Pick<LoginUser, 'apps' | 'menus'>): LoginUser['apps'] {
  const named = new Set(user.menus.map((node) => node.application).filter(Boolean));
  const choices = user.apps.filter((app) => named.has(app.code));
  return choices.length > 1 ? choices : [];
}
