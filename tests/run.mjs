/**
 * `npm test`: the whole check, stopping where a stage fails. `npm test -- <area> ...`: the tests of areas alone, without
 * what is static. The last line is always `N passed, M failed`; a stage that fails before the tests ran counts as one
 * failure.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { areas, filesOf } from './areas.mjs';
import { ensureChromium } from './support/chromium.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const scripts = JSON.parse(readFileSync(`${root}package.json`, 'utf8')).scripts;
const resultFile = 'node_modules/.cache/lading/test-results.json';
const tool = (command) => () => run('sh', ['-c', `PATH="node_modules/.bin:$PATH" ${command}`]);
const node =
  (...args) =>
  () =>
    run(process.execPath, args);
const script = (...args) => node('server/scripts/run.mjs', ...args);

process.chdir(root);
mkdirSync('node_modules/.cache/lading', { recursive: true });
rmSync(resultFile, { force: true });

const words = process.argv.slice(2);
const area = words.length > 0 ? choose(words) : null;
const vitest = (files) =>
  tool(`${scripts.vitest} --reporter=default --reporter=./tests/support/file-times.ts \
    --reporter=./tests/support/no-news.ts --reporter=json --outputFile.json=${resultFile} ${files.join(' ')}`);

/** Lanes side by side, each a list of stages in their order; the next step begins when all of them are through. */
const whole = [
  [
    {
      format: tool(`${scripts.format} --check`),
      lint: tool(scripts.lint),
      types: tool(scripts.types),
    },
    {
      build: node('server/scripts/build.mjs', 'server', 'web', 'nodes'),
      generated: async () => (await script('print-schemas', '--check')()) && script('generate', '--check')(),
      browser: ensureChromium,
    },
  ],
  [{ tests: vitest([]) }],
];
const ofArea = (files) => [
  ...(files.some((file) => file.startsWith('tests/journeys/'))
    ? [[{ build: node('server/scripts/build.mjs', 'web'), browser: ensureChromium }]]
    : []),
  [{ tests: vitest(files) }],
];

const red = area?.length === 0 || !(await inOrder(area ? ofArea(area) : whole));
const { passed, failed } = countTests(red);
process.exitCode = red ? 1 : 0;
console.log(`${passed} passed, ${failed} failed`);

/** The files that the words mean; says which of them take too long for a quick look. */
function choose(words) {
  const seconds = JSON.parse(readFileSync('tests/support/file-seconds.json', 'utf8'));
  const { files, leftOut } = filesOf(words, root, seconds);
  for (const path of leftOut) console.log(`left out, ${seconds[path] ?? 1} s by itself: npm test -- ${path}`);
  if (files.length === 0) console.log(`no tests of ${words.join(', ')}; areas: ${Object.keys(areas).join(', ')}`);
  return files;
}

/** One step after the other; whether all stages passed. */
async function inOrder(steps) {
  for (const lanes of steps) {
    const passed = await Promise.all(lanes.map(inTurn));
    if (passed.includes(false)) return false;
  }
  return true;
}

/** One stage of a lane after the other. */
async function inTurn(stages) {
  for (const [name, stage] of Object.entries(stages)) {
    const started = Date.now();
    const passed = await stage();
    console.log(`${passed ? 'ok' : 'RED'}  ${name}  ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
    if (!passed) return false;
  }
  return true;
}

/** Whether the command succeeds. */
function run(command, args) {
  const child = spawn(command, args, { stdio: 'inherit' });
  return new Promise((done) => {
    child.once('error', () => done(false));
    child.once('close', (status) => done(status === 0));
  });
}

/** What the test run noted. Files that could not even be loaded have no tests; each of them is a failure. */
function countTests(red) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(resultFile, 'utf8'));
    const broken = testResults.filter((file) => file.status === 'failed' && !file.assertionResults.some(isFailure));
    const failed = numFailedTests + broken.length;
    return { passed: numPassedTests, failed: red ? Math.max(failed, 1) : failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function isFailure(result) {
  return result.status === 'failed';
}
