import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { nameKey } from '../names.ts';

/** A place of the postal data. In Canada `city` is the area of the first three characters of a code. */
export interface Town {
  readonly country: 'US' | 'CA';
  readonly state: string;
  readonly city: string;
  /** The name as names are compared. */
  readonly key: string;
  /** `00601,00603-00605`, or `M5V`. */
  readonly codes: string;
}

export interface Postal {
  /** The place of a five-digit code, or of the first three characters of a Canadian one. */
  townOf(code: string): Town | null;
  /** Every state that a code of the US with these three first digits may lie in. */
  statesOf(firstThree: string): readonly string[];
  /** The places of a state, in the order of their names. */
  townsIn(country: 'US' | 'CA', state: string): readonly Town[];
  statesIn(country: 'US' | 'CA'): readonly string[];
}

let kept: Postal | null = null;

/** Read when the first address is checked and once; a few megabytes. */
export function postal(): Postal {
  kept ??= readPostal(brotliDecompressSync(readFileSync(dataFile()), { maxOutputLength: 4_000_000 }).toString('utf8'));
  return kept;
}

/** The file is part of the sources, wherever the program was built to. */
function dataFile(): string {
  const path = 'server/domain/addresses/postal/postal.txt.br';
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, path)) && folder !== dirname(folder)) folder = dirname(folder);
  return join(folder, path);
}

/**
 * Lines are parsed on first use, so that the first address takes a few milliseconds and not the time to parse a whole
 * continent.
 */
export function readPostal(text: string): Postal {
  const lines = text.split('\n').filter((line) => line !== '');
  /** The line of every American code, counted from 1. */
  const american = new Uint16Array(100_000);
  const canadian = new Map<string, number>();
  const byState = new Map<string, { from: number; to: number }>();
  for (const [at, line] of lines.entries()) {
    const state = line.slice(0, 5);
    const known = byState.get(state);
    if (known) known.to = at + 1;
    else byState.set(state, { from: at, to: at + 1 });
    const codes = line.slice(line.lastIndexOf('|') + 1);
    if (line.startsWith('CA')) for (const area of codes.split(',')) canadian.set(area, at);
    else for (const [first, last] of rangesOf(codes)) american.fill(at + 1, first, last + 1);
  }
  const towns: (Town | undefined)[] = [];
  const townAt = (at: number): Town | null => {
    const line = lines[at];
    return line === undefined ? null : (towns[at] ??= readTown(line));
  };
  const inState = ({ from, to }: { from: number; to: number }): Town[] =>
    Array.from({ length: to - from }, (_, step) => townAt(from + step)).filter((town) => town !== null);
  return Object.freeze<Postal>({
    townOf: (code) =>
      /^\d{5}$/.test(code) ? townAt((american[Number(code)] ?? 0) - 1) : townAt(canadian.get(code.slice(0, 3)) ?? -1),
    statesOf(firstThree) {
      const from = Number(firstThree) * 100;
      const found = [...american.subarray(from, from + 100)].filter((at) => at > 0);
      return [...new Set(found.map((at) => lines[at - 1]?.slice(3, 5) ?? ''))];
    },
    townsIn(country, state) {
      const range = byState.get(`${country}|${state}`);
      return range ? inState(range) : [];
    },
    statesIn: (country) => [...byState.keys()].filter((key) => key.startsWith(country)).map((key) => key.slice(3)),
  });
}

function readTown(line: string): Town {
  const [country = '', state = '', city = '', codes = ''] = line.split('|');
  return Object.freeze({ country: country === 'CA' ? 'CA' : 'US', state, city, key: nameKey(city), codes });
}

const rangesOf = (codes: string): [number, number][] =>
  codes.split(',').map((part) => {
    const [first = '', last = first] = part.split('-');
    return [Number(first), Number(last)];
  });

/** Every code of a place of the US, the lowest first. */
export const codesOf = ({ codes }: Pick<Town, 'codes'>): string[] =>
  rangesOf(codes).flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, step) => String(from + step).padStart(5, '0')),
  );
