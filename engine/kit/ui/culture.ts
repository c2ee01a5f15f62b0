import i18next, { type FormatterModule } from 'i18next';
import { useSyncExternalStore } from 'react';
import { initReactI18next } from 'react-i18next';
import { formatted, markApart } from '../../core/index.ts';
import { isText, storeLocally, readStored } from './local-storage.ts';
import {
  editsOf,
  fetchEdits,
  isOffered,
  storedEdits,
  useOfferedCultures,
  type Edits,
  type OfferedCulture,
} from './text-edits.ts';

/** Formats in texts are those of the engine, in the browser as on the server. */
const formats: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value, format) => formatted(value, format ?? '') ?? String(value),
};

/** The languages that are built in; more may be offered by the server (`useCultures`). */
export const cultures = ['zh-CN', 'en-US'] as const;
/** The fallback for a text that an added language lacks. */
const base = 'en-US';
export type Culture = string;

/** The built-in languages in their own words, which no translation may change. */
export const cultureNames: Readonly<Record<(typeof cultures)[number], string>> = {
  'zh-CN': '简体中文',
  'en-US': 'English',
};

/** The files of words that every page has, the one that counts first; they are one table, for a word would be looked for in each. */
const common: readonly Namespace[] = ['engine', 'shell', 'errors', 'door'];
const space = 'words';
const namespaces: Namespace[] = [...common];
/** By table and key. */
type Words = Record<string, Record<string, string>>;
type Namespace = 'engine' | 'shell' | 'errors' | 'door' | 'designer' | `modules/${string}`;
const files = import.meta.glob<Record<string, string>>(
  '../../../locales/*/{engine,shell,errors,door,designer,modules/*}.json',
  { import: 'default' },
);

/**
 * Loads the words of the kept culture; resolves before the first render so that no key is ever seen. What was edited on
 * the server since is known from the last visit, and asked for again while the page is drawn.
 */
export async function startTexts(culture: Culture = storedCulture()): Promise<void> {
  const known = isBuiltIn(culture) || storedEdits(culture) ? null : await fetchEdits(culture);
  const opened = isBuiltIn(culture) || storedEdits(culture) || known?.culture === culture ? culture : 'zh-CN';
  await i18next
    .use(initReactI18next)
    .use(formats)
    .init({
      lng: opened,
      resources: { [opened]: await loadWords(opened) },
      ns: [space],
      defaultNS: space,
      fallbackNS: space,
      fallbackLng: false,
      keySeparator: false,
      nsSeparator: false,
      // Nested keys are switched off: edited texts must not act as instructions. Stored texts contain no null character.
      interpolation: { prefix: '{', suffix: '}', escapeValue: false, nestingPrefix: '\u0000' },
      react: { useSuspense: false, bindI18nStore: 'added' },
    });
  document.documentElement.lang = opened;
  void refreshTexts();
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void refreshTexts());
  window.addEventListener('focus', () => void refreshTexts());
}

/** Words of a part of the product that few people open: loaded with it, and from then on in every language that is chosen. */
export async function wantTexts(namespace: Namespace): Promise<void> {
  if (!namespaces.includes(namespace)) namespaces.push(namespace);
  const culture = currentCulture();
  put(culture, await loadWords(culture));
}

export function currentCulture(): Culture {
  return (i18next.language as Culture | undefined) ?? storedCulture();
}

/** The culture of the screens; the component draws again when it changes. */
export function useCulture(): Culture {
  return useSyncExternalStore(listen, currentCulture);
}

const builtIn = cultures.map((code): OfferedCulture => ({ code, name: cultureNames[code] }));

/** Every language that may be chosen: the built-in ones, and those added while the server runs. */
export function useCultures(): readonly OfferedCulture[] {
  return useOfferedCultures() ?? builtIn;
}

/** Changes the language of everything on the page, without a reload, and keeps the choice. */
export async function switchCulture(culture: Culture): Promise<void> {
  if (!isBuiltIn(culture)) await fetchEdits(culture);
  put(culture, await loadWords(culture));
  storeLocally('CULTURE', culture);
  document.documentElement.lang = culture;
  await i18next.changeLanguage(culture);
  void refreshTexts();
}

let latest = 0;
/** Looks that follow one another closer than this are one: a window that gets the focus also becomes visible. */
const idleMilliseconds = 2000;

/** Asks the server for edited texts; what is new is on every screen at once. A silent server changes nothing. */
export async function refreshTexts(now = false): Promise<void> {
  if (!now && Date.now() - latest < idleMilliseconds) return;
  latest = Date.now();
  const culture = currentCulture();
  const before = printEdits(editsOf(culture));
  const edits = await fetchEdits(culture);
  if (!edits || culture !== currentCulture()) return;
  if (!isBuiltIn(culture) && !isOffered(edits, culture)) return switchCulture('zh-CN');
  // New texts render everything again, so a file without any is skipped.
  if (printEdits(edits.texts) !== before) put(culture, await loadWords(culture));
}

/** The stored culture, else the browser's if it is supported, else Chinese. */
function storedCulture(): Culture {
  return chosenCulture() ?? 'zh-CN';
}

/** The culture that this browser asks for, by an earlier choice or by its own languages; null where it asks for neither. */
export function chosenCulture(latest: readonly string[] = navigator.languages ?? []): Culture | null {
  const stored = readStored<string>('CULTURE', isText);
  if (stored) return stored;
  for (const language of latest) {
    const found = cultures.find((culture) => culture.slice(0, 2) === language.slice(0, 2).toLowerCase());
    if (found) return found;
  }
  return null;
}

export const isCulture = (text: unknown): text is Culture => cultures.some((culture) => culture === text);

const isBuiltIn = (culture: Culture): boolean => isCulture(culture);

const printEdits = (texts: Edits['texts']): string =>
  JSON.stringify(Object.entries(texts).filter(([, words]) => Object.keys(words).length > 0));

function put(culture: Culture, words: Words): void {
  for (const [namespace, texts] of Object.entries(words))
    i18next.addResourceBundle(culture, namespace, texts, false, true);
}

/** The built-in texts, overlaid with edits. */
async function loadWords(culture: Culture): Promise<Words> {
  const edits: Edits['texts'] = editsOf(culture);
  const loaded = namespaces.map(async (namespace) => {
    const load = files[`../../../locales/${isBuiltIn(culture) ? culture : base}/${namespace}.json`];
    const texts = Object.entries({ ...(load ? await load() : {}), ...edits[namespace] });
    return [namespace, Object.fromEntries(texts.map(([key, text]) => [key, markApart(text)]))] as const;
  });
  const words: Words = { [space]: {} };
  for (const [namespace, texts] of (await Promise.all(loaded)).toReversed()) {
    if (common.includes(namespace)) Object.assign(words[space]!, texts);
    else words[namespace] = texts;
  }
  return words;
}

function listen(changed: () => void): () => void {
  i18next.on('languageChanged', changed);
  return () => i18next.off('languageChanged', changed);
}
