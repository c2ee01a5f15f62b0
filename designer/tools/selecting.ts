import { useEffect, type RefObject } from 'react';
import { useDesignerStore } from '../store.ts';

/** How a press chooses: this alone, this too (or no more), or all up to this. */
export type Choosing = 'only' | 'toggle' | 'reach';

export function chosenAfter({
  selection,
  place,
  how,
  inOrder,
}: {
  selection: readonly string[];
  place: string;
  how: Choosing;
  inOrder: readonly string[];
}): readonly string[] {
  if (how === 'only') return [place];
  if (how === 'toggle')
    return selection.includes(place) ? selection.filter((each) => each !== place) : [...selection, place];
  const from = inOrder.indexOf(selection.at(-1) ?? place);
  const to = inOrder.indexOf(place);
  if (from < 0 || to < 0) return [place];
  const reached = inOrder
    .slice(Math.min(from, to), Math.max(from, to) + 1)
    .filter((each) => each.startsWith('fields.'));
  // The one pressed last stays the last, so that the next reach begins there.
  return [...new Set([...selection, ...reached])].filter((each) => each !== place).concat(place);
}

/**
 * Shows what is chosen on the elements themselves, by attributes: selecting renders nothing again, however large the form.
 * One grip, the last chosen or the first of all, is reached by Tab.
 */
export function paintSelection(root: HTMLElement | null, selection: readonly string[]): void {
  if (!root) return;
  const chosen = new Set(selection);
  for (const grip of root.querySelectorAll<HTMLElement>('[aria-pressed=true]'))
    if (!chosen.has(grip.dataset['place'] ?? '')) grip.setAttribute('aria-pressed', 'false');
  for (const grip of root.querySelectorAll<HTMLElement>('[data-place][tabindex="0"]')) grip.tabIndex = -1;
  let last: HTMLElement | null = null;
  for (const place of selection) {
    const grip = root.querySelector<HTMLElement>(`[data-place="${CSS.escape(place)}"]`);
    grip?.setAttribute('aria-pressed', 'true');
    last = grip ?? last;
  }
  const reached = last ?? root.querySelector<HTMLElement>('[data-place]');
  if (reached) reached.tabIndex = 0;
}

export function useSelectionPaint(root: RefObject<HTMLElement | null>): void {
  const store = useDesignerStore();
  useEffect(
    () =>
      store.subscribe((now, before) => {
        if (now.selection === before.selection) return;
        paintSelection(root.current, now.selection);
        const last = now.selection.at(-1);
        const grip = last ? root.current?.querySelector(`[data-place="${CSS.escape(last)}"]`) : null;
        // Chosen elsewhere, in the outline say: brought into sight here.
        if (grip && !root.current?.contains(document.activeElement)) grip.scrollIntoView({ block: 'nearest' });
      }),
    [store, root],
  );
}
