import type { Tone } from '../../../core/index.ts';

/** Something the palette offers. */
export interface PaletteItem {
  /** The same thing has the same key tomorrow: recent ones are kept by it. */
  key: string;
  group: PaletteGroup;
  title: string;
  /** What it belongs to, in quiet letters. */
  hint?: string;
  /** A record's state. */
  status?: { text: string; tone: Tone };
  /** Whose it is, and of when. */
  facts?: readonly string[];
  /** Other words that find it: a code, an address. */
  words?: string;
  icon?: string | null;
  run(): void;
}

export type PaletteGroup = 'actions' | 'recent' | 'records' | 'pages' | 'create' | 'help';

const paletteGroups: readonly PaletteGroup[] = ['actions', 'recent', 'pages', 'create', 'help', 'records'];

/** A number is meant for a record; anything else may find some, but never pushes a page away while it is being chosen. */
const numberGroups: readonly PaletteGroup[] = ['records', 'actions', 'recent', 'pages', 'create', 'help'];

/** The initials by which a title in another script is typed with latin letters; empty where there are none. */
export type Initials = (title: string) => string;

const none: Initials = () => '';

/** Most that a group shows. */
const maxItems: Readonly<Record<PaletteGroup, number>> = {
  actions: 12,
  recent: 6,
  records: 12,
  pages: 40,
  create: 40,
  help: 8,
};

/**
 * What fits the typed text, best first inside each group: the beginning of the title, then of a word, then anywhere in
 * it, then initials, then each word somewhere. Without text, everything. Pure.
 */
export function fittingItems(items: readonly PaletteItem[], typed: string, initials: Initials = none): PaletteItem[] {
  const query = typed.trim().toLowerCase();
  return (looksLikeNumber(typed) ? numberGroups : paletteGroups).flatMap((group) => {
    const mine = items.filter((item) => item.group === group);
    // Help is found, and never in the way of what people do every day.
    if (query === '') return group === 'help' ? [] : mine.slice(0, maxItems[group]);
    return mine
      .map((item) => ({ item, score: group === 'records' ? 1 : scoreOf(item, query, initials) }))
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score)
      .slice(0, maxItems[group])
      .map(({ item }) => item);
  });
}

function scoreOf(item: PaletteItem, query: string, initials: Initials): number {
  const title = item.title.toLowerCase();
  if (title.startsWith(query)) return 6;
  const at = title.indexOf(query);
  if (at > 0 && !/[\p{L}\p{N}]/u.test(title[at - 1] ?? '')) return 5;
  if (at > 0) return 4;
  const words = title.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  if (
    words.length > 1 &&
    words
      .map(([first]) => first)
      .join('')
      .startsWith(query)
  )
    return 3;
  if (/^[a-z0-9]+$/.test(query) && initials(item.title).includes(query)) return 3;
  const all = `${title} ${item.words ?? ''} ${item.hint ?? ''} ${initials(item.title)}`.toLowerCase();
  return query.split(/\s+/).every((word) => all.includes(word)) ? 2 : 0;
}

/** Whether the text looks like a document number: no spaces, at least four characters, two of them digits. */
export const looksLikeNumber = (typed: string): boolean =>
  /^[\w./-]{4,60}$/.test(typed.trim()) && (typed.match(/\d/g)?.length ?? 0) >= 2;

/** Whether the text is an error code, as messages name it: `1013006`, or `ledger.belowFloor` of an issue. */
export const looksLikeCode = (typed: string): boolean => /^(10\d{5,6}|[a-z][\w-]*\.[a-z][\w.]+)$/i.test(typed.trim());

/** The kept keys with the newest first, each once. */
export const withRecent = (stored: readonly string[], key: string, limit = 8): string[] =>
  [key, ...stored.filter((each) => each !== key)].slice(0, limit);
