const columns = 4;

/**
 * The edge of a block follows the pointer from column to column, by its attribute alone; the width counts where the
 * pointer is let go, and Escape puts it back.
 */
export function followWidth(event: PointerEvent, edge: HTMLElement, onWidth: (span: number) => void): void {
  const cell = edge.closest<HTMLElement>('.screen-cell');
  const grid = edge.closest<HTMLElement>('.board-grid');
  if (event.button !== 0 || !cell || !grid) return;
  event.preventDefault();
  const before = cell.dataset['span'] ?? '1';
  const { left } = cell.getBoundingClientRect();
  const column = grid.getBoundingClientRect().width / columns;
  const spanAt = (x: number) => Math.min(columns, Math.max(1, Math.round((x - left) / column)));
  const move = (next: PointerEvent) => {
    cell.dataset['span'] = String(spanAt(next.clientX));
  };
  const end = (span: number | null) => {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', up);
    removeEventListener('pointercancel', cancel);
    removeEventListener('keydown', key, true);
    cell.dataset['span'] = before;
    if (span !== null) onWidth(span);
  };
  const up = (last: PointerEvent) => end(spanAt(last.clientX));
  const cancel = () => end(null);
  const key = (pressed: KeyboardEvent) => {
    if (pressed.key !== 'Escape') return;
    pressed.stopPropagation();
    end(null);
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', up);
  addEventListener('pointercancel', cancel);
  addEventListener('keydown', key, true);
}
