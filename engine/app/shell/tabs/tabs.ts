/** A tab of the shell: the page, and where in it the person was (with filters and the like). */
export interface Tab {
  pathname: string;
  to: string;
}

export type TabsOutcome =
  | { ok: true; tabs: Tab[]; active: string }
  | { ok: false; code: 'tabs.last' | 'tabs.noLeft' | 'tabs.noRight' };

export const homePath = '/welcome';
/** Most tabs at once. */
export const maxTabs = 20;

/**
 * The tabs after a visit: a known page remembers the new place, a new one is added; beyond twenty the oldest goes that
 * nothing holds (`stays`: unsaved changes). A page that took the place of another (`from`: a form that is saved, a
 * record that is deleted) takes its tab too.
 */
export function visitTab({
  tabs,
  pathname,
  search,
  from = null,
  stays = () => false,
}: {
  tabs: readonly Tab[];
  pathname: string;
  search: string;
  from?: string | null;
  stays?: (pathname: string) => boolean;
}): Tab[] {
  const to = pathname + search;
  if (from !== null && from !== pathname && from !== homePath) {
    const known = tabs.some((tab) => tab.pathname === pathname);
    const moved = known
      ? tabs.filter((tab) => tab.pathname !== from)
      : tabs.map((tab) => (tab.pathname === from ? { pathname, to } : tab));
    return visitTab({ tabs: moved, pathname, search, from: null, stays });
  }
  if (tabs.some((tab) => tab.pathname === pathname))
    return tabs.map((tab) => (tab.pathname === pathname ? { pathname, to } : tab));
  const next = [...tabs, { pathname, to }];
  const oldest = next.findIndex((tab, at) => at < next.length - 1 && tab.pathname !== homePath && !stays(tab.pathname));
  return next.length > maxTabs ? next.filter((_, at) => at !== oldest) : next;
}

/** Closes one tab; closing the active one goes to its neighbour. The last tab stays. */
export function closeTab(tabs: readonly Tab[], pathname: string, active: string): TabsOutcome {
  if (tabs.length <= 1) return { ok: false, code: 'tabs.last' };
  const at = tabs.findIndex((tab) => tab.pathname === pathname);
  const left = tabs.filter((tab) => tab.pathname !== pathname);
  const next = pathname === active ? (left[Math.min(Math.max(at, 0), left.length - 1)]?.pathname ?? homePath) : active;
  return { ok: true, tabs: left, active: next };
}

export function closeRight(tabs: readonly Tab[], pathname: string, active: string): TabsOutcome {
  const at = tabs.findIndex((tab) => tab.pathname === pathname);
  return at >= tabs.length - 1
    ? { ok: false, code: 'tabs.noRight' }
    : closeOthers(tabs.slice(0, at + 1), pathname, active);
}

export function closeLeft(tabs: readonly Tab[], pathname: string, active: string): TabsOutcome {
  const at = tabs.findIndex((tab) => tab.pathname === pathname);
  return at <= 0 ? { ok: false, code: 'tabs.noLeft' } : closeOthers(tabs.slice(at), pathname, active);
}

/** Everything but the page that was pointed at. */
export function closeAll(tabs: readonly Tab[], pathname: string): TabsOutcome {
  const remaining = tabs.filter((tab) => tab.pathname === pathname);
  return closeOthers(
    remaining.length > 0 ? remaining : [{ pathname: homePath, to: homePath }],
    remaining.length > 0 ? pathname : homePath,
    '',
  );
}

function closeOthers(tabs: Tab[], pathname: string, active: string): TabsOutcome {
  return { ok: true, tabs, active: tabs.some((tab) => tab.pathname === active) ? active : pathname };
}
