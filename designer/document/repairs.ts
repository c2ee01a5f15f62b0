import { entityWordKeys, wordAt, type Command, type EntityDocument } from '../../engine/core/index.ts';
import { cultures, type Names } from './names.ts';

/** A word that a language lacks, and what another one says there; '' where none of them says anything. */
export interface MissingWord {
  readonly culture: keyof Names;
  readonly key: string;
  readonly from: keyof Names;
  readonly other: string;
}

/** The words that screens would show as keys, in the order of the declaration. */
export function missingWords({ meta, texts }: EntityDocument): MissingWord[] {
  const { needed } = entityWordKeys(meta);
  return cultures.flatMap((culture) =>
    [...needed]
      .filter((key) => !wordAt(texts[culture], key))
      .map((key): MissingWord => {
        const from = cultures.find((each) => each !== culture) ?? culture;
        return { culture, key, from, other: wordAt(texts[from], key) };
      }),
  );
}

/** What the product itself says where words are missing. */
export const suggestedWords = (
  missing: readonly MissingWord[],
  pair: (text: string, from: string) => string,
): Command[] =>
  missing.flatMap(({ culture, key, from, other }): Command[] => {
    const value = other ? pair(other, from) : '';
    return value ? [{ do: 'text', culture, key, value }] : [];
  });

/** Fills missing texts of one language with those of the other. */
export const wordsTakenOver = (missing: readonly MissingWord[]): Command[] =>
  missing.flatMap(({ culture, key, other }): Command[] => (other ? [{ do: 'text', culture, key, value: other }] : []));

/** Where in the designer something can be put right: the tab, and what is chosen there. */
export interface IssuePlace {
  readonly tab: string;
  readonly place: string | null;
}

const tabsByHead: Readonly<Record<string, string>> = {
  fields: 'form',
  form: 'form',
  formLayout: 'form',
  title: 'form',
  detail: 'detail',
  list: 'list',
  validations: 'rules',
  tests: 'rules',
  actions: 'actions',
  workflow: 'flow',
  access: 'access',
  texts: 'texts',
};

/** The tab of an issue's path, and the field, section, state, transition or action that it is about. */
export function placeOf(path: string): IssuePlace {
  const head = /^\w+/.exec(path)?.[0] ?? '';
  const place =
    /^(fields\.\w+|form\.\w+|detail\.sections\.\w+|workflow\.(?:states|transitions)\.\w+|actions\.\w+)/.exec(
      path,
    )?.[0] ?? null;
  return { tab: tabsByHead[head] ?? 'json', place };
}
