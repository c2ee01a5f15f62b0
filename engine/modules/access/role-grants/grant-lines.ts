import type { Grantable } from '../../../kit/index.ts';

/** One line as the record keeps it: codes and hidden fields are lists in one text each. */
export interface GrantLine {
  id?: string;
  entity: string;
  codes: string;
  rows: string;
  hide: string | null;
}

export const scopes = ['all', 'orgAndBelow', 'org', 'custom', 'self'] as const;

/** The lines of a record's value, whatever came along with them. */
export function linesOf(value: unknown): GrantLine[] {
  if (!Array.isArray(value)) return [];
  return (value as Partial<GrantLine>[]).map((line) => ({
    ...(line.id ? { id: line.id } : {}),
    entity: line.entity ?? '',
    codes: line.codes ?? '',
    rows: line.rows ?? 'all',
    hide: line.hide ?? null,
  }));
}

/** The codes that a line holds; a star is every one that can be handed on. */
export function codesIn(line: GrantLine, known: Grantable | undefined): string[] {
  if (line.codes.trim() === '*') return known?.codes.map(({ code }) => code) ?? ['*'];
  return named(line.codes);
}

/** The line with one code more or less. Whatever else is granted, the record must be seen, so reading comes along. */
export function withCode(
  line: GrantLine,
  known: Grantable | undefined,
  { code, on }: { code: string; on: boolean },
): GrantLine {
  const held = new Set(codesIn(line, known));
  if (on) {
    held.add(code);
    if (known?.codes.some((each) => each.code === 'read')) held.add('read');
  } else if (code === 'read') held.clear();
  else held.delete(code);
  const order = known?.codes.map((each) => each.code) ?? [];
  return { ...line, codes: [...held].sort((a, b) => order.indexOf(a) - order.indexOf(b)).join() };
}

export const hiddenIn = (line: GrantLine): string[] => named(line.hide ?? '');

export const withHidden = (line: GrantLine, names: readonly string[]): GrantLine => ({
  ...line,
  hide: names.length > 0 ? names.join() : null,
});

const named = (text: string): string[] => text.split(',').flatMap((word) => word.trim() || []);
