import { namedBy, type Entity } from '../../../engine/core/index.ts';
import type { Rows } from '../../store/batch.ts';
import { knownEntriesSql } from '../../store/dictionary-sql.ts';
import { treeLockSql } from '../../store/record-sql.ts';
import { referencesSql, type ReferenceLookUp, type FoundReference } from '../../store/reference-sql.ts';
import type { SqlQuery } from '../../store/sql.ts';
import { referenceLookUps } from './derive.ts';
import { entryLookUps, type EntryLookUp } from './dictionary-entries.ts';
import type { Draft, DraftItem } from './mutation.ts';
import type { Write } from './write.ts';
import { NotBatchable } from './write-outcomes.ts';

/** Look-ups that the validation of a draft needs. */
export interface Wanted {
  readonly item: DraftItem;
  readonly references: readonly ReferenceLookUp[];
  readonly entries: readonly EntryLookUp[];
  /** Copied records that came with the locked row. */
  readonly known: readonly FoundReference[];
}

/** The look-ups of all drafts of a write, in as few statements as one draft needs. */
export interface LookUps {
  readonly wanted: readonly Wanted[];
  readonly statements: readonly SqlQuery[];
  /** Reads the rows of the statements. */
  read(rows: readonly Rows[]): LookedUp;
}

export interface LookedUp {
  found(path: string, id: string): readonly FoundReference[];
  /** Existing rows of `dictionary` and `entry`. */
  readonly entries: Rows;
}

/** Plans which referenced records and dictionary entries to read. Throws `NotBatchable` for moves in a tree. */
export function planLookUps(write: Write, items: readonly DraftItem[]): LookUps {
  const wanted = items.map((item) => wantedBy(write, item));
  const lock = treeLock(write, items);
  const references = referencesOf(
    write,
    wanted.flatMap((each) => each.references.filter((asked) => !isKnown(each, asked))),
  );
  const entries = entriesOf(wanted.flatMap((each) => each.entries));
  const statements = [lock, references, entries].filter((each) => each !== null);
  return {
    wanted,
    statements,
    read(rows) {
      const at = (statement: SqlQuery | null) => (statement && rows[statements.indexOf(statement)]) ?? [];
      const byTarget = new Map<string, FoundReference[]>();
      for (const row of at(references) as unknown as readonly FoundReference[]) {
        const target = `${row.path} ${row.id}`;
        const others = byTarget.get(target);
        if (others) others.push(row);
        else byTarget.set(target, [row]);
      }
      return { found: (path, id) => byTarget.get(`${path} ${id}`) ?? [], entries: at(entries) };
    },
  };
}

function wantedBy({ request: { actor, entity } }: Write, item: DraftItem): Wanted {
  const { old, record, touched, copied } = item.draft;
  // The actor exists and is visible to themselves, so recording who acted needs no look-up.
  const isSelf = ({ field, ids, facts }: ReferenceLookUp) =>
    old !== null &&
    facts.length === 0 &&
    !field.filter &&
    namedBy(entity, field) === 'account' &&
    ids.every((id) => id === actor.facts.id);
  const references = referenceLookUps(entity, record, touched).filter((asked) => !isSelf(asked));
  const known = references.flatMap((asked) =>
    isCopied(asked, copied) ? copied.filter(({ path }) => path === asked.path) : [],
  );
  return { item, references, entries: entryLookUps(entity, record, touched), known };
}

const isKnown = ({ item }: Wanted, asked: ReferenceLookUp): boolean => isCopied(asked, item.draft.copied);

const isCopied = ({ path, ids, check }: ReferenceLookUp, copied: readonly FoundReference[]): boolean =>
  !check && ids.every((id) => copied.some((each) => each.path === path && each.id === id));

/** Serialises moves in a tree: two concurrent moves could each pass the cycle check and create a cycle. */
function treeLock({ request: { entity }, batch }: Write, items: readonly DraftItem[]): SqlQuery | null {
  const moves = ({ old, touched }: Draft) =>
    old !== null && entity.fields.some(({ name, meta }) => meta.type === 'parent' && touched.has(name));
  if (!items.some(({ draft }) => moves(draft))) return null;
  // Two moves within one transaction would not see each other either.
  if (batch) throw new NotBatchable();
  return treeLockSql(entity);
}

function referencesOf({ request: { actor, entity } }: Write, asked: readonly ReferenceLookUp[]): SqlQuery | null {
  const rightsOn = (target: Entity) => actor.rightsOn(target);
  return referencesSql({
    catalog: actor.catalog,
    entity,
    asked: asked.length > 1 ? byPath(asked) : asked,
    rightsOn,
    member: actor.member,
  });
}

/** References of all records, grouped by path with distinct ids. */
function byPath(asked: readonly ReferenceLookUp[]): ReferenceLookUp[] {
  const merged = new Map<string, { first: ReferenceLookUp; ids: Set<string> }>();
  for (const each of asked) {
    const known = merged.get(each.path) ?? { first: each, ids: new Set() };
    for (const id of each.ids) known.ids.add(id);
    merged.set(each.path, known);
  }
  return [...merged.values()].map(({ first, ids }) => ({ ...first, ids: [...ids] }));
}

function entriesOf(asked: readonly EntryLookUp[]): SqlQuery | null {
  if (asked.length === 0) return null;
  const distinct = new Map(
    asked.map(({ dictionary, entry }) => [`${dictionary} ${entry}`, [dictionary, entry] as const]),
  );
  return knownEntriesSql([...distinct.values()]);
}
