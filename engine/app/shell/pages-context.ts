import { createContext, createElement, useContext, type ComponentType, type ReactNode } from 'react';
import { lazyPage } from '../../kit/ui/lazy-page.tsx';

/** Pages by name, as ways to load them. */
export type PageLoaders = Readonly<Record<string, () => Promise<{ default: ComponentType }>>>;

type Pages = ReadonlyMap<string, ComponentType>;
const PagesContext = createContext<Pages>(new Map());

/** Hands pages down to the frame: the composition root gives them, so that the frame knows none by name. */
export function PagesProvider({ pages, children }: { pages: Pages; children?: ReactNode }) {
  return createElement(PagesContext.Provider, { value: pages }, children);
}

export const usePages = (): Pages => useContext(PagesContext);

/** Pages in their own chunks, each loaded when it is first opened. */
export const lazyPages = (loaders: PageLoaders): Pages =>
  new Map(Object.entries(loaders).map(([name, load]) => [name, lazyPage(load)]));
