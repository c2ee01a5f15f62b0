/**
 * `npm run test:planted [-- --area=access] [-- parts of names]`: plants each bug of `bugs.mjs` into a copy of the project
 * and runs the tests that must see it. 1 when one stays unseen. What was found is kept in `result.md`; bugs that were not
 * planted keep the line that they have there. With `--left` it leaves out those that were seen before, with `--places` it
 * only looks whether every bug finds its place.
 */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVitest } from 'vitest/node';
import { areas, placesOf } from './bugs.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const result = join(root, 'tests/planted/result.md');
const words = process.argv.slice(2);
const area = words.find((word) => word.startsWith('--area='))?.slice('--area='.length);
const wanted = words.filter((word) => !word.startsWith('--'));
if (area !== undefined && !Object.hasOwn(areas, area)) throw new Error(`no area ${area}`);
const bugs = Object.entries(areas)
  .filter(([name]) => area === undefined || name === area)
  .flatMap(([, all]) => all)
  .filter(
    ({ name }) =>
      (wanted.length === 0 || wanted.some((part) => name.includes(part))) &&
      !(words.includes('--left') && isSeen(name)),
  );

process.exitCode = (words.includes('--places') ? lost() : await unseen()) > 0 ? 1 : 0;

/** Tells of the bugs without a place; answers how many they are. */
function lost() {
  const without = bugs.filter((bug) => !hasPlace(bug, root));
  for (const { name, file } of without) console.log(`NO PLACE ${name}: ${file}`);
  console.log(`${bugs.length - without.length} have their place, ${without.length} have none`);
  return without.length;
}

/**
 * Plants them one by one, in one run of the test runner that keeps its Postgres and what it has read; answers how many no
 * test has seen. A test that is red without any bug sees none.
 */
async function unseen() {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'lading-planted-')));
  for (const part of ['engine', 'server', 'schemas', 'locales', 'tests', 'package.json', 'tsconfig.json']) {
    cpSync(join(root, part), join(copy, part), { recursive: true, filter: (path) => basename(path) !== 'gallery' });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  process.chdir(copy);
  const options = { config: 'tests/vitest.config.ts', watch: false, isolate: true, reporters: [{}] };
  const runner = await createVitest('test', options);
  const before = new Map();
  let missed = 0;
  try {
    for (const bug of bugs) {
      if (!before.has(bug.by)) before.set(bug.by, await redOf(runner, { by: bug.by, only: onlyOf(bug.by) }));
      const seen = await plant(runner, bug, copy, before.get(bug.by));
      if (!seen) missed += 1;
      keep(bug.name, seen ?? 'NOT CAUGHT');
      console.log(`${seen ? 'caught ' : 'UNSEEN '} ${bug.name}${seen ? `: ${seen}` : ''}`);
    }
  } finally {
    await runner.close();
    rmSync(copy, { recursive: true, force: true });
  }
  for (const [of, names] of before) for (const name of names) console.log(`RED WITHOUT A BUG ${of}: ${name}`);
  console.log(`${bugs.length - missed} caught, ${missed} unseen`);
  return missed;
}

function hasPlace(bug, folder) {
  const path = join(folder, bug.file);
  return existsSync(path) && placesOf(bug, readFileSync(path, 'utf8')) === 1;
}

/** The first test that turned red by the bug; null when none did, or when the bug finds no place. */
async function plant(runner, bug, copy, before) {
  if (!hasPlace(bug, copy)) return null;
  const path = join(copy, bug.file);
  const text = readFileSync(path, 'utf8');
  const put = (content) => {
    writeFileSync(path, content);
    runner.invalidateFile(path);
  };
  put(text.replace(bug.find, () => bug.put));
  const red = await redOf(runner, bug);
  put(text);
  return red.find((name) => !before.includes(name)) ?? null;
}

/** What any of the bugs needs of a file of tests; empty for all of it. */
function onlyOf(file) {
  const parts = bugs.filter(({ by }) => by === file).map(({ only }) => only);
  return parts.includes('') ? '' : [...new Set(parts)].join('|');
}

/** The names of the tests of a bug that are red now. */
async function redOf(runner, { by, only }) {
  if (only) runner.setGlobalTestNamePattern(only);
  else runner.resetGlobalTestNamePattern();
  const files = await runner.globTestSpecifications([by]);
  const { testModules } = await runner.runTestSpecifications(files);
  // What other files said in the runs before is kept beside it.
  const now = testModules.filter(({ moduleId }) => files.some((file) => file.moduleId === moduleId));
  return now.flatMap((each) =>
    [...each.children.allTests('failed')].map(({ fullName }) => fullName.replaceAll(' > ', ' ')),
  );
}

/** Writes one line, in the order of the list; lines of bugs that are no more go. */
function keep(name, seen) {
  const rows = rowsKept();
  rows.set(name, seen);
  const told = Object.entries(areas).map(([title, all]) => {
    const lines = all.filter((bug) => rows.has(bug.name)).map((bug) => `| ${bug.name} | ${rows.get(bug.name)} |\n`);
    return lines.length === 0 ? '' : `\n## ${title}\n\n| bug | seen by |\n| --- | --- |\n${lines.join('')}`;
  });
  const head =
    '# Planted bugs\n\nWritten by `npm run test:planted`: what was planted, and the first test that saw it when it was last planted.\n';
  writeFileSync(result, head + told.join(''));
}

/** What was found before, by the names of the bugs. */
function rowsKept() {
  const kept = existsSync(result) ? readFileSync(result, 'utf8') : '';
  return new Map([...kept.matchAll(/^\| (.+?) \| (.+) \|$/gm)].map(([, bug, by]) => [bug, by]));
}

function isSeen(name) {
  return (rowsKept().get(name) ?? 'NOT CAUGHT') !== 'NOT CAUGHT';
}
