import { useEffect, useRef, useState, type UIEvent } from 'react';

/** How far down the header stays, in pixels. */
const staysFor = 300;

/** Hides the header while the person scrolls down below 300 px; the way up brings it back, and so does another page. */
export function useAutoHide(active: boolean, pathname: string): { hidden: boolean; onScroll(event: UIEvent): void } {
  const [hidden, setHidden] = useState(false);
  const tops = useRef(new WeakMap<EventTarget, number>());
  useEffect(() => setHidden(false), [active, pathname]);
  return {
    hidden: active && hidden,
    onScroll({ target }) {
      if (!active || !(target instanceof HTMLElement)) return;
      const before = tops.current.get(target) ?? 0;
      const { scrollTop } = target;
      tops.current.set(target, scrollTop);
      // Sideways, or by the layout's own pixel or two.
      if (Math.abs(scrollTop - before) < 4) return;
      // Near its end a page moves up by itself as the hidden header leaves it more room.
      const atEnd = scrollTop + target.clientHeight >= target.scrollHeight - 1;
      if (atEnd && scrollTop < before) return;
      setHidden(scrollTop > staysFor && scrollTop > before);
    },
  };
}
