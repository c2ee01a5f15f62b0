import { readFileSync } from 'node:fs';
import { translate, type Issue } from '../../../engine/core/index.ts';

/** Issues for the person at the keyboard: one a line, the place first. */
export function printIssues(issues: Issue[]): void {
  const words = JSON.parse(readFileSync('locales/en-US/errors.json', 'utf8')) as Record<string, string>;
  for (const { path, code, params } of issues) {
    console.error(`${path}  ${translate(words, code, params)} (${code})`);
  }
}
