import type { TreePosition } from '../../engine/kit/index.ts';
import type { DropZone } from '../tools/dragging.ts';
import { isWithin, type Drop, type MenuRow } from './menu-rows.ts';

interface ZoneDeps {
  readonly list: () => HTMLElement | null;
  readonly rows: readonly MenuRow[];
  readonly places: readonly TreePosition[];
  /** The reason of a refusal. */
  readonly fault: (code: 'itself') => string;
  readonly drop: (id: string, drop: Drop) => void;
}

/** Where an entry would go: before or after the one under the pointer, or into it where it is a group. */
export function menuZone({ list, rows, places, fault, drop }: ZoneDeps): DropZone<Drop> {
  return {
    find(load, _x, y) {
      const entry = nearest(list(), y);
      const target = rows.find(({ id }) => id === entry?.dataset['entry']);
      if (load.kind !== 'menu' || !entry || !target) return null;
      const { left, top, width, height, bottom } = entry.getBoundingClientRect();
      const rim = target.type === '0' ? height / 4 : height / 2;
      const at = y < top + rim ? 'before' : y >= bottom - rim ? 'after' : 'into';
      const box =
        at === 'into'
          ? { left, top, width, height }
          : { left, width, height: 3, top: at === 'before' ? top - 2 : bottom };
      const refused = target.id !== load.id && isWithin(places, target.id, load.id);
      return { target: { at, id: target.id }, hint: { box, fault: refused ? fault('itself') : null } };
    },
    drop: (load, target) => {
      if (load.kind === 'menu') drop(load.id, target);
    },
    scroller: () => list()?.closest<HTMLElement>('.pane') ?? null,
  };
}

/** The entry at a height; beyond the ends the first or last. */
function nearest(list: HTMLElement | null, y: number): HTMLElement | null {
  const all = [...(list?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])];
  return all.find((entry) => y < entry.getBoundingClientRect().bottom) ?? all.at(-1) ?? null;
}
