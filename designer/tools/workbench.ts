import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FieldTypeName } from '../../engine/core/index.ts';
import type { FieldTarget, Where } from '../document/form-moves.ts';

/** A dialog of the designer and what it is about. */
export type DialogRequest =
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
  readonly dialog: DialogRequest | null;
  /** What was just done, for those who hear the page. */
  readonly announcement: string;
  edit(place: string | null): void;
  openDialog(dialog: DialogRequest | null): void;
  announce(words: string): void;
}

export const createWorkspace = (): StoreApi<Workspace> =>
  createStore<Workspace>((set) => ({
    editing: null,
    dialog: null,
    announcement: '',
    edit: (editing) => set({ editing }),
    openDialog: (dialog) => set({ dialog }),
    announce: (announcement) => set({ announcement }),
  }));

const WorkspaceContext = createContext<StoreApi<Workspace> | null>(null);
export const WorkspaceProvider = WorkspaceContext.Provider;

export function useWorkspaceStore(): StoreApi<Workspace> {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error('useWorkspaceStore outside WorkspaceProvider');
  return workspace;
}

export const useWorkspace = <T>(pick: (workspace: Workspace) => T): T => useStore(useWorkspaceStore(), pick);
