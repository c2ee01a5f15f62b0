import { create } from 'zustand';
import { accents, type Accent } from './accent.ts';
import { storeLocally, readStored } from './local-storage.ts';

/** How this person likes the frame around the screens; kept in this browser under the names of the wire's clients. */
export interface Settings {
  menuTheme: 'light' | 'dark';
  accent: Accent;
  layout: 'sidemenu' | 'topmenu';
  contentWidth: 'Fixed' | 'Fluid';
  fixedHeader: boolean;
  /** Only with a fixed header. */
  autoHideHeader: boolean;
  /** Not with the menu on top. */
  fixedSidebar: boolean;
  colorWeak: boolean;
  multiTab: boolean;
  crumbs: boolean;
  /** Whether the side menu shows its words; without them it is narrow. */
  sidebarOpen: boolean;
  /** Whether plain keys (`c`, `g`, `?`) do something (WCAG 2.1.4). */
  singleKeys: boolean;
}

export const defaultSettings: Settings = Object.freeze({
  menuTheme: 'light',
  accent: '#FA541C',
  layout: 'sidemenu',
  contentWidth: 'Fixed',
  fixedHeader: true,
  autoHideHeader: false,
  fixedSidebar: true,
  colorWeak: false,
  multiTab: false,
  crumbs: false,
  sidebarOpen: true,
  singleKeys: true,
});

const keys: Readonly<Record<keyof Settings, string>> = {
  menuTheme: 'DEFAULT_THEME',
  accent: 'DEFAULT_COLOR',
  layout: 'DEFAULT_LAYOUT_MODE',
  contentWidth: 'DEFAULT_CONTENT_WIDTH_TYPE',
  fixedHeader: 'DEFAULT_FIXED_HEADER',
  autoHideHeader: 'DEFAULT_FIXED_HEADER_HIDDEN',
  fixedSidebar: 'DEFAULT_FIXED_SIDEMENU',
  colorWeak: 'DEFAULT_COLOR_WEAK',
  multiTab: 'DEFAULT_MULTI_TAB',
  crumbs: 'DEFAULT_CRUMBS_STATE',
  sidebarOpen: 'SIDEBAR_TYPE',
  singleKeys: 'SINGLE_KEYS',
};

const choices: Partial<Record<keyof Settings, readonly unknown[]>> = {
  menuTheme: ['light', 'dark'],
  accent: accents,
  layout: ['sidemenu', 'topmenu'],
  contentWidth: ['Fixed', 'Fluid'],
};

export type Change = Partial<Settings>;

/**
 * The settings after a change, and what follows from it: another layout lets the sidebar go, only the top menu may be
 * fluid, and a header that moves with the page cannot hide by itself. Pure.
 */
export function changeSettings(before: Settings, change: Change): Settings {
  const after = { ...before, ...change };
  if (after.layout !== before.layout) after.fixedSidebar = false;
  if (after.layout === 'topmenu') after.fixedSidebar = false;
  else after.contentWidth = 'Fixed';
  if (!after.fixedHeader) after.autoHideHeader = false;
  return after;
}

interface SettingsStore extends Settings {
  change(change: Change): void;
}

export const useSettings = create<SettingsStore>((set, get) => ({
  ...storedSettings(),
  change(change) {
    const { change: _change, ...before } = get();
    const after = changeSettings(before, change);
    for (const [name, key] of Object.entries(keys) as [keyof Settings, string][]) {
      if (after[name] !== before[name]) storeLocally(key, after[name]);
    }
    set(after);
  },
}));

/** The settings stored in this browser; anything invalid becomes the default. */
export function storedSettings(): Settings {
  const stored = Object.entries(keys).flatMap(([name, key]) => {
    const value = readStored<unknown>(key);
    const usual = defaultSettings[name as keyof Settings];
    const allowed = choices[name as keyof Settings];
    const fits = allowed ? allowed.includes(value) : typeof value === typeof usual;
    return fits ? [[name, value]] : [];
  });
  const settings = { ...defaultSettings, ...(Object.fromEntries(stored) as Change) };
  return changeSettings(settings, {});
}
