import type { Entity, Issue } from '../../engine/index.ts';
import { issue } from '../../engine/index.ts';
import type { Rows } from '../store/batch.ts';

type Values = Readonly<Record<string, unknown>>;

/** A value that must be an entry of a dictionary. */
export interface AskedEntry {
  path: string;
  dictionary: string;
  entry: string;
}

/** The dictionary choices of a record that are about to be written, lines included. */
export function askedEntries(entity: Entity, record: Values, touched: ReadonlySet<string>): AskedEntry[] {
  const of = (dictionary: string | undefined, value: unknown, path: string): AskedEntry[] =>
    dictionary ? [value ?? []].flat().map((entry) => ({ path, dictionary, entry: String(entry) })) : [];
  return entity.fields.flatMap((field) => {
    if (!touched.has(field.name)) return [];
    const rows = (field.lines ? (record[field.name] ?? []) : []) as Values[];
    return [
      ...of(field.meta.dictionary, record[field.name], field.name),
      ...(field.lines ?? []).flatMap((line) =>
        rows.flatMap((row, at) => of(line.meta.dictionary, row[line.name], `${field.name}[${at}].${line.name}`)),
      ),
    ];
  });
}

export function unknownEntries(asked: readonly AskedEntry[], known: Rows): Issue[] {
  const there = new Set(known.map((row) => `${String(row['dictionary'])} ${String(row['entry'])}`));
  return asked
    .filter(({ dictionary, entry }) => !there.has(`${dictionary} ${entry}`))
    .map(({ path, entry }) => issue('choice.unknown', path, { value: entry }));
}
