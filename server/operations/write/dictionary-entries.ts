import type { Entity, Field, Issue } from '../../../engine/core/index.ts';
import { issue } from '../../../engine/core/index.ts';
import type { Rows } from '../../store/batch.ts';

type Values = Readonly<Record<string, unknown>>;

/** A value that must be an entry of a dictionary. */
export interface EntryLookUp {
  path: string;
  dictionary: string;
  entry: string;
}

/** A field whose values come from a dictionary; `lines` names the sub-table that it is in. */
interface DictionaryUse {
  readonly name: string;
  readonly dictionary: string;
  readonly lines: string | null;
}

const asking = new WeakMap<Entity, readonly DictionaryUse[]>();

function askingOf(entity: Entity): readonly DictionaryUse[] {
  const known = asking.get(entity);
  if (known) return known;
  const of = ({ name, meta }: Field, lines: string | null): DictionaryUse[] =>
    meta.dictionary ? [{ name, dictionary: meta.dictionary, lines }] : [];
  const fresh = entity.fields.flatMap((field) => [
    ...of(field, null),
    ...(field.lines ?? []).flatMap((line) => of(line, field.name)),
  ]);
  asking.set(entity, fresh);
  return fresh;
}

/** The dictionary values of a draft that must be checked, lines included. */
export function entryLookUps(entity: Entity, record: Values, touched: ReadonlySet<string>): EntryLookUp[] {
  const of = (dictionary: string, value: unknown, path: string): EntryLookUp[] =>
    [value ?? []].flat().map((entry) => ({ path, dictionary, entry: String(entry) }));
  return askingOf(entity).flatMap(({ name, dictionary, lines }) => {
    if (!touched.has(lines ?? name)) return [];
    if (lines === null) return of(dictionary, record[name], name);
    const rows = (record[lines] ?? []) as Values[];
    return rows.flatMap((row, at) => of(dictionary, row[name], `${lines}[${at}].${name}`));
  });
}

export function unknownEntries(asked: readonly EntryLookUp[], known: Rows): Issue[] {
  const there = new Set(known.map((row) => `${String(row['dictionary'])} ${String(row['entry'])}`));
  return asked
    .filter(({ dictionary, entry }) => !there.has(`${dictionary} ${entry}`))
    .map(({ path, entry }) => issue('choice.unknown', path, { value: entry }));
}
