import type { Entity, Issue } from '../../engine/index.ts';
import { isEmpty, issue } from '../../engine/index.ts';
import { AppError } from '../errors.ts';
import { closingSql } from '../store/kept-sql.ts';
import { batchSql, type BatchRow } from '../store/record-sql.ts';
import type { AskedReference, FoundReference } from '../store/reference-sql.ts';
import { takenSql, uniqueKeys } from '../store/unique-sql.ts';
import { bookNow } from './booking.ts';
import type { Actor, Context } from './context.ts';
import { completeRecord } from './create-record.ts';
import { askedReferences } from './derive.ts';
import { askedEntries, type AskedEntry } from './dictionary-entries.ts';
import { runStartEffects } from './run-effects.ts';
import { declaredFields, defaultsOf, lockedFor, readInput } from './read-input.ts';
import { write, type Write } from './write.ts';

/** One record to add. `given` is for the system alone: what a restore, a demo or a new tenant brings along. */
export interface NewRecord {
  input: Readonly<Record<string, unknown>>;
  /** What was found against it before it came here. */
  issues?: readonly Issue[];
  given?: { id?: string; status?: string; at?: string; by?: string; locked?: Readonly<Record<string, unknown>> };
}

export interface Inserted {
  ids: (string | null)[];
  /** By position; every reason of a record that was not added. */
  refused: Map<number, Issue[]>;
}

/**
 * Adds many records under the very rules of `createRecord`, in one transaction and a handful of statements: what is good
 * is added, what is not comes back with its reasons. Leaves one line in the trail for the whole batch's first record on.
 */
export async function insertMany(
  context: Context,
  actor: Actor,
  entity: Entity,
  records: readonly NewRecord[],
  operation: {
    verb: string;
    key: string | null;
    /** What must be committed before this batch writes; looking and judging go ahead meanwhile. */
    before?: Promise<void>;
    after?: (write: Write, ids: Inserted['ids'], refused: Inserted['refused']) => Promise<void>;
  },
): Promise<Inserted> {
  const request = { actor, entity, key: operation.key, fingerprint: operation.key ?? '' };
  const kept = await write(context, request, async (write) => {
    write.refuseUnless('add');
    await write.open();
    const refused = new Map<number, Issue[]>();
    // What is the same for every record is found out once: a batch is as fast as what it does per record.
    const declared = declaredFields(entity);
    const locked = lockedFor(entity, actor.rightsOn(entity), 'add');
    const defaults = { ...defaultsOf(declared), ...(entity.start === null ? {} : { status: entity.start }) };
    const owner = actor.member && entity.owner && !entity.byName.get(entity.owner)?.given ? entity.owner : null;
    const touched = new Set(Object.keys(defaults));
    const read = records.map(({ input, given, issues: before }, at) => {
      const { values, issues } = readInput(declared, locked, input, null, context.newId);
      if (before?.length || issues.length > 0) refused.set(at, [...(before ?? []), ...issues]);
      const record: Record<string, unknown> = Object.assign({}, defaults, values, given?.locked);
      if (owner) record[owner] = actor.facts.member;
      if (given?.status !== undefined && entity.start !== null) record['status'] = given.status;
      return record;
    });
    const asked = read.map((record) => askedReferences(entity, record, touched));
    const entries = read.map((record) => askedEntries(entity, record, touched));
    const [looked, strangers] = await Promise.all([write.lookUp(together(asked.flat())), strange(write, entries)]);
    const found = byReference(looked);
    const rows: (BatchRow & { position: number })[] = [];
    for (const [at, record] of read.entries()) {
      const given = records[at]?.given;
      const own = (asked[at] ?? []).flatMap(({ path, ids }) => ids.flatMap((id) => found.get(`${path} ${id}`) ?? []));
      const judged = write.judge(record, null, asked[at] ?? [], own, [
        ...(refused.get(at) ?? []),
        ...(strangers.get(at) ?? []),
      ]);
      if (judged.issues.length > 0) {
        refused.set(at, judged.issues);
        continue;
      }
      const derived = { ...judged.record, ...given?.locked };
      const expected = read.length - at;
      const whole = await completeRecord(context, entity, derived, write.now, actor.tenant, expected);
      const owned = own.find((target) => target.org !== null)?.org;
      const org = entity.org ? String(whole[entity.org] ?? '') || null : (owned ?? actor.facts.org);
      const by = given?.by ?? actor.facts.id;
      rows.push({ id: given?.id ?? context.newId(), org, by, at: given?.at ?? null, record: whole, position: at });
    }
    await operation.before;
    const untaken = await withoutTaken(write, entity, rows, refused);
    const begun = untaken.filter(({ position }) => records[position]?.given?.status === undefined);
    const unable = await begin(write, begun, refused);
    const fresh = untaken.filter(({ position }) => !unable.has(position));
    const ids: Inserted['ids'] = records.map(() => null);
    for (const row of fresh) ids[row.position] = row.id;
    if (fresh.length > 0) await write.run(...batchSql(entity, fresh));
    await operation.after?.(write, ids, refused);
    const [first] = fresh;
    const changes = [{ field: 'rows', before: null, after: fresh.length }];
    const told = answer(ids, refused);
    if (first) await write.run(closingSql(write.closing(first.id, operation.verb, 1, changes, told)));
    return told;
  });
  return { ids: kept.ids, refused: new Map(kept.refused) };
}

/** Records whose unique values stand nowhere yet, in the table or earlier in the batch; the others are refused. */
async function withoutTaken<T extends { position: number; record: Readonly<Record<string, unknown>> }>(
  write: Write,
  entity: Entity,
  rows: readonly T[],
  refused: Inserted['refused'],
): Promise<T[]> {
  const taken = new Set<number>();
  for (const key of uniqueKeys(entity)) {
    const filled = rows.filter(({ record }) => key.empties || key.fields.every(({ name }) => !isEmpty(record[name])));
    if (filled.length === 0) continue;
    const [found = []] = await write.run(takenSql(entity, key, filled));
    const repeated = new Set(found.map((row) => Number(row['position'])));
    const seen = new Set<string>();
    for (const { position, record } of filled) {
      const value = JSON.stringify(key.fields.map(({ name }) => record[name] ?? null));
      if (seen.has(value)) repeated.add(position);
      if (!repeated.has(position)) seen.add(value);
    }
    for (const position of repeated) {
      taken.add(position);
      const path = key.fields.map(({ name }) => name).join(',');
      refused.set(position, [...(refused.get(position) ?? []), issue('unique', path)]);
    }
  }
  return rows.filter(({ position }) => !taken.has(position));
}

/** Runs the effects of new records; one that is refused leaves nothing behind. Answers the positions of those. */
async function begin(
  write: Write,
  rows: readonly (BatchRow & { position: number })[],
  refused: Inserted['refused'],
): Promise<ReadonlySet<number>> {
  const unable = new Set<number>();
  if (write.request.entity.startEffects.length === 0) return unable;
  for (const row of rows) {
    const { id, position, record } = row;
    await write.transaction.run({ text: 'SAVEPOINT begun', values: [] });
    try {
      const { patch, booking } = await runStartEffects(write, { ...record, id });
      if (booking) await bookNow(write, booking);
      row.record = { ...record, ...patch };
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'refused') throw error;
      await write.transaction.run({ text: 'ROLLBACK TO SAVEPOINT begun', values: [] });
      unable.add(position);
      refused.set(position, [...(error.details.issues ?? [])]);
    }
  }
  return unable;
}

const answer = (ids: Inserted['ids'], refused: Inserted['refused']) => ({ ids, refused: [...refused] });

/** The same references of all records as one: every id once. */
function together(asked: readonly AskedReference[]): AskedReference[] {
  const byPath = new Map<string, { first: AskedReference; ids: Set<string> }>();
  for (const each of asked) {
    const known = byPath.get(each.path) ?? { first: each, ids: new Set() };
    for (const id of each.ids) known.ids.add(id);
    byPath.set(each.path, known);
  }
  return [...byPath.values()].map(({ first, ids }) => ({ ...first, ids: [...ids] }));
}

/** Choices outside their dictionary, by record. Dictionaries being loaded themselves have none to look in. */
async function strange(write: Write, entries: readonly (readonly AskedEntry[])[]): Promise<Map<number, Issue[]>> {
  const marked = entries.flatMap((asked, at) => asked.map((entry) => ({ ...entry, path: `${at} ${entry.path}` })));
  const issues = new Map<number, Issue[]>();
  for (const found of await write.strangers(marked)) {
    const [at = '0', path = ''] = found.path.split(' ');
    issues.set(Number(at), [...(issues.get(Number(at)) ?? []), { ...found, path }]);
  }
  return issues;
}

const byReference = (found: readonly FoundReference[]): Map<string, FoundReference> =>
  new Map(found.map((each) => [`${each.path} ${each.id}`, each]));
