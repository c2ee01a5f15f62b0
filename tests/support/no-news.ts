import { spawnSync } from 'node:child_process';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestModule } from 'vitest/node';
import { night } from './night.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const minutes = night ? 60 : 10;

/**
 * Ends a run in which no file has ended for ten minutes (an hour by night), and names the files that are running. The
 * time limits of vitest cannot stop a test that keeps its thread busy, and a run without an end does not say why.
 */
export default class NoNews implements Reporter {
  readonly #running = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  onTestModuleQueued(module: TestModule): void {
    this.#running.add(nameOf(module));
    this.#wait();
  }

  onTestModuleEnd(module: TestModule): void {
    this.#running.delete(nameOf(module));
    this.#wait();
  }

  /** Closing counts, too: a worker that does not end would keep the run. */
  onTestRunEnd(): void {
    this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const files = [...this.#running].join(', ') || 'none: the run does not close';
      console.error(`\nNo news for ${minutes} minutes. Running: ${files}`);
      // A worker that is busy does not notice that its parent is gone.
      spawnSync('pkill', ['-KILL', '-P', String(process.pid)]);
      process.exit(1);
    }, minutes * 60_000).unref();
  }
}

function nameOf(module: TestModule): string {
  return relative(root, module.moduleId);
}
