import { issue, type Entity } from '../../../engine/core/index.ts';
import { prepared } from '../../store/database.ts';
import type { SqlFragment } from '../../store/sql.ts';
import { referencesSql, type FoundReference } from '../../store/reference-sql.ts';
import { codedSql, meantSql } from '../../store/titles-sql.ts';
import type { Texts } from '../../texts.ts';
import type { Actor, Context } from '../context.ts';
import { momentIn } from '../moment.ts';
import { deliveredCodes } from '../read/delivered-names.ts';
import { readsOfReferrer } from '../write/derive.ts';
import { defaultsOf } from '../write/read-input.ts';
import type { ReadRow, Reference } from './import-columns.ts';

/** The ids or codes that a text may refer to. */
type Meanings = readonly string[];

/** Maximum texts cached between batches. */
const maxKnown = 20_000;

/** Finds what texts of an entity mean: one query per entity and batch, cached between batches. */
function createLookUp(
  context: Context,
  actor: Actor,
  statementOf: (name: string, texts: string[]) => SqlFragment | null,
) {
  const known = new Map<string, Map<string, Meanings>>();
  const lookUp = async (name: string, texts: readonly string[]): Promise<void> => {
    const meanings = known.get(name) ?? new Map<string, Meanings>();
    if (meanings.size > maxKnown) meanings.clear();
    known.set(name, meanings);
    const asked = texts.filter((text) => !meanings.has(text));
    const statement = asked.length > 0 ? statementOf(name, asked) : null;
    if (!statement) return;
    const [found = []] = await context.database.read(actor.entrance, prepared(statement, actor));
    for (const text of asked) meanings.set(text, []);
    for (const { text, id } of found as unknown as { text: string; id: string }[]) {
      const before = meanings.get(text) ?? [];
      // An exact id takes precedence over titles and codes.
      if (id === text) meanings.set(text, [id]);
      else if (before[0] !== text && !before.includes(id)) meanings.set(text, [...before, id]);
    }
  };
  return async (
    namings: readonly { target: string; text: string }[],
  ): Promise<(name: string, text: string) => Meanings> => {
    const wanted = new Map<string, Set<string>>();
    for (const { target, text } of namings) wanted.set(target, (wanted.get(target) ?? new Set()).add(text));
    await Promise.all([...wanted].map(([name, texts]) => lookUp(name, [...texts])));
    return (name, text) => known.get(name)?.get(text) ?? [];
  };
}

/** A cell whose text names several records, and which they are. */
interface Ambiguous {
  readonly row: ReadRow;
  readonly reference: Reference;
  readonly ids: Meanings;
}

/**
 * Resolves texts of a file to records, and names of records to their codes. Of several records of a name the filter of
 * the field may leave one for the row: each channel has a service "Ground" of its own.
 */
export function createMeanings(
  context: Context,
  actor: Actor,
  texts: Texts,
  entity: Entity,
): (rows: readonly ReadRow[]) => Promise<void> {
  const { catalog, tenant } = actor;
  const ids = createLookUp(context, actor, (name, asked) => {
    const target = catalog.byName.get(name);
    return target ? meantSql(catalog, target, actor.rightsOn(target), actor.member, asked) : null;
  });
  const codes = createLookUp(context, actor, (name, asked) => {
    const target = catalog.byName.get(name);
    return target ? codedSql(target, asked) : null;
  });
  const delivered = new Map<string, ReadonlyMap<string, string>>();
  const deliveredOf = (name: string): ReadonlyMap<string, string> => {
    const found = delivered.get(name) ?? deliveredCodes({ texts, catalog, tenant }, name);
    delivered.set(name, found);
    return found;
  };
  const refuse = (row: ReadRow, code: 'import.ambiguous' | 'import.notFound', path: string, text: string) =>
    row.issues.push(issue(code, path, { value: shown(text) }));

  return async (rows) => {
    const idsOf = await ids(rows.flatMap(({ named }) => named));
    const codesOf = await codes(rows.flatMap(({ coded }) => coded));
    const ambiguous: Ambiguous[] = [];
    for (const row of rows) {
      for (const reference of row.named) {
        const { target, text, path, put } = reference;
        const [only, ...others] = idsOf(target, text);
        if (only === undefined) refuse(row, 'import.notFound', path, text);
        else if (others.length > 0) ambiguous.push({ row, reference, ids: [only, ...others] });
        else put(only);
      }
      for (const { target, text, path, put } of row.coded) {
        const [stored, ...others] = codesOf(target, text);
        if (others.length > 0) refuse(row, 'import.ambiguous', path, text);
        else put(stored ?? deliveredOf(target).get(text) ?? text);
      }
    }
    const fitting = await createFilter(context, actor, entity, ambiguous);
    for (const each of inOrder(ambiguous)) {
      const { row, reference } = each;
      const [only, ...others] = fitting(each);
      if (only === undefined || others.length > 0) refuse(row, 'import.ambiguous', reference.path, reference.text);
      else reference.put(only);
    }
  };
}

/** Each cell after those of its row that its field's filter reads; the columns of a file may stand in any order. */
function* inOrder(cells: readonly Ambiguous[]): Generator<Ambiguous> {
  for (const row of new Set(cells.map((each) => each.row))) {
    let waiting = cells.filter((each) => each.row === row);
    while (waiting.length > 0) {
      const open = new Set(waiting.map(({ reference }) => reference.field.name));
      const ready = waiting.filter(({ reference: { field } }) =>
        readsOfReferrer(field).every((name) => name === field.name || !open.has(name)),
      );
      // Fields that wait for each other are taken as they stand.
      const next = ready.length > 0 ? ready : waiting;
      yield* next;
      waiting = waiting.filter((each) => !next.includes(each));
    }
  }
}

/** Reads the records that cells may mean; what it answers leaves those that the field's filter admits for the row. */
async function createFilter(
  context: Context,
  actor: Actor,
  entity: Entity,
  cells: readonly Ambiguous[],
): Promise<(cell: Ambiguous) => Meanings> {
  const asked = new Map<string, { field: Reference['field']; ids: Set<string> }>();
  for (const { reference, ids } of cells) {
    const { field } = reference;
    if (!field.filter) continue;
    const at = pathOf(reference);
    const known = asked.get(at) ?? { field, ids: new Set() };
    for (const id of ids) known.ids.add(id);
    asked.set(at, known);
  }
  const statement = referencesSql({
    ...{ catalog: actor.catalog, entity, rightsOn: (target) => actor.rightsOn(target), member: actor.member },
    asked: [...asked].map(([path, { field, ids }]) => ({
      ...{ path, field, ids: [...ids], facts: [...(field.filter?.reads ?? [])], check: true },
    })),
  });
  const [found = []] = statement ? await context.database.read(actor.entrance, prepared(statement, actor)) : [];
  const records = new Map(
    (found as unknown as readonly FoundReference[]).map((each) => [`${each.path} ${each.id}`, each]),
  );
  const now = momentIn(actor.timeZone, context.clock());
  const blank = defaultsOf(entity.fields);
  const own = actor.member && entity.owner ? { [entity.owner]: actor.facts.member } : {};
  return ({ row, reference, ids }) => {
    const { filter } = reference.field;
    const referrer = { ...blank, ...row.input, ...own, ...lineOf(entity, row, reference) };
    const facts = { old: null, input: {}, actor: actor.facts, now, today: now.slice(0, 10), referrer };
    return ids.filter((id) => {
      const record = records.get(`${pathOf(reference)} ${id}`);
      return !filter || (record?.readable && filter.holds({ ...facts, record: record.facts }));
    });
  };
}

/** `boxes.product` of the cell `boxes[1].product`. */
const pathOf = ({ path }: Reference): string => path.replace(/\[\d+\]/, '');

/** The row of the sub-table in which a cell stands. */
function lineOf(entity: Entity, { input }: ReadRow, { path }: Reference): Readonly<Record<string, unknown>> {
  const [, outer = '', at = ''] = /^(\w+)\[(\d+)\]/.exec(path) ?? [];
  const lines = input[outer] as readonly Record<string, unknown>[] | undefined;
  return { ...defaultsOf(entity.byName.get(outer)?.lines ?? []), ...lines?.[Number(at)] };
}

const shown = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
