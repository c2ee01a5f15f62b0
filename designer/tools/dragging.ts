import type { BlockKind } from '../../engine/core/index.ts';

/** What is dragged: fields, a section, or a kind of field that is not there yet. */
export type DragItem =
  | { readonly kind: 'fields'; readonly names: readonly string[] }
  | { readonly kind: 'section'; readonly name: string }
  | { readonly kind: 'type'; readonly type: string }
  | { readonly kind: 'newSection' }
  | { readonly kind: 'block'; readonly name: string }
  | { readonly kind: 'newBlock'; readonly of: BlockKind }
  | { readonly kind: 'menu'; readonly id: string };

/** Where the hint is drawn, in the window's pixels, and what it says where the drop is refused. */
export interface Hint {
  readonly box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  readonly fault: string | null;
}

export interface DropZone<T> {
  /** What lies under the pointer: a target and its hint, or null outside. */
  find: (load: DragItem, x: number, y: number) => { readonly target: T; readonly hint: Hint } | null;
  drop: (load: DragItem, target: T) => void;
  scroller: () => HTMLElement | null;
}

/** Pixels that a press may wander and still be a click. */
const slack = 5;
const edge = 48;

interface Drag<T> {
  event: PointerEvent;
  load: DragItem;
  label: string;
  zone: DropZone<T>;
}

/**
 * One drag, from the press to the drop. The load follows the pointer as a small label, the hint lies where it would go;
 * both are moved by style only, so that nothing is rendered again. Escape puts everything back.
 */
export function startDrag<T>({ event, load, label, zone }: Drag<T>): void {
  if (event.button !== 0) return;
  const start = { x: event.clientX, y: event.clientY };
  let ghost: HTMLElement | null = null;
  let line: HTMLElement | null = null;
  let at = start;
  let found: ReturnType<DropZone<T>['find']> = null;
  let frame = 0;

  const begin = () => {
    ghost = element('drag-ghost', label);
    line = element('drag-hint', '');
    document.body.classList.add('is-dragging');
    document.getSelection()?.removeAllRanges();
  };
  const show = () => {
    frame = 0;
    if (scrolledAtEdge(zone.scroller(), at)) frame ||= requestAnimationFrame(show);
    found = zone.find(load, at.x, at.y);
    if (ghost && line) draw({ ghost, line, at, label, hint: found?.hint ?? null });
  };
  const move = (next: PointerEvent) => {
    at = { x: next.clientX, y: next.clientY };
    if (!ghost && Math.hypot(at.x - start.x, at.y - start.y) < slack) return;
    if (!ghost) begin();
    frame ||= requestAnimationFrame(show);
  };
  const end = (dropped: boolean) => {
    cancelAnimationFrame(frame);
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', up);
    removeEventListener('pointercancel', cancel);
    removeEventListener('keydown', key, true);
    document.body.classList.remove('is-dragging');
    if (!ghost) return;
    ghost.remove();
    line?.remove();
    // The press was a drag, so the click that ends it means nothing.
    addEventListener('click', stop, { capture: true, once: true });
    requestAnimationFrame(() => removeEventListener('click', stop, true));
    if (!dropped) return;
    const last = zone.find(load, at.x, at.y);
    if (last && last.hint.fault === null) zone.drop(load, last.target);
  };
  const up = () => end(true);
  const cancel = () => end(false);
  const key = (pressed: KeyboardEvent) => {
    if (pressed.key !== 'Escape') return;
    pressed.stopPropagation();
    end(false);
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', up);
  addEventListener('pointercancel', cancel);
  addEventListener('keydown', key, true);
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Drawing {
  readonly ghost: HTMLElement;
  readonly line: HTMLElement;
  readonly at: Point;
  readonly label: string;
  readonly hint: Hint | null;
}

function draw({ ghost, line, at, label, hint }: Drawing): void {
  ghost.style.transform = `translate(${at.x + 12}px, ${at.y + 12}px)`;
  const fault = hint?.fault ?? null;
  ghost.textContent = fault ?? label;
  ghost.toggleAttribute('data-refused', fault !== null);
  line.hidden = !hint;
  line.toggleAttribute('data-refused', fault !== null);
  if (!hint) return;
  const { left, top, width, height } = hint.box;
  line.style.transform = `translate(${left}px, ${top}px)`;
  line.style.width = `${width}px`;
  line.style.height = `${height}px`;
}

/** Scrolls on where the pointer is at the upper or lower edge. */
function scrolledAtEdge(scroller: HTMLElement | null, at: Point): boolean {
  const box = scroller?.getBoundingClientRect();
  if (!scroller || !box || at.x < box.left || at.x > box.right) return false;
  const by = at.y < box.top + edge ? -12 : at.y > box.bottom - edge ? 12 : 0;
  scroller.scrollTop += by;
  return by !== 0;
}

const stop = (event: Event): void => event.stopPropagation();

function element(className: string, text: string): HTMLElement {
  const made = document.createElement('div');
  made.className = className;
  made.textContent = text;
  made.setAttribute('aria-hidden', 'true');
  document.body.append(made);
  return made;
}
