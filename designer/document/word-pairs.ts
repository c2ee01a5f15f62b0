import type { WordTree } from '../../engine/core/index.ts';

type Pairs = ReadonlyMap<string, readonly string[]>;

/** Longer texts are sentences and no field labels. */
const maxLength = 60;

let loading: Promise<(text: string, from: string) => string> | null = null;

/** The product's own label in the other language for a label in one; '' if it has none. */
export function loadWordPairs(): Promise<(text: string, from: string) => string> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(): Promise<(text: string, from: string) => string> {
  const { wordFiles } = await import('./word-files.ts');
  return pairsIn(wordFiles);
}

/** The same over any files, by their names: `.../zh-CN/x.json` beside `.../en-US/x.json`. */
export function pairsIn(all: Readonly<Record<string, WordTree>>): (text: string, from: string) => string {
  const counted: Record<string, Map<string, Map<string, number>>> = { 'zh-CN': new Map(), 'en-US': new Map() };
  const note = (from: string, text: string, other: string) => {
    // Nothing but brackets or punctuation is a part of a sentence and no name.
    if (keyOf(text) === '') return;
    const known = counted[from]?.get(keyOf(text)) ?? new Map<string, number>();
    known.set(other, (known.get(other) ?? 0) + 1);
    counted[from]?.set(keyOf(text), known);
  };
  for (const [name, words] of Object.entries(all)) {
    if (!name.includes('/en-US/')) continue;
    const others = all[name.replace('/en-US/', '/zh-CN/')];
    for (const [english, chinese] of others ? leavesOf(words, others) : []) {
      note('en-US', english, chinese);
      note('zh-CN', chinese, english);
    }
  }
  const best: Record<string, Pairs> = Object.fromEntries(
    Object.entries(counted).map(([from, words]) => [
      from,
      new Map([...words].map(([key, found]) => [key, ordered(found)])),
    ]),
  );
  return (text, from) => best[from]?.get(keyOf(text))?.[0] ?? '';
}

/** The most frequent first; of equals the shortest. */
const ordered = (found: ReadonlyMap<string, number>): string[] =>
  [...found]
    .toSorted(([one, often], [other, otherOften]) => otherOften - often || one.length - other.length)
    .map(([word]) => word);

/** Without a trailing bracket or colon, and in lower case. */
const keyOf = (text: string): string =>
  text
    .replace(/\s*[(（][^)）]*[)）]\s*$/, '')
    .replace(/[:：*]\s*$/, '')
    .trim()
    .toLowerCase();

function leavesOf(one: WordTree, other: WordTree): [string, string][] {
  return Object.entries(one).flatMap(([key, word]): [string, string][] => {
    const beside = Object.hasOwn(other, key) ? other[key] : undefined;
    if (typeof word === 'object') return typeof beside === 'object' ? leavesOf(word, beside) : [];
    const fits = typeof beside === 'string' && word.length <= maxLength && beside.length <= maxLength;
    return fits && !/[{}]/.test(word + beside) ? [[word, beside]] : [];
  });
}
