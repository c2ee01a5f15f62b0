import type { DesignerStore } from '../document/state.ts';
import { arranged, refusal, positionOf, type FieldTarget, type Where } from '../document/form-moves.ts';
import type { DropZone, Hint, DragItem } from './dragging.ts';

/** A place among the fields, or among the sections (`before`: null puts it last). */
export type CanvasTarget = FieldTarget | { readonly before: string | null };

interface ZoneDeps {
  readonly root: () => HTMLElement | null;
  readonly store: DesignerStore;
  readonly where: Where;
  /** The reason of a refusal. */
  readonly fault: (code: string) => string;
  readonly drop: (load: DragItem, target: CanvasTarget) => void;
}

/** Where fields and sections may be dropped on a canvas, found by what lies under the pointer. */
export function canvasZone({ root, store, where, fault, drop }: ZoneDeps): DropZone<CanvasTarget> {
  return {
    drop,
    scroller: () => root()?.closest<HTMLElement>('.canvas-scroll') ?? null,
    find(load, x, y) {
      const canvas = root();
      const under = document.elementFromPoint(x, y);
      if (!canvas || !under || !canvas.contains(under)) return null;
      const section = under.closest<HTMLElement>('[data-section-of]');
      if (load.kind === 'section' || load.kind === 'newSection') return besideSection(canvas, section, y);
      if (!section) return null;
      const name = section.dataset['sectionOf'] ?? '';
      const { meta } = store.getState().document;
      const rows = arranged(meta, where)[name] ?? [];
      const cell = under.closest<HTMLElement>('[data-cell]') ?? nearestCell(section, x, y);
      const names = load.kind === 'fields' ? load.names : [''];
      if (!cell) return answer({ section: name, row: rows.length }, inside(section));
      const position = positionOf(arranged(meta, where), cell.dataset['cell'] ?? '');
      if (!position) return null;
      const box = cell.getBoundingClientRect();
      const row = cell.parentElement?.getBoundingClientRect() ?? box;
      const third = Math.min(box.width / 3, 96);
      if (y > box.top + 10 && y < box.bottom - 10 && (x < box.left + third || x > box.right - third)) {
        const after = x > box.right - third ? 1 : 0;
        const target = { section: name, row: position.row, column: position.column + after };
        const refused = refusal({ meta, where, fields: names, target });
        const left = after ? box.right + 8 : box.left - 10;
        return answer(target, { left, top: box.top, width: 3, height: box.height }, refused && fault(refused));
      }
      const below = y > row.top + row.height / 2;
      const top = below ? row.bottom + 6 : row.top - 9;
      return answer(
        { section: name, row: position.row + (below ? 1 : 0) },
        { left: row.left, top, width: row.width, height: 3 },
      );
    },
  };
}

const answer = <T>(target: T, box: Hint['box'], fault: string | null = null) => ({ target, hint: { box, fault } });

function besideSection(canvas: HTMLElement, section: HTMLElement | null, y: number) {
  const all = [...canvas.querySelectorAll<HTMLElement>('[data-section-of]')];
  const last = all.at(-1);
  const near = section ?? last;
  if (!near) return answer({ before: null }, inside(canvas));
  const box = near.getBoundingClientRect();
  const after = y > box.top + box.height / 2;
  const next = all[all.indexOf(near) + (after ? 1 : 0)];
  const top = after ? box.bottom + 6 : box.top - 10;
  return answer({ before: next?.dataset['sectionOf'] ?? null }, { left: box.left, top, width: box.width, height: 4 });
}

function inside(element: HTMLElement): Hint['box'] {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left: left + 12, top: top + height - 16, width: width - 24, height: 3 };
}

/** Between the rows the pointer is over none: the one whose middle is nearest counts. */
function nearestCell(section: HTMLElement, x: number, y: number): HTMLElement | null {
  let best: HTMLElement | null = null;
  let shortest = Infinity;
  for (const cell of section.querySelectorAll<HTMLElement>('[data-cell]')) {
    const box = cell.getBoundingClientRect();
    const far = Math.abs(y - (box.top + box.height / 2)) * 4 + Math.abs(x - (box.left + box.width / 2));
    if (far < shortest) [best, shortest] = [cell, far];
  }
  return best;
}
