import type { EntityMeta, GrantMeta } from '../meta/entity.ts';
import { scopeWords } from '../meta/entity.ts';

/** One thing that a role may or may not do, as a code with what fills its words. */
export interface AccessLine {
  readonly code: 'everything' | 'nothing' | 'may' | 'hides' | 'readsOnly';
  /** `may`: the codes, in the entity's order; `*` is every one. */
  readonly codes?: readonly string[];
  /** A scope word, or CEL where `rule` is true. */
  readonly rows?: string;
  readonly rule?: boolean;
  readonly fields?: readonly string[];
}

export interface AccessSummary {
  readonly role: string;
  readonly lines: readonly AccessLine[];
}

/** What each role of a declaration may do. Administrators that it does not name may do everything. */
export function accessSummary(meta: EntityMeta): AccessSummary[] {
  const named = Object.entries(meta.access).map(([role, grants]) => ({ role, lines: linesOf([grants].flat()) }));
  return 'admin' in meta.access ? named : [{ role: 'admin', lines: [{ code: 'everything' }] }, ...named];
}

function linesOf(grants: readonly GrantMeta[]): AccessLine[] {
  const lines = grants.flatMap(({ codes, rows = 'all', hide = [], readOnly = [] }): AccessLine[] => {
    if (codes.length === 0) return [];
    const rule = !(scopeWords as readonly string[]).includes(rows);
    const open = codes.includes('*') && rows === 'all';
    return [
      open ? { code: 'everything' } : { code: 'may', codes, rows, rule },
      ...(hide.length > 0 ? [{ code: 'hides' as const, fields: hide }] : []),
      ...(readOnly.length > 0 ? [{ code: 'readsOnly' as const, fields: readOnly }] : []),
    ];
  });
  return lines.length > 0 ? lines : [{ code: 'nothing' }];
}
