import { menuPages, type MenuItem } from '../menu/menu.ts';
import { homePath } from '../tabs/tabs.ts';

export interface GoKey {
  letter: string;
  title: string;
  path: string;
}

/**
 * The letters after `g`: `h` is home. Each page takes the initial of its address, and one whose initial is taken the first
 * letter that is still free; lists of records (`/Order`) come before other pages (`/operations`). Pure.
 */
export function goKeys(tree: readonly MenuItem[], home: string): GoKey[] {
  const taken = new Map<string, GoKey>([['h', { letter: 'h', title: home, path: homePath }]]);
  const pages = menuPages(tree);
  const isList = ({ path }: MenuItem) => /^\/(sys)?[A-Z]/.test(path ?? '');
  const open = [...pages.filter(isList), ...pages.filter((page) => !isList(page))].flatMap(({ path, title, target }) =>
    path && !target ? [{ path, title, letters: lettersOf(path) }] : [],
  );
  const take = (page: (typeof open)[number], letters: string) => {
    const letter = [...letters].find((each) => !taken.has(each));
    if (letter) taken.set(letter, { letter, title: page.title, path: page.path });
    return letter !== undefined;
  };
  const others = open.filter((page) => !take(page, page.letters.slice(0, 1)));
  for (const page of others) take(page, page.letters);
  return [...taken.values()];
}

const lettersOf = (path: string): string =>
  path
    .toLowerCase()
    .replace(/^\/(sys|member)?/, '')
    .replaceAll(/[^a-z]/g, '');
