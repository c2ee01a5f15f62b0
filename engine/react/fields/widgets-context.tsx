import { createContext, useContext, type ReactNode } from 'react';
import type { Widget } from './widget.ts';

const WidgetsContext = createContext<Readonly<Record<string, Widget>>>({});

/** Hands the custom widgets down: the composition root gives them, so that this floor knows none by name. */
export function WidgetsProvider({
  widgets,
  children,
}: {
  widgets: Readonly<Record<string, Widget>>;
  children: ReactNode;
}) {
  return <WidgetsContext.Provider value={widgets}>{children}</WidgetsContext.Provider>;
}

export const useWidgets = (): Readonly<Record<string, Widget>> => useContext(WidgetsContext);
