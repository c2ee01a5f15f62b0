import { defineConfig } from 'vitest/config';

/** Node by default; a file that needs a document says so with `// @vitest-environment happy-dom`. */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['tests/**/*.test.{ts,tsx}'],
    environment: 'node',
    globalSetup: ['tests/support/postgres-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 120_000,
    teardownTimeout: 20_000,
    expect: { requireAssertions: true },
  },
});
