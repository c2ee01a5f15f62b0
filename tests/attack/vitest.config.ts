import { existsSync } from 'node:fs';
import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../vitest.config.ts';

const deadTokens = 'tests/server/dead-tokens.test.ts';

/** `npm run test:attack`: what an outsider or one tenant may do to the others, measured. One at a time: figures of two would be of neither. */
const attack = mergeConfig(base, defineConfig({ test: { maxWorkers: 1, testTimeout: 180_000, hookTimeout: 300_000 } }));
attack.test = {
  ...attack.test,
  include: ['tests/attack/*.attack.ts', ...(existsSync(deadTokens) ? [deadTokens] : [])],
};
export default attack;
