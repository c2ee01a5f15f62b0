import { issue } from '../../../engine/core/index.ts';
import { prepared } from '../../store/database.ts';
import type { SqlFragment } from '../../store/sql.ts';
import { codedSql, meantSql } from '../../store/titles-sql.ts';
import type { Texts } from '../../texts.ts';
import type { Actor, Context } from '../context.ts';
import { deliveredCodes } from '../read/delivered-names.ts';
import type { ReadRow } from './import-columns.ts';

/** What a text refers to: the id or code of the only match, or `none` or `many`. */
type Meaning = string | 'none' | 'many';

/** Maximum texts cached between batches. */
const maxKnown = 20_000;

/** Finds what texts of an entity mean: one query per entity and batch, cached between batches. */
function createLookUp(
  context: Context,
  actor: Actor,
  statementOf: (name: string, texts: string[]) => SqlFragment | null,
) {
  const known = new Map<string, Map<string, Meaning>>();
  const lookUp = async (name: string, texts: readonly string[]): Promise<void> => {
    const meanings = known.get(name) ?? new Map<string, Meaning>();
    if (meanings.size > maxKnown) meanings.clear();
    known.set(name, meanings);
    const asked = texts.filter((text) => !meanings.has(text));
    const statement = asked.length > 0 ? statementOf(name, asked) : null;
    if (!statement) return;
    const [found = []] = await context.database.read(actor.entrance, prepared(statement, actor));
    for (const text of asked) meanings.set(text, 'none');
    for (const { text, id } of found as unknown as { text: string; id: string }[]) {
      const before = meanings.get(text);
      // An exact id takes precedence over titles and codes.
      if (before === 'none' || id === text) meanings.set(text, id);
      else if (before !== id && before !== text) meanings.set(text, 'many');
    }
  };
  return async (namings: ReadRow['named']): Promise<(name: string, text: string) => Meaning> => {
    const wanted = new Map<string, Set<string>>();
    for (const { target, text } of namings) wanted.set(target, (wanted.get(target) ?? new Set()).add(text));
    await Promise.all([...wanted].map(([name, texts]) => lookUp(name, [...texts])));
    return (name, text) => known.get(name)?.get(text) ?? 'none';
  };
}

/** Resolves texts of a file to records, and names of records to their codes. */
export function createMeanings(
  context: Context,
  actor: Actor,
  texts: Texts,
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

  return async (rows) => {
    const idOf = await ids(rows.flatMap(({ named }) => named));
    const codeOf = await codes(rows.flatMap(({ coded }) => coded));
    for (const row of rows) {
      for (const { target, text, path, put } of row.named) {
        const meaning = idOf(target, text);
        if (meaning === 'many') row.issues.push(issue('import.ambiguous', path, { value: shown(text) }));
        else if (meaning === 'none') row.issues.push(issue('import.notFound', path, { value: shown(text) }));
        else put(meaning);
      }
      for (const { target, text, path, put } of row.coded) {
        const stored = codeOf(target, text);
        const meaning = stored === 'none' ? deliveredOf(target).get(text) : stored;
        if (meaning === 'many') row.issues.push(issue('import.ambiguous', path, { value: shown(text) }));
        else put(meaning ?? text);
      }
    }
  };
}

const shown = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
