import { create } from 'zustand';
import { isText, storeLocally, readStored } from './local-storage.ts';
import { applyTokens, type ThemePreference } from './palette.ts';
import { useSettings } from './settings.ts';
import type { Brightness } from './tokens.ts';

export type Appearance = 'system' | 'light' | 'dark';

interface AppearanceStore {
  appearance: Appearance;
  brightness: Brightness;
  setAppearance(appearance: Appearance): void;
}

const darkQuery = '(prefers-color-scheme: dark)';

/** Light, dark, or as the system has it; kept in this browser and handed to CSS at once. */
export const useAppearance = create<AppearanceStore>((set) => {
  const appearance = readStored<Appearance>('APPEARANCE', isText) ?? 'system';
  return {
    appearance,
    brightness: brightnessOf(appearance),
    setAppearance(next) {
      storeLocally('APPEARANCE', next);
      set({ appearance: next, brightness: brightnessOf(next) });
    },
  };
});

/** The colours that the person has asked for, as they are now. */
export function useThemePreference(): ThemePreference {
  const brightness = useAppearance((state) => state.brightness);
  const accent = useSettings((state) => state.accent);
  const weak = useSettings((state) => state.colorWeak);
  return { brightness, accent, weak };
}

/** Draws the page in the chosen colours from now on. Called once, before the first render. */
export function startAppearance(): void {
  const apply = () => {
    const { accent, colorWeak } = useSettings.getState();
    const { brightness } = useAppearance.getState();
    applyTokens(document.documentElement, { brightness, accent, weak: colorWeak });
  };
  apply();
  useAppearance.subscribe(apply);
  useSettings.subscribe((now, before) => {
    if (now.accent !== before.accent || now.colorWeak !== before.colorWeak) apply();
  });
  matchMedia(darkQuery).addEventListener('change', () => {
    const { appearance } = useAppearance.getState();
    useAppearance.setState({ brightness: brightnessOf(appearance) });
  });
}

function brightnessOf(appearance: Appearance): Brightness {
  if (appearance !== 'system') return appearance;
  return typeof matchMedia === 'function' && matchMedia(darkQuery).matches ? 'dark' : 'light';
}
