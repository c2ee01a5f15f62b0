import { StrictMode, useEffect, useState, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { modules } from '../modules/index.ts';
import type { PublicPageProps } from '../kit/controllers/modules.ts';
import './public.css';

/*
 * The pages that anybody may open, at `/public/<name>`: a page of their own beside the application, so that anyone who looks
 * once, on a phone, loads none of it.
 */

/** The built-in languages, each in its own words. */
const cultures = Object.fromEntries(
  ['en-US', 'zh-CN'].map((code) => [
    code,
    new Intl.DisplayNames(code, { type: 'language' }).of(code.slice(0, 2)) ?? code,
  ]),
);
type Culture = string;
type Words = Readonly<Record<string, string>>;
type Answer<T> = { success: boolean; message: string; data: T; issues?: readonly { message: string }[] };

const isCulture = (text: string | null): text is Culture => text !== null && Object.hasOwn(cultures, text);
const files = import.meta.glob<Words>('../../locales/*/modules/*.json', { import: 'default' });
const name = location.pathname.split('/')[2] ?? '';
const found = modules.find(({ publicPages = {} }) => Object.hasOwn(publicPages, name));

/** By the address, which a mail or the switch says; by the browser; by the tenant. */
function firstCulture(ofTenant: string): Culture {
  const asked = new URLSearchParams(location.search).get('culture');
  if (isCulture(asked)) return asked;
  for (const language of navigator.languages) {
    const fits = (Object.keys(cultures) as Culture[]).find((code) => code.slice(0, 2) === language.slice(0, 2));
    if (fits) return fits;
  }
  return isCulture(ofTenant) ? ofTenant : 'en-US';
}

async function wordsIn(culture: Culture, module: string): Promise<Words> {
  const edited = fetch(`/api/texts?culture=${culture}`).then(
    async (answer) => ((await answer.json()) as Answer<{ texts: Record<string, Words> }>).data.texts,
    () => ({}) as Record<string, Words>,
  );
  const [built, edits] = await Promise.all([files[`../../locales/${culture}/modules/${module}.json`]?.(), edited]);
  return { ...built, ...edits[`modules/${module}`] };
}

function Page({
  Component,
  module,
  brand,
}: {
  Component: ComponentType<PublicPageProps>;
  module: string;
  brand: PublicPageProps['brand'] & { culture: string };
}) {
  const [culture, setCulture] = useState(() => firstCulture(brand.culture));
  const [words, setWords] = useState<Words | null>(null);
  useEffect(() => {
    let cancelled = false;
    document.documentElement.lang = culture;
    void (async () => {
      const next = await wordsIn(culture, module);
      if (!cancelled) setWords(next);
    })();
    return () => {
      cancelled = true;
    };
  }, [culture, module]);
  if (!words) return null;
  const t: PublicPageProps['t'] = (key, params = {}) =>
    (words[key] ?? key).replace(/\{(\w+)\}/g, (_, param: string) => String(params[param] ?? ''));
  const request = async <T,>(path: string, body: object): Promise<T> => {
    const answer = await fetch(`/api/${path}?culture=${culture}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-wire': 'plain' },
      body: JSON.stringify(body),
    });
    const { success, message, data, issues } = (await answer.json()) as Answer<T>;
    if (!success) throw new Error(issues?.[0]?.message ?? message);
    return data;
  };
  const onCulture = (next: string) => {
    if (!isCulture(next)) return;
    const address = new URL(location.href);
    address.searchParams.set('culture', next);
    history.replaceState(null, '', address);
    setCulture(next);
  };
  return <Component {...{ culture, cultures, onCulture, brand, t, ask: request }} />;
}

void (async () => {
  const load = found?.publicPages?.[name];
  // An unknown address: the start page lists what exists.
  if (!found || !load) return location.replace('/');
  const asked = fetch('/api/sysTenant/GetDoMain').then(
    async (answer) => ((await answer.json()) as Answer<{ name: string; logo: string | null; culture: string }>).data,
    () => ({ name: 'Lading', logo: null, culture: 'en-US' }),
  );
  const [page, brand] = await Promise.all([load(), asked]);
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <Page Component={page.default} module={found.name} brand={brand} />
    </StrictMode>,
  );
})();
