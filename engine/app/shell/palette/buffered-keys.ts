/**
 * What is typed between the key that opens the palette and the moment its field has the focus: the palette may still be
 * loading then. Held here, it neither gets lost nor means something to the screen behind.
 */
interface BufferedKeys {
  text: string;
  /** Enter was pressed after the text. */
  entered: boolean;
}

let buffered: BufferedKeys | null = null;

/** Begins to hold; keys that are held already stay. */
export function bufferKeys(): void {
  if (buffered) return;
  buffered = { text: '', entered: false };
  // Capture phase on the window, before any other listener.
  window.addEventListener('keydown', buffer, true);
}

/** Ends the holding and hands over what was typed. */
export function takeBufferedKeys(): BufferedKeys {
  window.removeEventListener('keydown', buffer, true);
  const taken = buffered ?? { text: '', entered: false };
  buffered = null;
  return taken;
}

function buffer(event: KeyboardEvent): void {
  if (!buffered || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Enter') buffered.entered = true;
  else if (event.key === 'Backspace') buffered.text = [...buffered.text].slice(0, -1).join('');
  else if ([...event.key].length !== 1) return;
  else if (!buffered.entered) buffered.text += event.key;
  event.preventDefault();
  event.stopImmediatePropagation();
}
