import { issue, type Outcome } from '../../meta/issue.ts';

export const accept = <T>(value: T): Outcome<T> => ({ ok: true, value });

/** One refusal at the value itself; the caller puts the field's name before the empty path. */
export const refuse = (code: string, params?: Record<string, unknown>, path = ''): Outcome<never> => ({
  ok: false,
  issues: [issue(code, path, params)],
});
