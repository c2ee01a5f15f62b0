import { useMemo } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { RecordFields } from '../../engine/core/index.ts';
import { moveBy, moveTo, siblings, type PlaceChange } from '../../engine/kit/index.ts';
import { dropChanges, freeCode, placesIn, placeSteps, type Drop, type MenuRow } from './menu-rows.ts';
import type { Menu, MenuWork, Plan } from './use-menu.ts';
import { isDelivered } from './worded.ts';

export type MoveDirection = 'up' | 'down' | 'in' | 'out';

/** What a new entry is. */
export interface NewEntry {
  readonly name: string;
  /** What its code is made of. */
  readonly code: string;
  readonly fields: RecordFields;
}

export interface MenuSteps {
  direction(id: string, direction: MoveDirection): void;
  drop(id: string, drop: Drop): void;
  show(id: string, visible: boolean): void;
  rename(id: string, name: string): void;
  /** Adds one in the chosen group, or behind the chosen entry; answers its id. */
  add(entry: NewEntry, application: string, sibling: string | null): Promise<string | null>;
}

/** What people do to the menu: each a step of the draft that tells what it did. */
export function useMenuSteps(run: MenuWork['run']): MenuSteps {
  const { t } = useTranslation('designer');
  return useMemo(() => {
    const of = ({ rows }: Menu, id: string) => rows.find((row) => row.id === id);
    const move = (id: string, changesIn: (menu: Menu, row: MenuRow) => readonly PlaceChange[]) =>
      void run((menu) => {
        const row = of(menu, id);
        const changes = row ? placeSteps(menu.rows, changesIn(menu, row)) : [];
        return row && changes.length > 0
          ? { changes, announcement: t('menus.did.move', placeWords(t, menu, { row, changes })) }
          : null;
      });
    return {
      direction: (id, direction) =>
        move(id, ({ rows }, row) => {
          const places = placesIn(rows, row.application);
          const changes = moveBy(places, id, direction);
          const into = changes.find((change) => change.id === id)?.parent ?? null;
          // Only a group holds others: a page that did would no longer open.
          return into === null || rows.find((each) => each.id === into)?.type === '0' ? changes : [];
        }),
      drop: (id, drop) => move(id, ({ rows }, row) => dropChanges(placesIn(rows, row.application), id, drop)),
      show: (id, visible) =>
        void run((menu) => {
          const row = of(menu, id);
          if (!row || row.visible === visible) return null;
          const changes = [{ id, before: { visible: visible ? 'N' : 'Y' }, after: { visible: visible ? 'Y' : 'N' } }];
          return {
            changes,
            announcement: t(visible ? 'menus.did.show' : 'menus.did.hide', { name: menu.titles.get(id) }),
          };
        }),
      rename: (id, name) =>
        void run((menu) => {
          const row = of(menu, id);
          if (!row || row.name === name) return null;
          const changes = [{ id, before: { name: row.name }, after: { name } }];
          return { changes, announcement: t('menus.did.rename', { name: row.name, after: name }) };
        }),
      add: (entry, application, sibling) => run((menu) => addition(t, menu, { entry, application, sibling })),
    };
  }, [run, t]);
}

type Words = TFunction<'designer'>;

/** Where an entry stands after a change, as words. */
function placeWords(t: Words, menu: Menu, { row, changes }: { row: MenuRow; changes: Plan['changes'] }) {
  const rows = menu.rows.map((each) => {
    const after = changes.find(({ id }) => id === each.id)?.after;
    return after ? { ...each, ...after } : each;
  });
  const places = placesIn(rows, row.application);
  const parent = places.find(({ id }) => id === row.id)?.parent ?? null;
  const sibling = siblings(places, parent);
  const previous = sibling[sibling.findIndex(({ id }) => id === row.id) - 1];
  const name = menu.titles.get(row.id);
  const where = t(previous ? 'menus.place.after' : 'menus.place.first', {
    name: previous && menu.titles.get(previous.id),
  });
  const group = parent === null ? t('menus.top') : (menu.titles.get(parent) ?? '');
  return { name, where, group };
}

interface Addition {
  readonly entry: NewEntry;
  readonly application: string;
  /** The chosen group, or the entry that the new one follows. */
  readonly sibling: string | null;
}

function addition(t: Words, { rows }: Menu, { entry, application, sibling }: Addition) {
  const { name, code, fields } = entry;
  const places = placesIn(rows, application);
  const near = rows.find(({ id }) => id === sibling);
  const parent = near?.type === '0' ? near.id : (places.find(({ id }) => id === sibling)?.parent ?? null);
  const row = siblings(places, parent);
  const at = near && near.type !== '0' ? row.findIndex(({ id }) => id === near.id) + 1 : row.length;
  const changes = moveTo({
    places: [...places, { id: fresh, parent: away, sort: -1 }],
    id: fresh,
    parent,
    index: at,
  });
  const sort = changes.find(({ id }) => id === fresh)?.sort ?? 0;
  const taken = (code: string) =>
    isDelivered(code) || rows.some((each) => each.code.toLowerCase() === code.toLowerCase());
  const free = freeCode(code, taken);
  return {
    add: { router: `/${free}`, ...fields, name, application, parent, sort, code: free },
    changes: placeSteps(rows, changes),
    announcement: t('menus.did.add', { name }),
  };
}

/** What is not there yet, and stands nowhere: it gets its place like what is moved. */
const fresh = '+';
const away = '-';
