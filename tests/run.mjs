/**
 * `npm test`: the whole check, stopping at the first stage that fails. The types are looked at while the other stages
 * before the tests take their turn: each of both ways keeps one processor busy. The last line is always
 * `N passed, M failed`; a stage that fails before the tests ran counts as one failure.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureChromium } from './support/chromium.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const scripts = JSON.parse(readFileSync(`${root}package.json`, 'utf8')).scripts;
const resultFile = 'node_modules/.cache/lading/test-results.json';
const tool = (command) => (said) => run('sh', ['-c', `PATH="node_modules/.bin:$PATH" ${command}`], said);
const node =
  (...args) =>
  (said) =>
    run(process.execPath, args, said);
const script = (...args) => node('server/scripts/run.mjs', ...args);

process.chdir(root);
mkdirSync('node_modules/.cache/lading', { recursive: true });
rmSync(resultFile, { force: true });

const beside = { types: tool(scripts.types) };
const before = {
  format: tool(scripts.format.replace('--write', '--check')),
  lint: tool(scripts.lint),
  generated: async (said) => (await script('print-schemas', '--check')(said)) && script('generate', '--check')(said),
  build: node('server/scripts/build.mjs', 'server', 'web', 'nodes'),
};
const then = {
  browser: ensureChromium,
  tests: tool(`${scripts.vitest} --reporter=default --reporter=json --outputFile.json=${resultFile}`),
};

const both = await Promise.all([inOrder(beside, true), inOrder(before, true)]);
const red = both.includes(false) || !(await inOrder(then, false));
const { passed, failed } = countTests(red);
process.exitCode = red ? 1 : 0;
console.log(`${passed} passed, ${failed} failed`);

/** One stage after the other; whether all of them passed. What is said by one of two ways at once is told at its end. */
async function inOrder(stages, aside) {
  for (const [name, stage] of Object.entries(stages)) {
    const started = Date.now();
    const said = [];
    const passed = await stage(aside ? said : null);
    process.stdout.write(Buffer.concat(said));
    console.log(`${passed ? 'ok' : 'RED'}  ${name}  ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
    if (!passed) return false;
  }
  return true;
}

/** Whether the command succeeds; what it says goes into `said`, or where we say things ourselves. */
function run(command, args, said) {
  const child = spawn(command, args, { stdio: said ? ['ignore', 'pipe', 'pipe'] : 'inherit' });
  for (const stream of said ? [child.stdout, child.stderr] : []) stream.on('data', (chunk) => said.push(chunk));
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
