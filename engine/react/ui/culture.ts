import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import { initReactI18next } from 'react-i18next';
import { keep, readKept } from './kept.ts';

export const cultures = ['zh-CN', 'en-US'] as const;
export type Culture = (typeof cultures)[number];

/** The languages in their own words, which no translation may change. */
export const cultureNames: Readonly<Record<Culture, string>> = { 'zh-CN': '简体中文', 'en-US': 'English' };

const namespaces = ['engine', 'shell', 'errors'] as const;
const files = import.meta.glob<Record<string, string>>('../../../locales/*/{engine,shell,errors}.json', {
  import: 'default',
});

/** Loads the words of the kept culture; resolves before the first render so that no key is ever seen. */
export async function startTexts(culture: Culture = keptCulture()): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: culture,
    resources: { [culture]: await loadWords(culture) },
    ns: [...namespaces],
    defaultNS: 'engine',
    fallbackNS: [...namespaces],
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
    react: { useSuspense: false },
  });
  document.documentElement.lang = culture;
}

export function currentCulture(): Culture {
  return (i18next.language as Culture | undefined) ?? keptCulture();
}

/** The culture of the screens; the component draws again when it changes. */
export function useCulture(): Culture {
  return useSyncExternalStore(listen, currentCulture);
}

/** Changes the language of everything on the page, without a reload, and keeps the choice. */
export async function switchCulture(culture: Culture): Promise<void> {
  const words = await loadWords(culture);
  for (const [namespace, texts] of Object.entries(words))
    i18next.addResourceBundle(culture, namespace, texts, false, true);
  keep('CULTURE', culture);
  document.documentElement.lang = culture;
  await i18next.changeLanguage(culture);
}

function keptCulture(): Culture {
  const kept = readKept<string>('CULTURE');
  return cultures.find((culture) => culture === kept) ?? 'zh-CN';
}

async function loadWords(culture: Culture): Promise<Record<string, Record<string, string>>> {
  const loaded = namespaces.map(async (namespace) => {
    const load = files[`../../../locales/${culture}/${namespace}.json`];
    return [namespace, load ? await load() : {}] as const;
  });
  return Object.fromEntries(await Promise.all(loaded));
}

function listen(changed: () => void): () => void {
  i18next.on('languageChanged', changed);
  return () => i18next.off('languageChanged', changed);
}
