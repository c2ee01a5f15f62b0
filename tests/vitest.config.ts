import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { fileSeconds } from './support/file-times.ts';

const root = new URL('..', import.meta.url).pathname;

/**
 * The longest way begins first, or one worker would walk it alone while the other has nothing left to do. What needs a
 * document comes last and together: a worker is of one kind.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      if (readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment')) return 1;
      const file = relative(root, moduleId);
      // A browser takes its time, also in a file that nobody has timed yet.
      return -(fileSeconds[file] ?? (file.startsWith('tests/journeys/') ? 15 : 0));
    };
    const places = new Map(files.map((file) => [file, place(file)]));
    return (await super.sort(files)).sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  }
}

/** Node by default; a file that needs a document says so with `// @vitest-environment happy-dom`. */
export default defineConfig({
  test: {
    root,
    include: ['tests/**/*.test.{ts,tsx}'],
    environment: 'node',
    // Its modules import folders, which Node's own loader refuses.
    server: { deps: { inline: [/@formily\/antd-v5/] } },
    globalSetup: ['tests/support/postgres-setup.ts'],
    reporters: ['default', './tests/support/file-times.ts', './tests/support/no-news.ts'],
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    // A worker keeps what it has imported from file to file: the product is read twice in a run, not once per file.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 120_000,
    teardownTimeout: 20_000,
    expect: { requireAssertions: true },
  },
});
