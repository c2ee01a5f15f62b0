/** A culture added at run time; missing texts fall back to the base culture. */
export interface AddedCulture {
  code: string;
  name: string;
  /** Generated pseudo-translations: accented and stretched, to reveal missing texts and narrow boxes. */
  pseudo: boolean;
}

/** An edited text. `space` is a file of `locales/<culture>` without extension, `key` the dotted path in it. */
export interface Override {
  culture: string;
  space: string;
  key: string;
  text: string;
}

/** A text's position, with its delivered texts by culture. */
export interface TextPosition {
  space: string;
  key: string;
  texts: ReadonlyMap<string, string>;
}

type Tree = { [key: string]: string | Tree };

export interface Words {
  /** Raised by every change, to invalidate what was derived from the texts. */
  readonly version: number;
  has(culture: string): boolean;
  cultures(): readonly (AddedCulture & { delivered: boolean })[];
  places(): readonly TextPosition[];
  place(space: string, key: string): TextPosition | undefined;
  /** The edited text of a position in a culture, if any. */
  edited(culture: string, space: string, key: string): string | undefined;
  /** All texts of a file in a culture, with edits and fallbacks; undefined for an unknown file. */
  space(culture: string, space: string): unknown;
  /** By dotted key: texts of a file that differ from those built into the browser for this culture. */
  changes(culture: string, space: string): Record<string, string>;
  replace(added: readonly AddedCulture[], overrides: readonly Override[]): void;
}

/** Texts of every culture over the delivered files; a culture without its own falls back to `base`. */
export function createWords(delivered: ReadonlyMap<string, ReadonlyMap<string, unknown>>, base: string): Words {
  const places = placesOf(delivered);
  // Each delivered culture contains its own name.
  const nameOf = (code: string) => places.byId.get('engine\nculture.name')?.texts.get(code) ?? code;
  let version = 1;
  let added: readonly AddedCulture[] = [];
  let overrides = new Map<string, string>();
  let made = new Map<string, Tree>();

  const idOf = (culture: string, space: string, key: string) => `${culture}\n${space}\n${key}`;
  const textOf = (culture: string, { space, key, texts }: TextPosition): string => {
    const own = overrides.get(idOf(culture, space, key)) ?? texts.get(culture);
    if (own !== undefined) return own;
    const fallback = overrides.get(idOf(base, space, key)) ?? texts.get(base) ?? [...texts.values()][0] ?? '';
    return added.some(({ code, pseudo }) => code === culture && pseudo) ? stretch(fallback) : fallback;
  };
  const make = (culture: string, space: string): Tree | undefined => {
    const inside = places.bySpace.get(space);
    if (!inside) return undefined;
    const tree: Tree = {};
    for (const [place, path] of inside) put(tree, path, textOf(culture, place));
    return tree;
  };

  return {
    get version() {
      return version;
    },
    has: (culture) => delivered.has(culture) || added.some(({ code }) => code === culture),
    cultures: () => [
      ...[...delivered.keys()].map((code) => ({ code, name: nameOf(code), pseudo: false, delivered: true })),
      ...added.filter(({ code }) => !delivered.has(code)).map((each) => ({ ...each, delivered: false })),
    ],
    places: () => places.all,
    place: (space, key) => places.byId.get(`${space}\n${key}`),
    edited: (culture, space, key) => overrides.get(idOf(culture, space, key)),
    space(culture, space) {
      const id = `${culture}\n${space}`;
      const held = made.get(id) ?? make(culture, space);
      if (held) made.set(id, held);
      return held;
    },
    changes(culture, space) {
      const shipped = delivered.has(culture) ? culture : base;
      const changed = (places.bySpace.get(space) ?? []).flatMap(([place]) => {
        const text = textOf(culture, place);
        return text === place.texts.get(shipped) ? [] : [[place.key, text] as const];
      });
      return Object.fromEntries(changed);
    },
    replace(cultures, edited) {
      added = cultures;
      overrides = new Map(
        edited
          .filter(({ space, key }) => places.byId.has(`${space}\n${key}`))
          .map(({ culture, space, key, text }) => [idOf(culture, space, key), text]),
      );
      made = new Map();
      version += 1;
    },
  };
}

/** The distinct names of a text's `{parameters}`, whatever their formats, in order. */
export const blanksOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)(?:, [^{}]+)?\}/g)].map(([, name]) => name ?? ''))].toSorted();

function placesOf(delivered: ReadonlyMap<string, ReadonlyMap<string, unknown>>) {
  const byId = new Map<string, TextPosition & { texts: Map<string, string> }>();
  const bySpace = new Map<string, [TextPosition, string[]][]>();
  for (const [culture, files] of delivered) {
    for (const [space, tree] of files) {
      const inside = bySpace.get(space) ?? [];
      bySpace.set(space, inside);
      for (const [path, text] of leaves(tree)) {
        const key = path.join('.');
        const id = `${space}\n${key}`;
        const known = byId.get(id);
        const place = known ?? { space, key, texts: new Map<string, string>() };
        place.texts.set(culture, text);
        if (known) continue;
        byId.set(id, place);
        inside.push([place, path]);
      }
    }
  }
  return { byId, bySpace, all: [...byId.values()] };
}

function leaves(tree: unknown, path: string[] = []): [string[], string][] {
  if (typeof tree === 'string') return [[path, tree]];
  return Object.entries((tree ?? {}) as Tree).flatMap(([key, inner]) => leaves(inner, [...path, key]));
}

/** Paths come from our own files only. */
function put(tree: Tree, path: readonly string[], text: string): void {
  const [key = '', ...rest] = path;
  if (rest.length === 0) tree[key] = text;
  else put((tree[key] ??= {}) as Tree, rest, text);
}

const accents: Readonly<Record<string, string>> = Object.fromEntries(
  [...'aáeéiíoóuúyýcçnñsšzžAÁEÉIÍOÓUÚYÝCÇNÑSŠZŽ'.matchAll(/(.)(.)/gu)].map(([, plain = '', marked = '']) => [
    plain,
    marked,
  ]),
);

/** A text in brackets, at least two fifths longer and with accents; parameters stay unchanged. */
function stretch(text: string): string {
  const worded = text.split(/(\{[^{}]+\})/).map((part) => (part.startsWith('{') ? accentForms(part) : accent(part)));
  return `[${worded.join('')}${' ~'.repeat(Math.ceil(text.length / 5))}]`;
}

/** A parameter with the words of its plural accented. */
const accentForms = (part: string): string =>
  part.replace(/^(\{\w+, plural, ?)(.*)\}$/, (_, head: string, forms: string) => `${head}${accent(forms)}}`);
const accent = (text: string): string => text.replace(/[a-z]/gi, (letter) => accents[letter] ?? letter);
