import { useEffect, useRef, useState, type UIEvent } from 'react';

/** How far down the header stays, in pixels. */
const staysFor = 300;

/** Hides the header while the person scrolls down below 300 px; the way up brings it back, and so does another page. */
export function useAutoHide(active: boolean, pathname: string): { hidden: boolean; onScroll(event: UIEvent): void } {
  const [hidden, setHidden] = useState(false);
  const seen = useRef(new WeakMap<EventTarget, { top: number; height: number }>());
  useEffect(() => setHidden(false), [active, pathname]);
  return {
    hidden: active && hidden,
    onScroll({ target }) {
      if (!active || !(target instanceof HTMLElement)) return;
      const { scrollTop, scrollHeight } = target;
      const { top: before, height } = seen.current.get(target) ?? { top: 0, height: scrollHeight };
      seen.current.set(target, { top: scrollTop, height: scrollHeight });
      // Sideways, or by the layout's own pixel or two.
      if (Math.abs(scrollTop - before) < 4) return;
      // A part above has grown, and the page moved down with it.
      if (Math.abs(scrollHeight - height - (scrollTop - before)) < 1) return;
      // Near its end a page moves up by itself as the hidden header leaves it more room.
      const atEnd = scrollTop + target.clientHeight >= scrollHeight - 1;
      if (atEnd && scrollTop < before) return;
      setHidden(scrollTop > staysFor && scrollTop > before);
    },
  };
}
