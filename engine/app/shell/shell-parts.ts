import { create } from 'zustand';
import { bufferKeys, takeBufferedKeys } from './palette/buffered-keys.ts';

/** Parts of the frame that stand over everything; at most one is open. */
export type ShellPart = 'drawer' | 'palette' | 'keys';

export const useShellParts = create<{ open: ShellPart | null; mode: 'all' | 'create' }>(() => ({
  open: null,
  mode: 'all',
}));

export function showShellPart(open: ShellPart, mode: 'all' | 'create' = 'all'): void {
  if (open === 'palette') bufferKeys();
  else takeBufferedKeys();
  useShellParts.setState({ open, mode });
}

export function hideShellPart(): void {
  takeBufferedKeys();
  useShellParts.setState({ open: null });
}
