import type { useViewer } from '../../kit/index.ts';

type Menus = ReturnType<typeof useViewer>['menus'];

/** A page that help can be asked for, by the one step of its address. */
export interface HelpedPage {
  readonly path: string;
  readonly title: string;
  /** The list of the records that the page works with; null where that is the page itself, or not in the menus. */
  readonly list: { readonly path: string; readonly title: string } | null;
}

/** Lists of records have capitals in their addresses; pages of modules and boards have none. */
export const isList = (path: string): boolean => /^(?=.*[A-Z])[A-Za-z]\w{0,59}$/.test(path);

/** The pages of the menus, each once. */
export function helpPages(menus: Menus): readonly HelpedPage[] {
  const found = new Map<string, HelpedPage>();
  const lists = new Map<string, { path: string; title: string }>();
  const pages = menus.flatMap(({ path, entity, meta, component }) => {
    const [, step] = /^\/([A-Za-z][\w-]*)$/.exec(path ?? '') ?? [];
    return step && entity && component && !meta.target ? [{ path: step, entity, title: meta.title }] : [];
  });
  for (const { entity, path, title } of pages)
    if (isList(path) && !lists.has(entity)) lists.set(entity, { path, title });
  for (const { entity, path, title } of pages) {
    const list = isList(path) ? null : (lists.get(entity) ?? null);
    if (!found.has(path)) found.set(path, { path, title, list });
  }
  return [...found.values()].toSorted((one, other) => one.title.localeCompare(other.title));
}
