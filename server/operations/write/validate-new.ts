import type { Issue } from '../../../engine/core/index.ts';
import type { BatchRow } from '../../store/record-sql.ts';
import type { AskedReference, FoundReference } from '../../store/reference-sql.ts';
import { orgOf } from './begin-record.ts';
import { completeRecord } from './create-record.ts';
import { askedReferences } from './derive.ts';
import { askedEntries, type AskedEntry } from './dictionary-entries.ts';
import { declaredFields, defaultsOf, lockedFor, readInput } from './read-input.ts';
import { createTurns } from './steps.ts';
import type { Write } from './write.ts';

/** One record to add. `given` is for the system alone: what a restore, a demo or a new tenant brings along. */
export interface NewRecord {
  input: Readonly<Record<string, unknown>>;
  /** What was found against it before it came here. */
  issues?: readonly Issue[];
  given?: { id?: string; status?: string; at?: string; by?: string; locked?: Readonly<Record<string, unknown>> };
}

/** A record that is good as far as it can be seen, and its place among those that were given. */
export type NewRow = BatchRow & { position: number };

/**
 * Reads, completes and judges new records of the write's entity under the rules of `createRecord`, and looks at what they all
 * point at in two statements. Answers the good ones; every reason against the others goes to `refused`, by position.
 */
export async function validateNew(
  write: Write,
  records: readonly NewRecord[],
  refused: Map<number, Issue[]>,
): Promise<NewRow[]> {
  const { context } = write;
  const { actor, entity } = write.request;
  // What is the same for every record is found out once: a batch is as fast as what it does per record.
  const declared = declaredFields(entity);
  const locked = lockedFor(entity, actor.rightsOn(entity), 'add');
  const defaults = { ...defaultsOf(declared), ...(entity.start === null ? {} : { status: entity.start }) };
  const owner = actor.member && entity.owner && !entity.byName.get(entity.owner)?.system ? entity.owner : null;
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
  const rows: NewRow[] = [];
  const giveWay = createTurns();
  for (const [at, record] of read.entries()) {
    await giveWay();
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
    const org = orgOf(write, whole, own);
    const by = given?.by ?? actor.facts.id;
    rows.push({ id: given?.id ?? context.newId(), org, by, at: given?.at ?? null, record: whole, position: at });
  }
  return rows;
}

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
