import { accentColours } from './accent.ts';
import { palettes, type Brightness, type Palette } from './tokens.ts';

/** What colours a person has asked for. */
export interface ThemePreference {
  brightness: Brightness;
  accent: string;
  /** For eyes that do not tell red from green: good is blue, warnings are orange. */
  weak: boolean;
}

/** The product's own accent; its colours are the hand-chosen ones above. */
export const ownAccent = '#FA541C';

/** The palette for a taste. Pure. */
export function paletteOf({ brightness, accent, weak }: ThemePreference): Palette {
  const base = palettes[brightness];
  const coloured = accent === ownAccent ? base : { ...base, ...accentColours(accent, brightness, base) };
  return weak
    ? { ...coloured, good: base.info, goodSoft: base.infoSoft, bad: base.warn, badSoft: base.warnSoft }
    : coloured;
}

/** A palette as CSS variables: `--c-text-soft` from `textSoft`, and so on. */
export const cssVariables = (palette: Palette): Record<string, string> =>
  Object.fromEntries(Object.entries(palette).map(([name, value]) => [variableOf(name), value as string]));

/** Every colour as a reference to its CSS variable, for what follows a change by itself. */
export const cssPalette: Palette = Object.freeze(
  Object.fromEntries(Object.keys(palettes.light).map((name) => [name, `var(${variableOf(name)})`])),
) as unknown as Palette;

/** Hands the colours to CSS. */
export function applyTokens(root: HTMLElement, preference: ThemePreference): void {
  root.dataset.theme = preference.brightness;
  root.dataset.weak = String(preference.weak);
  root.style.colorScheme = preference.brightness;
  for (const [name, value] of Object.entries(cssVariables(paletteOf(preference)))) root.style.setProperty(name, value);
}

function variableOf(name: string): string {
  return `--c-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
