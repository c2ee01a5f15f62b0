import type { DropZone } from '../tools/dragging.ts';
import type { ScreenSteps } from './use-screen-steps.ts';

/** Where a block would go: before the one whose first half lies under the pointer, behind it in its second half, else last. */
export function blockZone(steps: ScreenSteps): DropZone<number> {
  return {
    find: (_load, x, y) => {
      const under = document.elementFromPoint(x, y);
      const grid = under?.closest('.screen-canvas')?.querySelector('.board-grid');
      if (!grid) return null;
      const cells = [...grid.querySelectorAll('.screen-cell')];
      const cell = under?.closest('.screen-cell') ?? null;
      const last = cells.at(-1);
      if (!cell) {
        const box = (last ?? grid).getBoundingClientRect();
        return { target: cells.length, hint: hintAt(last ? box.right : box.left, box) };
      }
      const box = cell.getBoundingClientRect();
      const behind = x > box.left + box.width / 2;
      return { target: cells.indexOf(cell) + (behind ? 1 : 0), hint: hintAt(behind ? box.right : box.left, box) };
    },
    drop: (load, before) => {
      if (load.kind === 'block') steps.move(load.name, before);
      if (load.kind === 'newBlock') steps.add(load.of, before);
    },
    scroller: () => document.getElementById('screen-scroll'),
  };
}

const hintAt = (x: number, { top, height }: DOMRect) => ({
  box: { left: x - 2, top, width: 4, height: Math.max(height, 40) },
  fault: null,
});
