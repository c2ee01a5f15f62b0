import type { LoginUser } from '../../kit/data/session-client.ts';
import { removeStored, storeLocally, readStored } from '../../kit/ui/local-storage.ts';
import { menuPages, menuTree } from './menu/menu.ts';

const key = 'HOME_PAGE';
/** The default home page. */
export const usualHome = '/welcome';

interface Chosen {
  user: string;
  path: string;
}

/** The page on which this person begins: the one chosen in this browser, as long as their menu still has it. */
export function homePathOf(user: Pick<LoginUser, 'id' | 'menus'>): string {
  const chosen = readStored<Chosen>(key);
  if (chosen?.user !== user.id) return usualHome;
  return homePages(user).some(({ path }) => path === chosen.path) ? chosen.path : usualHome;
}

export function chooseHome(user: Pick<LoginUser, 'id'>, path: string): void {
  if (path === usualHome) removeStored(key);
  else storeLocally(key, { user: user.id, path } satisfies Chosen);
}

/** The pages to choose from: every page of the person's menu in this application. */
export const homePages = (user: Pick<LoginUser, 'menus'>): { path: string; title: string }[] =>
  menuPages(menuTree(user.menus)).flatMap(({ path, title, target }) => (path && !target ? [{ path, title }] : []));

/** Whether this browser has another home page stored for a person. */
export const hasHome = (): boolean => readStored<Chosen>(key) !== null;
