import { useEffect, type RefObject } from 'react';

const focusables = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** The focused element, and its index among the children of every ancestor, innermost first. */
interface FocusPosition {
  readonly element: HTMLElement;
  readonly ancestors: readonly { readonly box: Element; readonly index: number }[];
}

/**
 * The keyboard is never left standing nowhere: when a command takes away or closes what had the focus, or the dialog that
 * lay over it, the focus returns there, or to what replaced it. `ready`: the root is drawn.
 */
export function useFocusRestore(root: RefObject<HTMLElement | null>, ready = true): void {
  useEffect(() => {
    const box = root.current;
    const deps = [...document.body.children].find((child) => child.contains(box));
    if (!box || !deps) return;
    let position: FocusPosition | null = null;
    /** What lies over the page: a dialog, a drawer. */
    let over: FocusPosition | null = null;
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      if (deps.contains(target)) [position, over] = [box.contains(target) ? positionOf(target, box) : null, null];
      else over = positionOf(target, document.body);
    };
    const letGo = ({ target }: PointerEvent) => {
      if (target instanceof Element && deps.contains(target) && !target.closest(focusables)) position = null;
    };
    const restore = () => {
      const now = document.activeElement;
      if (now && now !== document.body && !now.matches(':disabled')) return;
      const next = (over && replacementFor(over)) ?? (position && replacementFor(position));
      next?.focus();
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Not at once: while the focus goes from one to the next it stands nowhere for a moment, and that is no loss.
    const later = () => (timer ??= setTimeout(() => ((timer = undefined), restore())));
    // The key that closes what lies over the page does not wait for that moment.
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.target !== document.body || !over) return;
      restore();
      if (document.activeElement === document.body) return;
      event.stopImmediatePropagation();
      document.activeElement?.dispatchEvent(new KeyboardEvent(event.type, event));
    };
    const watcher = new MutationObserver(later);
    watcher.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'hidden'] });
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', letGo);
    document.addEventListener('keydown', escape, true);
    return () => {
      watcher.disconnect();
      clearTimeout(timer);
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', letGo);
      document.removeEventListener('keydown', escape, true);
    };
  }, [root, ready]);
}

function positionOf(element: HTMLElement, root: Element): FocusPosition {
  const ancestors: { box: Element; index: number }[] = [];
  for (let at: Element = element; at.parentElement && at.parentElement !== root.parentElement; at = at.parentElement) {
    if (at.parentElement === document.body) break;
    ancestors.push({ box: at.parentElement, index: [...at.parentElement.children].indexOf(at) });
  }
  return { element, ancestors };
}

/** The element itself where it still takes the focus, else the next that does, else the one before, in the nearest box. */
function replacementFor({ element, ancestors }: FocusPosition): HTMLElement | null {
  if (takesFocus(element)) return element;
  for (const { box, index } of ancestors) {
    if (!box.isConnected) continue;
    const found = [...box.querySelectorAll<HTMLElement>(focusables)].filter(takesFocus);
    const next = found.find((each) => [...box.children].findIndex((child) => child.contains(each)) >= index);
    const last = next ?? found.at(-1);
    if (last) return last;
  }
  return null;
}

const takesFocus = (element: HTMLElement): boolean =>
  element.isConnected &&
  !element.matches(':disabled') &&
  !element.closest('[inert]') &&
  element.getClientRects().length > 0;
