import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, StatusTag, type TreePosition } from '../../engine/kit/index.ts';
import { startDrag } from '../tools/dragging.ts';
import { inOrder } from './menu-rows.ts';
import { menuZone } from './menu-zone.ts';
import type { HiddenReason } from './visible-to-role.ts';
import type { Menu } from './use-menu.ts';
import type { MenuSteps, MoveDirection } from './use-menu-steps.ts';

interface Props {
  menu: Menu;
  places: readonly TreePosition[];
  hidden: ReadonlyMap<string, HiddenReason>;
  chosen: string | null;
  steps: MenuSteps;
  onChoose: (id: string) => void;
  onOpen: (id: string) => void;
  onUndo: () => void;
}

const directions: Readonly<Record<string, MoveDirection>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

/** The entries of one application from top to bottom; what the picked role does not see is faint, with the reason. */
export function MenuTree({ menu, places, hidden, chosen, steps, onChoose, onOpen, onUndo }: Props) {
  const { t } = useTranslation('designer');
  const list = useRef<HTMLUListElement>(null);
  const pressed = useRef<string | null>(null);
  const entries = inOrder(places);
  useLayoutEffect(() => {
    // A moved entry is taken out and put in elsewhere: the keyboard goes with it.
    const id = pressed.current;
    const now = document.activeElement;
    if (id !== null && (now === document.body || list.current?.contains(now))) gripOf(list.current, id)?.focus();
  }, [menu]);

  const press = (event: KeyboardEvent, id: string) => {
    const direction = directions[event.key];
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') onUndo();
    else if (direction === undefined) return;
    else if (event.altKey) steps.direction(id, direction);
    else {
      const next = neighbour(entries, id, direction);
      if (next === undefined) return;
      onChoose(next);
      gripOf(list.current, next)?.focus();
    }
    event.preventDefault();
  };
  const reached = entries.some(([id]) => id === chosen) ? chosen : (entries[0]?.[0] ?? null);
  return (
    <ul className="menu-entries" ref={list} aria-label={t('designer.menus')}>
      {entries.map(([id, depth]) => {
        const row = menu.rows.find((each) => each.id === id);
        const title = menu.titles.get(id) ?? id;
        return (
          <li
            key={id}
            data-entry={id}
            data-group={row?.type === '0' || undefined}
            data-unseen={hidden.get(id)}
            style={{ paddingInlineStart: `${depth * 24}px` }}
          >
            <button
              type="button"
              className="menu-grip"
              aria-pressed={chosen === id}
              aria-describedby="menu-keys"
              tabIndex={reached === id ? 0 : -1}
              onFocus={() => void (pressed.current = id)}
              onClick={() => onOpen(id)}
              onKeyDown={(event) => press(event, id)}
              onPointerDown={(event) => {
                const fault = (code: string) => t(`menus.fault.${code}`);
                const zone = menuZone({ list: () => list.current, rows: menu.rows, places, fault, drop: steps.drop });
                startDrag({ event: event.nativeEvent, load: { kind: 'menu', id }, label: title, zone });
              }}
            >
              <EntryFace menu={menu} id={id} group={parentOf(places, id)} why={hidden.get(id)} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

const neighbour = (entries: ReturnType<typeof inOrder>, id: string, direction: MoveDirection): string | undefined =>
  entries[entries.findIndex(([each]) => each === id) + (direction === 'up' || direction === 'out' ? -1 : 1)]?.[0];

const parentOf = (places: readonly TreePosition[], id: string): string | null =>
  places.find((place) => place.id === id)?.parent ?? null;

interface EntryFaceProps {
  menu: Menu;
  id: string;
  group: string | null;
  why: HiddenReason | undefined;
}

function EntryFace({ menu, id, group, why }: EntryFaceProps) {
  const { t } = useTranslation('designer');
  const row = menu.rows.find((each) => each.id === id);
  return (
    <>
      <Icon name={row?.icon ?? (row?.type === '0' ? 'folder-open' : null)} />
      <span className="menu-title">{menu.titles.get(id) ?? id}</span>
      {group === null ? null : <span className="sr-only">{t('menus.in', { group: menu.titles.get(group) })}</span>}
      {why ? <StatusTag tone="neutral" text={t(`menus.why.${why}`)} /> : null}
    </>
  );
}

const gripOf = (list: HTMLElement | null, id: string): HTMLElement | null =>
  list?.querySelector(`[data-entry="${CSS.escape(id)}"] > .menu-grip`) ?? null;
