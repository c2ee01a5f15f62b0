import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FieldTypeName } from '../../engine/core/index.ts';
import type { FieldTarget, Where } from '../document/form-moves.ts';

/** A dialog of the designer and what it is about. */
export type Asked =
  | {
      readonly kind: 'newField';
      readonly type: FieldTypeName;
      readonly where: Where;
      readonly target: FieldTarget | null;
    }
  | { readonly kind: 'newLineField'; readonly of: string }
  | { readonly kind: 'delete'; readonly fields: readonly string[] }
  | { readonly kind: 'moveTo'; readonly where: Where; readonly places: readonly string[] }
  | { readonly kind: 'paste'; readonly where: Where; readonly text: string };

/** What is going on at the bench itself; nothing of it is part of the draft. */
export interface Workspace {
  /** The place whose words are being written where they stand. */
  readonly editing: string | null;
  readonly asked: Asked | null;
  /** What was just done, for those who hear the page. */
  readonly said: string;
  edit(place: string | null): void;
  ask(asked: Asked | null): void;
  say(words: string): void;
}

export const createWorkspace = (): StoreApi<Workspace> =>
  createStore<Workspace>((set) => ({
    editing: null,
    asked: null,
    said: '',
    edit: (editing) => set({ editing }),
    ask: (asked) => set({ asked }),
    say: (said) => set({ said }),
  }));

const BenchContext = createContext<StoreApi<Workspace> | null>(null);
export const WorkspaceProvider = BenchContext.Provider;

export function useWorkspaceStore(): StoreApi<Workspace> {
  const bench = useContext(BenchContext);
  if (!bench) throw new Error('useBenchStore outside BenchProvider');
  return bench;
}

export const useWorkspace = <T>(pick: (bench: Workspace) => T): T => useStore(useWorkspaceStore(), pick);
