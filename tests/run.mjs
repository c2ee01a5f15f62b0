/**
 * `npm test`: the whole check, stopping at the first stage that fails. The last line is always `N passed, M failed`; a
 * stage that fails before the tests ran counts as one failure.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
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

const stages = {
  format: tool(`${scripts.format} --check`),
  lint: tool(scripts.lint),
  types: tool(scripts.types),
  generated: async () => (await script('print-schemas', '--check')()) && script('generate', '--check')(),
  build: node('server/scripts/build.mjs', 'server', 'web', 'nodes'),
  browser: ensureChromium,
  tests: tool(`${scripts.vitest} --reporter=default --reporter=json --outputFile.json=${resultFile}`),
};

const red = !(await inOrder());
const { passed, failed } = countTests(red);
process.exitCode = red ? 1 : 0;
console.log(`${passed} passed, ${failed} failed`);

/** One stage after the other; whether all of them passed. */
async function inOrder() {
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
