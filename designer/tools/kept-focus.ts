import { useEffect, type RefObject } from 'react';

const focusables = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** Where the keyboard stood: the element, and its place among the children of every box around it, innermost first. */
interface Held {
  readonly element: HTMLElement;
  readonly around: readonly { readonly box: Element; readonly index: number }[];
}

/**
 * The keyboard is never left standing nowhere: when a command takes away or closes what had the focus, or the dialog that
 * lay over it, the focus goes back there, or to what stands in its place now. `ready`: the root is drawn.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>, ready = true): void {
  useEffect(() => {
    const box = root.current;
    const house = [...document.body.children].find((child) => child.contains(box));
    if (!box || !house) return;
    let held: Held | null = null;
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      if (box.contains(target)) held = { element: target, around: placeOf(target, box) };
      // What lies over the page gives it back; another part of the page does not.
      else if (house.contains(target)) held = null;
    };
    const letGo = ({ target }: PointerEvent) => {
      if (target instanceof Element && house.contains(target) && !target.closest(focusables)) held = null;
    };
    const mend = () => {
      const now = document.activeElement;
      if (held && (now === document.body || now?.matches(':disabled'))) standIn(held)?.focus();
    };
    const watcher = new MutationObserver(mend);
    watcher.observe(box, { childList: true, subtree: true, attributeFilter: ['disabled', 'hidden'] });
    watcher.observe(document.body, { childList: true });
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', letGo);
    return () => {
      watcher.disconnect();
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', letGo);
    };
  }, [root, ready]);
}

function placeOf(element: Element, root: Element): Held['around'] {
  const around: { box: Element; index: number }[] = [];
  for (let at = element; at !== root && at.parentElement; at = at.parentElement)
    around.push({ box: at.parentElement, index: [...at.parentElement.children].indexOf(at) });
  return around;
}

/** The element itself where it still takes the focus, else the next that does, else the one before, in the nearest box. */
function standIn({ element, around }: Held): HTMLElement | undefined {
  if (takesFocus(element)) return element;
  for (const { box, index } of around) {
    if (!box.isConnected) continue;
    const found = [...box.querySelectorAll<HTMLElement>(focusables)].filter(takesFocus);
    const next = found.find((each) => [...box.children].findIndex((child) => child.contains(each)) >= index);
    if (next ?? found.length > 0) return next ?? found.at(-1);
  }
  return undefined;
}

const takesFocus = (element: HTMLElement): boolean =>
  element.isConnected &&
  !element.matches(':disabled') &&
  !element.closest('[inert]') &&
  element.getClientRects().length > 0;
