import { useEffect } from 'react';
import { create } from 'zustand';
import { usePane } from './pane.ts';

interface PageTitleStore {
  /** Title by pathname, for the tabs above the screens. */
  titles: Readonly<Record<string, string>>;
  setTitle(pathname: string, title: string): void;
}

export const usePageTitles = create<PageTitleStore>((set) => ({
  titles: {},
  setTitle: (pathname, title) =>
    set((state) => (state.titles[pathname] === title ? state : { titles: { ...state.titles, [pathname]: title } })),
}));

/** Names the present page, for the browser's title and for its tab. */
export function usePageTitle(title: string): void {
  const setTitle = usePageTitles((state) => state.setTitle);
  const { active, pathname } = usePane();
  useEffect(() => {
    if (!title) return;
    setTitle(pathname ?? location.pathname, title);
    if (active) document.title = title;
  }, [title, setTitle, active, pathname]);
}
