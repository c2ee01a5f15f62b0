import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { projectRoot } from '../support/entity-files.ts';

/* The files that are excused from the laws of size: fewer with time, never more. */

interface Override {
  readonly files: readonly string[];
  readonly rules: Readonly<Record<string, unknown>>;
}
const { overrides } = JSON.parse(readFileSync(`${projectRoot}tests/.oxlintrc.json`, 'utf8')) as {
  overrides: Override[];
};
const excused = (rule: string): string[] =>
  overrides
    .filter(({ rules }) => rules[rule] === 'off')
    .flatMap(({ files }) => files)
    .filter((path) => path.startsWith('**/'))
    .map((path) => path.slice('**/'.length));

it.each([
  ['max-lines-per-function', 8],
  ['max-params', 0],
])('has no more files that are excused from %s than %d, each of them there', (rule, most) => {
  const files = excused(rule);
  expect(files.length).toBeLessThanOrEqual(most);
  expect(files.filter((path) => path.includes('*') || !existsSync(projectRoot + path))).toEqual([]);
});
