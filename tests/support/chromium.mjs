/** Finds the Chromium that browser tests use, and fetches one where there is none. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

/** The path of a Chromium: `CHROMIUM`, the system's own, or the one that Playwright keeps; null when there is none. */
export function findChromium() {
  const system = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  const own = [process.env.CHROMIUM, ...system, chromium.executablePath()];
  return own.find((path) => path && existsSync(path)) ?? null;
}

/** Makes sure that there is one: Debian's package as root, else Playwright's own download. True when there is. */
export function ensureChromium() {
  if (findChromium()) return true;
  console.log('There is no Chromium yet; fetching one ...');
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const packages = 'chromium fonts-noto-cjk';
    const command = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${packages}`;
    spawnSync('sh', ['-c', command], { stdio: ['ignore', 'ignore', 'inherit'], env });
  }
  if (!findChromium()) spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' });
  return findChromium() !== null;
}
