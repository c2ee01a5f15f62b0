import type { Brightness, Palette } from './tokens.ts';

/** The eight colours to choose from, as the clients of this wire name them; the second is the product's own. */
export const accents = Object.freeze([
  '#F5222D',
  '#FA541C',
  '#FAAD14',
  '#13C2C2',
  '#52C41A',
  '#1890FF',
  '#2F54EB',
  '#722ED1',
] as const);

export type Accent = (typeof accents)[number];

export type AccentColours = Pick<
  Palette,
  'primary' | 'primaryHover' | 'primarySoft' | 'onPrimary' | 'brandText' | 'brandFrom' | 'brandTo'
>;

type Rgb = readonly [number, number, number];

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];

/**
 * The palette's colours that follow an accent, moved towards black or white until they can be read (WCAG AA) on the
 * surfaces given: none of the eight could stand as it is. Pure.
 */
export function accentColours(
  accent: string,
  brightness: Brightness,
  on: Pick<Palette, 'page' | 'surface' | 'raised'>,
): AccentColours {
  const seed = parse(accent);
  if (brightness === 'light') {
    const soft = mix(white, seed, 0.08);
    const primary = until(seed, black, (colour) => contrast(colour, white) >= 5.2);
    const brandText = until(
      primary,
      black,
      (colour) => contrast(colour, soft) >= 5 && contrast(colour, parse(on.page)) >= 5,
    );
    return {
      primary: print(primary),
      primaryHover: print(mix(primary, black, 0.18)),
      primarySoft: print(soft),
      onPrimary: '#ffffff',
      brandText: print(brandText),
      brandFrom: print(mix(primary, black, 0.42)),
      brandTo: print(primary),
    };
  }
  const surface = parse(on.surface);
  const soft = mix(surface, seed, 0.16);
  const ink = mix(black, seed, 0.07);
  const primary = until(seed, white, (colour) => contrast(colour, ink) >= 5.2 && contrast(colour, surface) >= 4.5);
  const brandText = until(
    primary,
    white,
    (colour) => contrast(colour, soft) >= 5 && contrast(colour, parse(on.raised)) >= 6,
  );
  return {
    primary: print(primary),
    primaryHover: print(mix(primary, white, 0.22)),
    primarySoft: print(soft),
    onPrimary: print(ink),
    brandText: print(brandText),
    brandFrom: print(mix(seed, black, 0.8)),
    brandTo: print(mix(seed, black, 0.55)),
  };
}

/** How well one colour can be read on another: 1 to 21, as WCAG counts it. */
export const contrastOf = (one: string, other: string): number => contrast(parse(one), parse(other));

function until(colour: Rgb, towards: Rgb, isGood: (colour: Rgb) => boolean): Rgb {
  for (let part = 0; part <= 1; part += 0.02) {
    const moved = mix(colour, towards, part);
    if (isGood(moved)) return moved;
  }
  return towards;
}

const mix = (from: Rgb, to: Rgb, part: number): Rgb =>
  from.map((value, at) => Math.round(value + ((to[at] ?? 0) - value) * part)) as unknown as Rgb;

const parse = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;

const print = (rgb: Rgb): string => `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`;

function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Rgb, other: Rgb): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}
