import { createContext, createElement, useContext, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { SchemaDocument, ScreenDocument } from '../engine/core/index.ts';
import type { DesignerState, DesignerStore } from './document/state.ts';

const EntityContext = createContext<DesignerStore | null>(null);
const ScreenContext = createContext<DesignerStore<ScreenDocument> | null>(null);
const DraftContext = createContext<DesignerStore<SchemaDocument> | null>(null);

/** Hands the draft of an entity down. */
export const DesignerProvider = ({ value, children }: { value: DesignerStore; children: ReactNode }) =>
  createElement(EntityContext, { value }, createElement(DraftContext, { value }, children));

/** Hands the draft of a screen down. */
export const ScreenProvider = ({ value, children }: { value: DesignerStore<ScreenDocument>; children: ReactNode }) =>
  createElement(ScreenContext, { value }, createElement(DraftContext, { value }, children));

function requireStore<T>(store: T | null): T {
  if (!store) throw new Error('this part of the designer stands outside its provider');
  return store;
}

/** The store itself, for what is read at the moment of an event. Throws outside a designer of entities. */
export const useDesignerStore = (): DesignerStore => requireStore(useContext(EntityContext));
export const useScreenStore = (): DesignerStore<ScreenDocument> => requireStore(useContext(ScreenContext));
/** The same for what entities and screens have in common: steps, people, reviews, history. */
export const useDraftStore = (): DesignerStore<SchemaDocument> => requireStore(useContext(DraftContext));

/** One thing of the designer's state; ask for as little as is drawn. */
export const useDesigner = <T>(pick: (state: DesignerState) => T): T => useStore(useDesignerStore(), pick);
export const useScreen = <T>(pick: (state: DesignerState<ScreenDocument>) => T): T => useStore(useScreenStore(), pick);
export const useDraft = <T>(pick: (state: DesignerState<SchemaDocument>) => T): T => useStore(useDraftStore(), pick);
