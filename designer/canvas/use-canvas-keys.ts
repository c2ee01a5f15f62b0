import { useLayoutEffect, useMemo, useRef, type KeyboardEvent, type RefObject } from 'react';
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
  return useMemo(() => {
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
    const withMod = (key: string, places: readonly string[]): boolean => {
      const fields = places.flatMap((each) => fieldOf(each) ?? []);
      if (key === 'a') store.getState().select(inOrder().filter((each) => fieldOf(each) !== null));
      else if (key === 'g') steps.wrap(fields);
      else if (key === 'c' || key === 'x') {
        void copyPlaces(store.getState(), places).then((count) =>
          workspace.getState().announce(t('designer.said.copied', { count })),
        );
        if (key === 'x') steps.takeOut(places);
      } else if (key === 'v') {
        void navigator.clipboard
          .readText()
          .then((text) => workspace.getState().openDialog({ kind: 'paste', where, text }));
      } else return false;
      return true;
    };
    const press: CanvasKeys['press'] = (event) => {
      const place = event.target instanceof HTMLElement ? event.target.dataset['place'] : undefined;
      if (!place || event.nativeEvent.isComposing) return;
      const { selection, select } = store.getState();
      const places = selection.includes(place) ? selection : [place];
      const { key } = event;
      const isHandled = () => {
        if (event.ctrlKey || event.metaKey) {
          if (key === ' ') return (choose(place, 'toggle'), true);
          return !event.shiftKey && withMod(key.toLowerCase(), places);
        }
        if (isArrow(key) && event.altKey) {
          held.current = place;
          steps.step(places, directions[key]);
        } else if (isArrow(key))
          go(place, directions[key] === 'up' || directions[key] === 'left' ? -1 : 1, event.shiftKey);
        else if (key === 'Home') go(inOrder()[0] ?? place, 0, event.shiftKey);
        else if (key === 'End') go(inOrder().at(-1) ?? place, 0, event.shiftKey);
        else if (key === ' ') choose(place, 'toggle');
        else if (key === 'Enter') document.querySelector<HTMLElement>('.properties input, .properties button')?.focus();
        else if (key === 'F2') workspace.getState().edit(place);
        else if (key === 'Delete' && event.shiftKey)
          workspace.getState().openDialog({ kind: 'delete', fields: places.flatMap((each) => fieldOf(each) ?? []) });
        else if (key === 'Delete' || key === 'Backspace') steps.takeOut(places);
        else if (key === 'm') workspace.getState().openDialog({ kind: 'moveTo', where, places });
        else if (key === 'Escape') select([]);
        else return false;
        return true;
      };
      if (!isHandled()) return;
      event.preventDefault();
      event.stopPropagation();
    };
    return { choose, press };
  }, [root, store, workspace, steps, where, t]);
}
