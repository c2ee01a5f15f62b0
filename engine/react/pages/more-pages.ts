import { createContext, createElement, useContext, type ComponentType, type ReactNode } from 'react';
import { lazyPage } from './lazy-page.tsx';

/** Pages that live outside this wing, by name, as ways to load them. */
export type PageLoaders = Readonly<Record<string, () => Promise<{ default: ComponentType }>>>;

type Pages = ReadonlyMap<string, ComponentType>;
const PagesContext = createContext<Pages>(new Map());

/** Hands more pages down: the composition root gives them, so that this floor knows none by name. */
export function MorePagesProvider({ pages, children }: { pages: Pages; children?: ReactNode }) {
  return createElement(PagesContext.Provider, { value: pages }, children);
}

export const useMorePages = (): Pages => useContext(PagesContext);

export const pagesOf = (loaders: PageLoaders): Pages =>
  new Map(Object.entries(loaders).map(([name, load]) => [name, lazyPage(load)]));
