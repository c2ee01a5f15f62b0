/** What a cell cuts off can be read in full while the pointer rests on it. */
export function showFullText(target: EventTarget | null | undefined): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('.ag-cell:not(.is-tight)') : null;
  if (!cell) return;
  const text = cell.querySelector('.ag-cell-value') ?? cell;
  if (text.scrollWidth > text.clientWidth) cell.title = text.textContent ?? '';
  else cell.removeAttribute('title');
}
