import type { RecordChange, RecordFields, RecordStep } from '../../engine/core/index.ts';
import { netChanges } from '../../engine/core/index.ts';
import type { WireRecord } from '../../engine/kit/index.ts';

/** A field that the draft changes and another person has changed since; `field` is null where the record is gone. */
export interface Conflict {
  readonly id: string;
  readonly field: string | null;
  readonly mine: string | number | null;
  readonly theirs: string | number | null;
}

type Value = string | number | null;

/** Wire values mean the same whether a number comes as text or not; an empty one is null. */
const same = (one: unknown, other: unknown): boolean => String(one ?? '') === String(other ?? '');

/** Whether only the draft has the record. */
export const isNew = (id: string): boolean => id.startsWith('new-');

/** The records as they will be once the steps are published. */
export function withSteps(records: readonly WireRecord[], steps: readonly RecordStep[]): WireRecord[] {
  const changes = new Map(netChanges(steps).map((change) => [change.id, change]));
  const remaining = records.flatMap((record): WireRecord[] => {
    const change = changes.get(record.id);
    if (!change) return [record];
    return change.after ? [{ ...record, ...change.after }] : [];
  });
  const added = [...changes.values()].flatMap(({ id, before, after }) =>
    !before && after ? [{ id, version: 0, ...after }] : [],
  );
  return [...remaining, ...added];
}

/** What others have changed in the records of the draft since its steps were made. */
export function conflictsOf(records: readonly WireRecord[], steps: readonly RecordStep[]): Conflict[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  return netChanges(steps).flatMap(({ id, before, after }): Conflict[] => {
    if (!before) return [];
    const record = byId.get(id);
    if (!record) return [{ id, field: null, mine: null, theirs: null }];
    return Object.keys(before)
      .filter((field) => !same(record[field], before[field]))
      .map((field) => ({ id, field, mine: after?.[field] ?? null, theirs: (record[field] ?? null) as Value }));
  });
}

/** The steps with a conflict decided: kept on top of what the other person wrote, or given up for it. */
export function settled(
  steps: readonly RecordStep[],
  { id, field, theirs }: Conflict,
  take: 'mine' | 'theirs',
): RecordStep[] {
  const rest = (fields: RecordFields | null) =>
    fields && Object.fromEntries(Object.entries(fields).filter(([name]) => name !== field));
  let isFirst = true;
  const onTop = (change: RecordChange): RecordChange => {
    if (field === null || !change.before || !(field in change.before) || !isFirst) return change;
    isFirst = false;
    return { ...change, before: { ...change.before, [field]: theirs } };
  };
  return steps.map(({ name, changes }) => ({
    name,
    changes: changes.flatMap((change): RecordChange[] => {
      if (change.id !== id) return [change];
      // A removal given up is no change at all.
      if (field === null || (take === 'theirs' && !change.after)) return [];
      return [take === 'mine' ? onTop(change) : { id, before: rest(change.before), after: rest(change.after) }];
    }),
  }));
}

/** An id for a new record that no step of the draft uses. */
export function newIdIn(steps: readonly RecordStep[]): string {
  const used = new Set(steps.flatMap(({ changes }) => changes.map(({ id }) => id)).filter(isNew));
  for (let count = 1; ; count++) if (!used.has(`new-${count}`)) return `new-${count}`;
}
