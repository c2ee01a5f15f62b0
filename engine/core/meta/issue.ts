/**
 * A finding as data. `code` is worded by `locales/<culture>/errors.json` (or `<entity>.rules.<code>` when `entity` is
 * set), `path` points at the culprit (`amount`, `boxes[2].weight`, `fields.weight.scale`), `params` fill the words.
 */
export interface Issue {
  code: string;
  path: string;
  params?: Record<string, unknown>;
  /** Set when the words live with the entity's own rules. */
  entity?: string;
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; issues: Issue[] };

export const issue = (code: string, path: string, params?: Record<string, unknown>): Issue =>
  params ? { code, path, params } : { code, path };
