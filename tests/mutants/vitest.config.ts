import { defineConfig } from 'vitest/config';

/** The tests of the pure code, which need neither a database nor a document. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['tests/engine/{compile,expression,fields,meta,rules}/**/*.test.ts'],
    // Needs a Postgres.
    exclude: ['tests/engine/fields/storage.test.ts'],
    environment: 'node',
    testTimeout: 120_000,
    expect: { requireAssertions: true },
  },
});
