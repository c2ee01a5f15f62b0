import { createContext, useContext, type ReactNode } from 'react';
import type { Widgets } from './widget.ts';

const WidgetsContext = createContext<Widgets>({});

/** Hands the custom widgets down: the composition root gives them, so that this floor knows none by name. */
export function WidgetsProvider({ widgets, children }: { widgets: Widgets; children: ReactNode }) {
  return <WidgetsContext.Provider value={widgets}>{children}</WidgetsContext.Provider>;
}

export const useWidgets = (): Widgets => useContext(WidgetsContext);
