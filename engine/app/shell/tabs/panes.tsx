import { Suspense, useEffect, useMemo, useRef, type ReactElement, type ReactNode } from 'react';
import { UNSAFE_LocationContext as LocationContext, useLocation, useNavigationType, useOutlet } from 'react-router-dom';
import { ErrorBoundary } from '../../../kit/ui/error-boundary.tsx';
import { PaneContext } from '../../../kit/ui/pane.ts';
import { useSettings } from '../../../kit/ui/settings.ts';
import { Skeleton } from '../../../kit/ui/skeletons.tsx';
import type { MenuItem } from '../menu/menu.ts';
import { useTabs } from './tabs-store.ts';

type Location = ReturnType<typeof useLocation>;

interface OpenPane {
  screen: ReactElement | null;
  location: Location;
}

/**
 * The screen of the address. With tabs, the screens of the other tabs stay as they were left behind it: their scroll,
 * their filters, what was typed. They see the address at which they were left, hear no keys, and go with their tab.
 */
export function Panes({ tree }: { tree: MenuItem[] }) {
  const location = useLocation();
  const screen = useOutlet(tree);
  const multiTab = useSettings((state) => state.multiTab);
  const tabs = useTabs((state) => state.tabs);
  const panes = useRef(new Map<string, OpenPane>());
  const { pathname } = location;
  if (multiTab) panes.current.set(pathname, { screen, location });
  else panes.current = new Map([[pathname, { screen, location }]]);
  for (const path of panes.current.keys()) {
    if (path !== pathname && !tabs.some((tab) => tab.pathname === path)) panes.current.delete(path);
  }
  return [...panes.current].map(([path, each]) => (
    <PaneView
      key={multiTab ? path : 'only'}
      pathname={path}
      location={each.location}
      active={path === pathname}
      alive={multiTab}
    >
      {each.screen}
    </PaneView>
  ));
}

function PaneView({
  pathname,
  location,
  active,
  alive,
  children,
}: {
  pathname: string;
  location: Location;
  active: boolean;
  alive: boolean;
  children: ReactNode;
}) {
  const navigationType = useNavigationType();
  const seen = useMemo(() => ({ location, navigationType }), [location, navigationType]);
  const pane = useMemo(() => ({ active, alive, pathname }), [active, alive, pathname]);
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    // Another page in the same pane starts at its top; the first one already does, and reading its position would force layout too early.
    if (shown.current !== pathname) place.current?.scrollTo({ top: 0 });
    shown.current = pathname;
  }, [pathname]);
  return (
    <div ref={place} className="pane" inert={!active}>
      <PaneContext.Provider value={pane}>
        <LocationContext.Provider value={seen}>
          <ErrorBoundary resetKey={location.pathname}>
            <Suspense fallback={<Skeleton shape="page" />}>{children}</Suspense>
          </ErrorBoundary>
        </LocationContext.Provider>
      </PaneContext.Provider>
    </div>
  );
}
