/** Field values of a record in wire form. */
export type RecordFields = Readonly<Record<string, string | number | null>>;

/** A record before and after a step: no `before` for a new one, no `after` for a removed one. */
export interface RecordChange {
  readonly id: string;
  readonly before: RecordFields | null;
  readonly after: RecordFields | null;
}

/** A named step of a draft that changes several records. */
export interface RecordStep {
  readonly name: string;
  readonly changes: readonly RecordChange[];
}

/** What all steps come to together: one change per record, without fields that end as they began. */
export function netChanges(steps: readonly RecordStep[]): RecordChange[] {
  const net = new Map<string, RecordChange>();
  for (const change of steps.flatMap(({ changes }) => changes)) {
    const known = net.get(change.id);
    net.set(change.id, known ? joined(known, change) : change);
  }
  return [...net.values()].flatMap((change) => withoutIdle(change) ?? []);
}

const joined = (first: RecordChange, next: RecordChange): RecordChange => ({
  id: first.id,
  before: first.before && { ...next.before, ...first.before },
  after: next.after && { ...first.after, ...next.after },
});

function withoutIdle({ id, before, after }: RecordChange): RecordChange | null {
  if (!before || !after) return before || after ? { id, before, after } : null;
  const changed = Object.keys(after).filter((field) => after[field] !== before[field]);
  if (changed.length === 0) return null;
  const only = (fields: RecordFields) => Object.fromEntries(changed.map((field) => [field, fields[field] ?? null]));
  return { id, before: only(before), after: only(after) };
}
