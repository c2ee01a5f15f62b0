/**
 * `npm run test:planted [-- part of a name]`: plants each bug of `bugs.mjs` into a copy of the project and runs the tests
 * that must see it. 1 when one stays unseen. Without a name, what was found is kept in `result.md`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bugs } from './bugs.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const wanted = process.argv[2] ?? '';
const copy = mkdtempSync(join(tmpdir(), 'lading-planted-'));
for (const part of ['engine', 'server', 'schemas', 'locales', 'tests', 'package.json', 'tsconfig.json']) {
  cpSync(join(root, part), join(copy, part), { recursive: true, filter: (path) => basename(path) !== 'gallery' });
}
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

const lines = [];
let unseen = 0;
try {
  for (const bug of bugs.filter(({ name }) => name.includes(wanted))) {
    const seen = plant(bug);
    if (!seen) unseen += 1;
    lines.push(`| ${bug.name} | ${seen ?? 'NOT CAUGHT'} |`);
    console.log(`${seen ? 'caught ' : 'UNSEEN '} ${bug.name}${seen ? `: ${seen}` : ''}`);
    if (!wanted) keep(lines);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`${lines.length - unseen} caught, ${unseen} unseen`);
process.exitCode = unseen > 0 ? 1 : 0;

/** The first test that turned red; null when none did, or when the bug finds no place. */
function plant({ file, find, put, by }) {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(find).length !== 2) return null;
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  writeFileSync(
    path,
    text.replace(find, () => put),
  );
  const args = [
    'run',
    '--config',
    'tests/vitest.config.ts',
    '--bail',
    '1',
    '--reporter=json',
    `--outputFile.json=${report}`,
    by,
  ];
  spawnSync(join(root, 'node_modules/.bin/vitest'), args, { cwd: copy, stdio: 'ignore' });
  writeFileSync(path, text);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const red = testResults.flatMap((each) => each.assertionResults).find(({ status }) => status === 'failed');
  return red?.fullName ?? null;
}

function keep(rows) {
  const head = `# Planted bugs\n\nWritten by \`npm run test:planted\`: what was planted, and the first test that saw it.\n\n| bug | seen by |\n| --- | --- |\n`;
  writeFileSync(join(root, 'tests/planted/result.md'), `${head}${rows.join('\n')}\n`);
}
