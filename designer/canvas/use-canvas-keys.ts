import { useLayoutEffect, useMemo, useRef, type KeyboardEvent, type RefObject } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { copyPlaces } from '../document/clipboard.ts';
import { arranged, fieldOf, placesOf, type Where } from '../document/form-moves.ts';
import { useDesigner, useDesignerStore } from '../store.ts';
import { chosenAfter, type Choosing } from '../tools/selecting.ts';
import { useWorkspaceStore } from '../tools/workbench.ts';
import { useFormSteps } from '../form/use-form-steps.ts';

export interface CanvasKeys {
  choose(place: string, how: Choosing): void;
  press(event: KeyboardEvent): void;
}

const directions = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' } as const;
const isArrow = (key: string): key is keyof typeof directions => key in directions;

/**
 * All that the pointer can do, by keys. Arrows go from part to part and choose it, with Shift they reach further, with Alt
 * they move it. The help line below the canvas lists the others.
 */
export function useCanvasKeys(root: RefObject<HTMLElement | null>, where: Where): CanvasKeys {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const workspace = useWorkspaceStore();
  const steps = useFormSteps(where);
  const held = useRef<string | null>(null);
  const meta = useDesigner((state) => state.document.meta);
  useLayoutEffect(() => {
    // A moved part is another element: the keyboard goes with it.
    const place = held.current;
    held.current = null;
    if (place === null) return;
    const grip = root.current?.querySelector<HTMLElement>(`[data-place="${CSS.escape(place)}"]`);
    grip?.focus({ preventScroll: true });
    grip?.scrollIntoView({ block: 'nearest' });
  }, [meta, root]);
  return useMemo(
    () => keysOf({ root, store, workspace, steps, where, t, held }),
    [root, store, workspace, steps, where, t],
  );
}

interface Tools {
  readonly root: RefObject<HTMLElement | null>;
  readonly store: ReturnType<typeof useDesignerStore>;
  readonly workspace: ReturnType<typeof useWorkspaceStore>;
  readonly steps: ReturnType<typeof useFormSteps>;
  readonly where: Where;
  readonly t: TFunction<'designer'>;
  /** The part that was moved and takes the keyboard with it. */
  readonly held: { current: string | null };
}

function keysOf(tools: Tools): CanvasKeys {
  const { root, store, workspace, steps, where, held } = tools;
  const inOrder = () => placesOf(arranged(store.getState().document.meta, where), where);
  const choose: CanvasKeys['choose'] = (place, how) =>
    store.getState().select(chosenAfter({ selection: store.getState().selection, place, how, inOrder: inOrder() }));
  const go = (place: string, by: number, reach: boolean) => {
    const all = inOrder();
    const next = all[all.indexOf(place) + by];
    if (next === undefined) return;
    choose(next, reach ? 'reach' : 'only');
    root.current?.querySelector<HTMLElement>(`[data-place="${CSS.escape(next)}"]`)?.focus();
  };
  const withoutMod = (event: KeyboardEvent, place: string, places: readonly string[]): boolean => {
    const { key } = event;
    if (isArrow(key) && event.altKey) {
      held.current = place;
      steps.step(places, directions[key]);
    } else if (isArrow(key)) go(place, directions[key] === 'up' || directions[key] === 'left' ? -1 : 1, event.shiftKey);
    else if (key === 'Home') go(inOrder()[0] ?? place, 0, event.shiftKey);
    else if (key === 'End') go(inOrder().at(-1) ?? place, 0, event.shiftKey);
    else if (key === ' ') choose(place, 'toggle');
    else if (key === 'Enter') document.querySelector<HTMLElement>('.properties input, .properties button')?.focus();
    else if (key === 'F2') workspace.getState().edit(place);
    else if (key === 'Delete' && event.shiftKey)
      workspace.getState().openDialog({ kind: 'delete', fields: places.flatMap((each) => fieldOf(each) ?? []) });
    else if (key === 'Delete' || key === 'Backspace') steps.takeOut(places);
    else if (key === 'm') workspace.getState().openDialog({ kind: 'moveTo', where, places });
    else if (key === 'Escape') store.getState().select([]);
    else return false;
    return true;
  };
  const press: CanvasKeys['press'] = (event) => {
    const place = event.target instanceof HTMLElement ? event.target.dataset['place'] : undefined;
    if (!place || event.nativeEvent.isComposing) return;
    const { selection } = store.getState();
    const places = selection.includes(place) ? selection : [place];
    const isHandled = () => {
      if (!event.ctrlKey && !event.metaKey) return withoutMod(event, place, places);
      if (event.key === ' ') return (choose(place, 'toggle'), true);
      return !event.shiftKey && withMod(tools, event.key.toLowerCase(), { places, all: inOrder() });
    };
    if (!isHandled()) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { choose, press };
}

interface Parts {
  readonly places: readonly string[];
  readonly all: readonly string[];
}

/** A key with Control or Command: choose all, wrap, copy, cut and paste. */
function withMod({ store, workspace, steps, where, t }: Tools, key: string, at: Parts): boolean {
  const { places, all } = at;
  const fields = places.flatMap((each) => fieldOf(each) ?? []);
  if (key === 'a') store.getState().select(all.filter((each) => fieldOf(each) !== null));
  else if (key === 'g') steps.wrap(fields);
  else if (key === 'c' || key === 'x') {
    void copyPlaces(store.getState(), places).then((count) =>
      workspace.getState().announce(t('designer.said.copied', { count })),
    );
    if (key === 'x') steps.takeOut(places);
  } else if (key === 'v') {
    void navigator.clipboard.readText().then((text) => workspace.getState().openDialog({ kind: 'paste', where, text }));
  } else return false;
  return true;
}
