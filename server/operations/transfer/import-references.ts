import { issue } from '../../../engine/core/index.ts';
import { prepared } from '../../store/database.ts';
import { meantSql } from '../../store/titles-sql.ts';
import type { Actor, Context } from '../context.ts';
import type { ReadRow } from './import-columns.ts';

/** What a text refers to: the id of the only match, or `none` or `many`. */
type Meaning = string | 'none' | 'many';

/** Maximum texts cached between batches. */
const maxKnown = 20_000;

/** Resolves texts of a file to records: one query per entity and batch, cached between batches. */
export function createMeanings(context: Context, actor: Actor): (rows: readonly ReadRow[]) => Promise<void> {
  const known = new Map<string, Map<string, Meaning>>();

  const lookUp = async (name: string, texts: readonly string[]): Promise<void> => {
    const meanings = known.get(name) ?? new Map<string, Meaning>();
    if (meanings.size > maxKnown) meanings.clear();
    known.set(name, meanings);
    const target = actor.catalog.byName.get(name);
    const asked = texts.filter((text) => !meanings.has(text));
    if (!target || asked.length === 0) return;
    const statement = meantSql(actor.catalog, target, actor.rightsOn(target), actor.member, asked);
    const [found = []] = await context.database.read(actor.entrance, prepared(statement, actor));
    for (const text of asked) meanings.set(text, 'none');
    for (const { text, id } of found as unknown as { text: string; id: string }[]) {
      const before = meanings.get(text);
      // An exact id takes precedence over titles and codes.
      if (before === 'none' || id === text) meanings.set(text, id);
      else if (before !== id && before !== text) meanings.set(text, 'many');
    }
  };

  return async (rows) => {
    const wanted = new Map<string, Set<string>>();
    for (const { named } of rows) {
      for (const { target, text } of named) wanted.set(target, (wanted.get(target) ?? new Set()).add(text));
    }
    await Promise.all([...wanted].map(([name, texts]) => lookUp(name, [...texts])));
    for (const row of rows) {
      for (const { target, text, path, put } of row.named) {
        const meaning = known.get(target)?.get(text) ?? 'none';
        if (meaning === 'many') row.issues.push(issue('import.ambiguous', path, { value: shown(text) }));
        else if (meaning === 'none') row.issues.push(issue('import.notFound', path, { value: shown(text) }));
        else put(meaning);
      }
    }
  };
}

const shown = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
