import { issue, type Issue } from '../meta/issue.ts';

/** A thing that compiles and is probably not meant. A problem should be put right, a hint may well be so on purpose. */
export interface Finding extends Issue {
  readonly severity: 'problem' | 'hint';
}

export const problem = (code: string, path: string, params?: Record<string, unknown>): Finding => ({
  ...issue(code, path, params),
  severity: 'problem',
});
export const hint = (code: string, path: string, params?: Record<string, unknown>): Finding => ({
  ...issue(code, path, params),
  severity: 'hint',
});
