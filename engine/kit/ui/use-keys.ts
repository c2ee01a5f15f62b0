import { useEffect, useRef } from 'react';
import { usePane } from './pane.ts';
import { useSettings } from './settings.ts';

/** Keys by name as `KeyboardEvent.key` has them (`/`, `c`, `Escape`), with `Mod+` for Ctrl or Cmd (`Mod+s`). */
export type KeyMap = Record<string, (event: KeyboardEvent) => void>;

/**
 * Page-wide shortcuts. Plain keys are off while the person types, composes (IME), has a dialog or menu open, or has
 * switched them off; `Mod+` keys work in fields too. A handled key stops there, and hidden panes get none.
 */
export function useKeys(keys: KeyMap, active = true): void {
  const latest = useRef(keys);
  latest.current = keys;
  const pane = usePane();
  useEffect(() => {
    if (!active || !pane.active) return;
    const listen = (event: KeyboardEvent) => {
      const action = latest.current[keyName(event)];
      if (!action || event.defaultPrevented || !mayAct(event)) return;
      event.preventDefault();
      action(event);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [active, pane.active]);
}

function keyName(event: KeyboardEvent): string {
  // With caps lock on the letter is a capital one.
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return event.ctrlKey || event.metaKey ? `Mod+${key}` : event.key;
}

function mayAct(event: KeyboardEvent): boolean {
  if (event.isComposing || event.altKey) return false;
  if (event.ctrlKey || event.metaKey) return true;
  if (event.key.length === 1 && !useSettings.getState().singleKeys) return false;
  const target = event.target instanceof HTMLElement ? event.target : null;
  if (
    target?.closest(
      'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true], [role=combobox], [role=textbox]',
    )
  )
    return false;
  return !document.querySelector(
    '[role=dialog][aria-modal=true], dialog[open], .ant-dropdown:not(.ant-dropdown-hidden)',
  );
}
