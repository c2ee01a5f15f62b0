import { issue, type Outcome } from '../meta/issue.ts';
import type { SchemaDocument } from './document.ts';
import { valueAt, type Edit, type DocumentPath } from './edit.ts';

export const fail = (code: string, path: string, params?: Record<string, unknown>): Outcome<never> => ({
  ok: false,
  issues: [issue(code, path, params)],
});
export const good = (...edits: Edit[]): Outcome<Edit[]> => ({ ok: true, value: edits });

/** `a.b[2].c` as steps, under `meta`; null where it is no place. */
export function documentPathOf(at: unknown): DocumentPath | null {
  if (typeof at !== 'string' || !/^[a-zA-Z][\w-]*(\.[\w-]+|\[\d{1,4}\])*$/.test(at)) return null;
  const steps = at.match(/[\w-]+|\[\d+\]/g) ?? [];
  if (steps.some((step) => step === '__proto__' || step === 'constructor')) return null;
  return ['meta', ...steps.map((step) => (step.startsWith('[') ? Number(step.slice(1, -1)) : step))];
}

/** A field of the entity, or of one of its sub-tables. */
export interface FieldPlace {
  readonly name: string;
  readonly lines: string | null;
}

export function fieldAt(path: DocumentPath): FieldPlace | null {
  const [, head, name, inner, line] = path.map(String);
  if (head !== 'fields' || name === undefined) return null;
  if (path.length === 3) return { name, lines: null };
  return path.length === 5 && inner === 'fields' && line !== undefined ? { name: line, lines: name } : null;
}

/** Where each culture has words under a key. */
export const textsOf = (document: SchemaDocument, head: string, name: string): DocumentPath[] =>
  Object.keys(document.texts).flatMap((culture) => {
    const path = ['texts', culture, ...head.split('.'), name];
    return valueAt(document, path) === undefined ? [] : [path];
  });
