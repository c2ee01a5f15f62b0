import { createContext, useContext, useEffect } from 'react';
import { create } from 'zustand';

/** The pane that contains a screen. */
export interface Pane {
  /** False behind another tab: nothing there may listen to keys or name the window. */
  active: boolean;
  /** Whether the screen stays as it is while another tab is in front. */
  alive: boolean;
  /** The pane's location; null outside the frame, where the address bar has it. */
  pathname: string | null;
}

export const PaneContext = createContext<Pane>({ active: true, alive: false, pathname: null });

export const usePane = (): Pane => useContext(PaneContext);

/** Pathnames of screens with changes that are not saved. */
export const useUnsavedPanes = create<{ paths: ReadonlySet<string> }>(() => ({ paths: new Set() }));

/** Marks the tab of the present screen while `unsaved`. */
export function useUnsaved(unsaved: boolean): void {
  const { pathname } = usePane();
  useEffect(() => {
    if (!unsaved || pathname === null) return;
    mark(pathname, true);
    return () => mark(pathname, false);
  }, [unsaved, pathname]);
}

function mark(pathname: string, unsaved: boolean): void {
  useUnsavedPanes.setState(({ paths }) => {
    const others = [...paths].filter((path) => path !== pathname);
    return { paths: new Set(unsaved ? [...others, pathname] : others) };
  });
}
