import { entityWordKeys, wordAt, type Command, type EntityDocument } from '../../engine/core/index.ts';

/** One label of the entity in every language. */
export interface TextRow {
  readonly key: string;
  /** Whether a screen shows its key where the word is missing. */
  readonly needed: boolean;
  readonly words: Readonly<Record<string, string>>;
}

/** Every text that the entity needs or may have, in the order of its declaration. */
export function textRows({ meta, texts }: EntityDocument, cultures: readonly string[]): TextRow[] {
  const { needed, possible } = entityWordKeys(meta);
  const row = (key: string, isNeeded: boolean): TextRow => ({
    key,
    needed: isNeeded,
    words: Object.fromEntries(cultures.map((culture) => [culture, wordAt(texts[culture], key)])),
  });
  return [...[...needed].map((key) => row(key, true)), ...[...possible].map((key) => row(key, false))];
}

/** What is typed letter by letter seen as a foreign language, a third longer: what stays plain is not translated. */
export function pseudo(text: string): string {
  const marked = text.replace(/\{[^}]*\}|[a-zA-Z]/g, (part) => accents[part] ?? part);
  return marked === '' ? '' : `[${marked}${'~'.repeat(Math.ceil([...text].length / 3))}]`;
}

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accented = [...'àƀçđéƒĝĥîĵķļɱñôþǫŕšţûṽŵẋýžÀƁÇĐÉƑĜĤÎĴĶĻṀÑÔÞǪŔŠŢÛṼŴẊÝŽ'];
const accents: Readonly<Record<string, string>> = Object.fromEntries(
  [...plain].map((letter, at) => [letter, accented[at] ?? letter]),
);

/**
 * The commands of a pasted block: its lines go down from `row`, its columns across from `culture`. Cells beyond the grid
 * are left out, and so are those that say what is there.
 */
export function pasteCommands({
  text,
  rows,
  cultures,
  row,
  culture,
}: {
  text: string;
  rows: readonly TextRow[];
  cultures: readonly string[];
  row: number;
  culture: string;
}): Command[] {
  const first = cultures.indexOf(culture);
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  return lines.flatMap((line, down) =>
    line.split('\t').flatMap((cell, across): Command[] => {
      const [to, into] = [rows[row + down], cultures[first + across]];
      const value = cell.trim();
      if (!to || !into || to.words[into] === value) return [];
      return [{ do: 'text', culture: into, key: to.key, value: value === '' ? null : value }];
    }),
  );
}
