import { create } from 'zustand';
import { keep, readKept } from './kept.ts';
import { applyTokens, type Brightness } from './tokens.ts';

export type Appearance = 'system' | 'light' | 'dark';

interface AppearanceStore {
  appearance: Appearance;
  brightness: Brightness;
  setAppearance(appearance: Appearance): void;
}

const darkQuery = '(prefers-color-scheme: dark)';

/** Light, dark, or as the system has it; kept in this browser and handed to CSS at once. */
export const useAppearance = create<AppearanceStore>((set) => {
  const appearance = readKept<Appearance>('APPEARANCE') ?? 'system';
  return {
    appearance,
    brightness: brightnessOf(appearance),
    setAppearance(next) {
      keep('APPEARANCE', next);
      set({ appearance: next, brightness: brightnessOf(next) });
    },
  };
});

/** Draws the page in the chosen brightness from now on. Called once, before the first render. */
export function startAppearance(): void {
  applyTokens(document.documentElement, useAppearance.getState().brightness);
  useAppearance.subscribe((state) => applyTokens(document.documentElement, state.brightness));
  matchMedia(darkQuery).addEventListener('change', () => {
    const { appearance } = useAppearance.getState();
    useAppearance.setState({ brightness: brightnessOf(appearance) });
  });
}

function brightnessOf(appearance: Appearance): Brightness {
  if (appearance !== 'system') return appearance;
  return typeof matchMedia === 'function' && matchMedia(darkQuery).matches ? 'dark' : 'light';
}
