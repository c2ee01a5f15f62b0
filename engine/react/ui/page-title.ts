import { useEffect } from 'react';
import { create } from 'zustand';

interface PageTitleStore {
  /** Title by pathname, for the tabs above the screens. */
  titles: Readonly<Record<string, string>>;
  tell(pathname: string, title: string): void;
}

export const usePageTitles = create<PageTitleStore>((set) => ({
  titles: {},
  tell: (pathname, title) =>
    set((state) => (state.titles[pathname] === title ? state : { titles: { ...state.titles, [pathname]: title } })),
}));

/** Names the present page, for the browser's title and for its tab. */
export function usePageTitle(title: string): void {
  const tell = usePageTitles((state) => state.tell);
  useEffect(() => {
    if (!title) return;
    document.title = title;
    tell(location.pathname, title);
  }, [title, tell]);
}
