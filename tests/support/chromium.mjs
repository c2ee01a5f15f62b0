/** Finds the Chromium that browser tests use, and fetches one where there is none. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

/** Chromium without its windows, as Debian has it: a page in it costs half of what it costs in the whole one. */
const shell = '/usr/bin/chromium-headless-shell';

/** The path of a Chromium: `CHROMIUM`, the system's own, or the one that Playwright keeps; null when there is none. */
export function findChromium() {
  const system = [shell, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  const own = [process.env.CHROMIUM, ...system, chromium.executablePath()];
  return own.find((path) => path && existsSync(path)) ?? null;
}

/** Makes sure that there is one: Debian's packages as root, else Playwright's own download. True when there is. */
export function ensureChromium() {
  if (process.env.CHROMIUM ? findChromium() : existsSync(shell)) return true;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Fetching a Chromium without windows ...');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const packages = 'chromium-headless-shell fonts-noto-cjk';
    const command = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${packages}`;
    spawnSync('sh', ['-c', command], { stdio: ['ignore', 'ignore', 'inherit'], env });
  }
  if (!findChromium()) spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' });
  return findChromium() !== null;
}
