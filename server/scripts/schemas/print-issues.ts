import { readFileSync } from 'node:fs';
import { translate, type Issue } from '../../../engine/core/index.ts';

/** Prints issues for the terminal: one per line, path first. */
export function printIssues(issues: Issue[]): void {
  const words = JSON.parse(readFileSync('locales/en-US/errors.json', 'utf8')) as Record<string, string>;
  for (const { path, code, params } of issues) {
    console.error(`${path}  ${translate(words, code, params)} (${code})`);
  }
}
