/**
 * What is typed between the key that opens the palette and the moment its field has the focus: the palette may still be
 * loading then. Held here, it neither gets lost nor means something to the screen behind.
 */
interface HeldKeys {
  text: string;
  /** Enter was pressed after the text. */
  entered: boolean;
}

let held: HeldKeys | null = null;

/** Begins to hold; keys that are held already stay. */
export function holdKeys(): void {
  if (held) return;
  held = { text: '', entered: false };
  // On the window, which hears a key before anything on the page does.
  window.addEventListener('keydown', hold, true);
}

/** Ends the holding and hands over what was typed. */
export function takeHeldKeys(): HeldKeys {
  window.removeEventListener('keydown', hold, true);
  const taken = held ?? { text: '', entered: false };
  held = null;
  return taken;
}

function hold(event: KeyboardEvent): void {
  if (!held || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Enter') held.entered = true;
  else if (event.key === 'Backspace') held.text = [...held.text].slice(0, -1).join('');
  else if ([...event.key].length !== 1) return;
  else if (!held.entered) held.text += event.key;
  event.preventDefault();
  event.stopImmediatePropagation();
}
