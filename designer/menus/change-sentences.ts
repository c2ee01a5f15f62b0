import type { TFunction } from 'i18next';
import type { RecordChange, RecordFields } from '../../engine/core/index.ts';
import type { MenuRow } from './menu-rows.ts';
import { hiddenReasons, type MenuCatalog, type RoleLook } from './visible-to-role.ts';

type T = TFunction<'designer'>;

/** What entries are called, and where they are, before and after the changes. */
export interface ChangeNames {
  title(id: string): string;
  /** The entry that holds another one; null at the top. */
  parent(id: string): string | null;
}

/** What changes of the menu mean, one sentence each; a new order is told once per group. */
export function changeSentences(t: T, changes: readonly RecordChange[], names: ChangeNames): string[] {
  const group = (id: unknown) => (id === null || id === undefined ? t('menus.top') : names.title(String(id)));
  const sentences = changes.flatMap(({ id, before, after }): string[] => {
    const name = names.title(id);
    if (!before) return [t('menus.change.added', { name, group: group(after?.['parent']) })];
    if (!after) return [t('menus.change.removed', { name })];
    return Object.keys(after).flatMap((field) => sentence(field, before, after));

    function sentence(field: string, was: RecordFields, now: RecordFields): string[] {
      if (field === 'parent')
        return [t('menus.change.moved', { name, from: group(was['parent']), to: group(now['parent']) })];
      if (field === 'sort') return 'parent' in now ? [] : [t('menus.change.order', { group: group(names.parent(id)) })];
      if (field === 'name') return [t('menus.change.renamed', { before: was['name'], after: now['name'] })];
      if (field === 'visible')
        return [t(now['visible'] === 'N' ? 'menus.change.hidden' : 'menus.change.shown', { name })];
      return [t('menus.change.other', { name })];
    }
  });
  return [...new Set(sentences)];
}

/** The pages that a role sees in one menu and not in another. */
export function newlySeen(
  from: MenuCatalog & { readonly rows: readonly MenuRow[] },
  to: MenuCatalog & { readonly rows: readonly MenuRow[] },
  look: RoleLook,
): string[] {
  const pages = (menu: typeof from) => {
    const hidden = hiddenReasons(menu.rows, menu, look);
    return menu.rows.filter(({ id, type }) => type !== '0' && !hidden.has(id)).map(({ id }) => id);
  };
  const before = new Set(pages(from));
  return pages(to).filter((id) => !before.has(id));
}
