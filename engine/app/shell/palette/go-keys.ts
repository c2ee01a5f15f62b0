import { menuPages, type MenuItem } from '../menu/menu.ts';
import { homePath } from '../tabs/tabs.ts';

export interface GoKey {
  letter: string;
  title: string;
  path: string;
}

/**
 * The letters after `g`: `h` is home; each page takes the first letter of its address that is still free, lists of records
 * (`/Order`) before other pages (`/operations`). Pure.
 */
export function goKeys(tree: readonly MenuItem[], home: string): GoKey[] {
  const taken = new Map<string, GoKey>([['h', { letter: 'h', title: home, path: homePath }]]);
  const pages = menuPages(tree);
  const isList = ({ path }: MenuItem) => /^\/(sys)?[A-Z]/.test(path ?? '');
  for (const { path, title, target } of [...pages.filter(isList), ...pages.filter((page) => !isList(page))]) {
    if (!path || target) continue;
    const letter = [...path.toLowerCase().replace(/^\/(sys|member)?/, '')].find(
      (each) => /[a-z]/.test(each) && !taken.has(each),
    );
    if (letter) taken.set(letter, { letter, title, path });
  }
  return [...taken.values()];
}
