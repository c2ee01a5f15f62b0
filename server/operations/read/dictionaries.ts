import { ownOf } from '../../../engine/core/index.ts';
import { prepared } from '../../store/database.ts';
import { dictionarySql, dictionaryTreeSql } from '../../store/dictionary-sql.ts';
import { cultures, type Culture, type Texts } from '../../texts.ts';
import type { Actor, Context } from '../context.ts';

interface TypeNode {
  code: string;
  name: string;
  children: { code: string; name: string }[];
}

/** The enabled entries of a dictionary in order, in the reader's language. Empty for an unknown code. */
export async function readDictionary(context: Context, actor: Actor, code: string, culture: Culture, texts: Texts) {
  const [rows = []] = await context.database.read(actor.entrance, prepared(dictionarySql(code), actor));
  return (rows as unknown as { code: string; value: string }[]).map((entry) => ({
    ...entry,
    value: worded(texts, culture, code, entry.code, entry.value),
  }));
}

/** Every dictionary with its entries, in the reader's language. */
export async function readDictionaries(context: Context, actor: Actor, culture: Culture, texts: Texts) {
  const [rows = []] = await context.database.read(actor.entrance, prepared(dictionaryTreeSql(), actor));
  return (rows as unknown as TypeNode[]).map((type) => ({
    ...type,
    children: type.children.map((entry) => ({
      ...entry,
      name: worded(texts, culture, type.code, entry.code, entry.name),
    })),
  }));
}

/** An unchanged delivered entry is shown in the reader's language; one edited by the tenant as it is. */
export function worded(texts: Texts, culture: Culture, dictionary: string, code: string, kept: string): string {
  const delivered = cultures.some((each) => ownOf(texts.dictionary(each, dictionary)?.entries, code) === kept);
  return delivered ? (ownOf(texts.dictionary(culture, dictionary)?.entries, code) ?? kept) : kept;
}

/** Labels of dictionary entries, by dictionary and code. */
export async function readDictionaryWords(
  context: Context,
  actor: Actor,
  codes: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const wanted = [...new Set(codes)];
  if (wanted.length === 0) return new Map();
  const found = await context.database.read(
    actor.entrance,
    ...wanted.map((code) => prepared(dictionarySql(code), actor)),
  );
  return new Map(
    wanted.map((code, at) => [
      code,
      new Map((found[at] ?? []).map((row) => [String(row['code']), String(row['value'] ?? row['code'])])),
    ]),
  );
}
