import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestModule } from 'vitest/node';

const root = fileURLToPath(new URL('../..', import.meta.url));
const kept = new URL('./file-seconds.json', import.meta.url);

/** How many seconds the slower files took when they were last noted, by their path: what the order of a run goes by. */
export const fileSeconds = JSON.parse(readFileSync(kept, 'utf8')) as Readonly<Record<string, number>>;

/** Says at the end of a run which ten files took longest; with `KEEP_TIMES=1` the order of later runs goes by it. */
export default class FileTimes implements Reporter {
  readonly #seconds = new Map<string, number>();

  onTestModuleEnd(module: TestModule): void {
    const { duration, collectDuration } = module.diagnostic();
    this.#seconds.set(relative(root, module.moduleId), (duration + collectDuration) / 1000);
  }

  onTestRunEnd(): void {
    const slowest = [...this.#seconds].toSorted(([, a], [, b]) => b - a);
    console.log('\nThe slowest files:');
    for (const [file, seconds] of slowest.slice(0, 10)) console.log(`${seconds.toFixed(1).padStart(8)} s  ${file}`);
    if (process.env['KEEP_TIMES'] !== '1') return;
    const noted = slowest.filter(([, seconds]) => seconds >= 3).map(([file, seconds]) => [file, Math.round(seconds)]);
    writeFileSync(kept, `${JSON.stringify(Object.fromEntries(noted), null, 2)}\n`);
  }
}
