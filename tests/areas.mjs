/**
 * `npm test -- <area>`: the tests of one part in under a minute. An area is a word that stands in the paths of its files,
 * or one of these, which stands for several.
 */
import { readdirSync } from 'node:fs';

export const areas = {
  access: ['access-', 'roles', 'rights', 'walls', 'paired-grants', 'tenants'],
  designer: ['designer', 'revise/', 'server/schema/'],
  forms: ['react-forms/', 'designer/option-form', 'form-', 'journeys/edit'],
  lists: ['list-', 'journeys/list', 'saved-views', 'search'],
  money: ['domain/ledger/', 'domain/payments/', 'server/money/', 'recharge'],
  orders: ['order.test', 'address', 'bulk', 'import', 'export'],
  schemas: [
    'engine/meta/',
    'engine/compile/',
    'contracts/locales',
    'contracts/samples',
    'contracts/rule-tests',
    'shapes',
  ],
  sessions: ['session', 'sign-in', 'account', 'guessing', 'captcha', 'rights-epoch'],
};

/** What fits into a minute beside the start of a run, with two workers. */
const budget = 70;
/** What a file takes that nobody has noted as slow. */
const usual = 0.5;

/**
 * The files of the areas, and those of them that would take too long together: the slowest stay away. A word that is the
 * name of a file is that file, however long it takes.
 */
export function filesOf(words, root, seconds) {
  const all = readdirSync(`${root}tests`, { recursive: true })
    .map((path) => `tests/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.test\.tsx?$/.test(path));
  const named = all.filter((path) => words.some((word) => path.endsWith(word)));
  const matching = (word) => {
    const parts = areas[word] ?? [word];
    return all.filter(
      (path) => !named.includes(path) && parts.some((part) => path.slice('tests/'.length).includes(part)),
    );
  };
  const found = [...new Set(words.flatMap(matching))];
  const taken = [];
  let left = budget;
  for (const path of found.toSorted((a, b) => (seconds[a] ?? usual) - (seconds[b] ?? usual))) {
    left -= seconds[path] ?? usual;
    if (left >= 0) taken.push(path);
  }
  return { files: [...named, ...taken], leftOut: found.filter((path) => !taken.includes(path)) };
}
