import type { Field } from '../../core/index.ts';
import { sameValue } from './form-values.ts';

/** One field that both sides changed, each to something else. */
export interface Clash {
  field: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

export interface Conflict {
  /** The current record with my changes that do not conflict: what is saved once each conflict is resolved. */
  merged: Record<string, unknown>;
  clashes: Clash[];
  /** Fields that only they changed; they are taken over. */
  taken: string[];
  version: number;
  by: string | null;
  at: string | null;
}

export interface ConflictSides {
  fields: readonly Field[];
  base: Record<string, unknown>;
  mine: Record<string, unknown>;
  theirs: Record<string, unknown>;
}

/**
 * Three records into one, field by field: what one side alone changed is taken from that side, what both changed to
 * the same is no question, the rest is left to the person. Until then the merged record shows mine.
 */
export function mergeRecords({
  fields,
  base,
  mine,
  theirs,
}: ConflictSides): Pick<Conflict, 'merged' | 'clashes' | 'taken'> {
  const merged: Record<string, unknown> = { ...theirs };
  const clashes: Clash[] = [];
  const taken: string[] = [];
  for (const { name } of fields) {
    const iChanged = !sameValue(base[name], mine[name]);
    const theyChanged = !sameValue(base[name], theirs[name]);
    if (theyChanged && !iChanged) taken.push(name);
    if (!iChanged) continue;
    merged[name] = mine[name];
    merged[`$${name}`] = mine[`$${name}`];
    if (theyChanged && !sameValue(mine[name], theirs[name])) {
      clashes.push({ field: name, base: base[name], mine: mine[name], theirs: theirs[name] });
    }
  }
  return { merged, clashes, taken };
}

/** The merged record after the person chose a side for each clash. */
export function resolveConflict(
  conflict: Conflict,
  theirs: Record<string, unknown>,
  choices: ReadonlyMap<string, 'mine' | 'theirs'>,
): Record<string, unknown> {
  const resolved = { ...conflict.merged };
  for (const { field } of conflict.clashes) {
    if (choices.get(field) !== 'theirs') continue;
    resolved[field] = theirs[field];
    resolved[`$${field}`] = theirs[`$${field}`];
  }
  return resolved;
}
