import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import subsetFont from 'subset-font';

export type Weight = 'plain' | 'bold';

/** A part of a text that one font can show. */
export interface Run {
  readonly font: string;
  readonly text: string;
}

export interface PdfFonts {
  /** Every font by name, as TrueType with only the characters in use. */
  readonly files: ReadonlyMap<string, Buffer>;
  runs(text: string, weight: Weight): Run[];
}

const weights: Readonly<Record<Weight, number>> = { plain: 400, bold: 600 };
const family = '@fontsource-variable/noto-sans-sc';

interface Slice {
  readonly name: string;
  readonly ranges: readonly (readonly [number, number])[];
}

let known: Promise<{ folder: string; slices: readonly Slice[] }> | null = null;

/** The font comes in slices of the Unicode table; Latin first, because others repeat part of it. */
async function readSlices() {
  const folder = dirname(createRequire(import.meta.url).resolve(`${family}/package.json`));
  const listed = JSON.parse(await readFile(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>;
  const slices = Object.entries(listed).map(([name, ranges]) => ({
    name: name.replace(/^\[(.*)\]$/, '$1'),
    ranges: ranges.split(',').map((range) => {
      const [from = '', to = from] = range.trim().slice(2).split('-');
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
    }),
  }));
  return {
    folder,
    slices: slices.toSorted((one, other) => Number(/^\d/.test(one.name)) - Number(/^\d/.test(other.name))),
  };
}

/**
 * Fonts for these texts: Noto Sans SC (OFL), reduced to the characters in use, in both weights. A character without a
 * glyph becomes a question mark.
 */
export async function pdfFonts(texts: Iterable<string>): Promise<PdfFonts> {
  known ??= readSlices();
  const { folder, slices } = await known;
  const sliceOf = new Map<string, string>();
  const wanted = new Map<string, Set<string>>();
  for (const letter of new Set(['?', '…', ...[...texts].flatMap((text) => [...text])])) {
    const code = letter.codePointAt(0) ?? 0;
    const slice = slices.find(({ ranges }) => ranges.some(([from, to]) => code >= from && code <= to));
    if (!slice) continue;
    sliceOf.set(letter, slice.name);
    wanted.set(slice.name, (wanted.get(slice.name) ?? new Set()).add(letter));
  }
  const files = new Map<string, Buffer>();
  for (const [slice, letters] of wanted) {
    const whole = await readFile(join(folder, `files/noto-sans-sc-${slice}-wght-normal.woff2`));
    for (const weight of Object.keys(weights) as Weight[]) {
      const options = { targetFormat: 'truetype', variationAxes: { wght: weights[weight] } } as const;
      files.set(`${slice} ${weight}`, await subsetFont(whole, [...letters].join(''), options));
    }
  }
  return {
    files,
    runs(text, weight) {
      const runs: { font: string; text: string }[] = [];
      for (const each of text) {
        const letter = sliceOf.has(each) ? each : '?';
        const font = `${sliceOf.get(letter) ?? ''} ${weight}`;
        const last = runs.at(-1);
        if (last?.font === font) last.text += letter;
        else runs.push({ font, text: letter });
      }
      return runs;
    },
  };
}
