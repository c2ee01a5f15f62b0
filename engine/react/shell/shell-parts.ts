import { create } from 'zustand';

/** Parts of the frame that stand over everything; at most one is open. */
export type ShellPart = 'drawer' | 'palette' | 'keys';

export const useShellParts = create<{ open: ShellPart | null; mode: 'all' | 'create' }>(() => ({
  open: null,
  mode: 'all',
}));

export const showShellPart = (open: ShellPart, mode: 'all' | 'create' = 'all'): void =>
  useShellParts.setState({ open, mode });

export const hideShellPart = (): void => useShellParts.setState({ open: null });
