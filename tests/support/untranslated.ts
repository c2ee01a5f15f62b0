import type { Page } from 'playwright';
import { countries } from '../../engine/core/index.ts';

/**
 * Listens to what the server tells a page of its records, and finds what the page says in plain letters that came from
 * nowhere: in a pseudo-language every word that someone could translate is accented.
 */
export function listenForRecords(page: Page): { untranslated(): Promise<string[]> } {
  const heard = new Set<string>();
  const answers: Promise<void>[] = [];
  page.on('response', (answer) => {
    const path = new URL(answer.url()).pathname;
    if (!path.startsWith('/api/') || /^\/api\/(texts|meta)/.test(path)) return;
    const read = async () => {
      for (const word of plainWords(await answer.text())) heard.add(word);
    };
    answers.push(read().catch(() => undefined));
  });
  return {
    async untranslated() {
      await Promise.all(answers);
      const texts = await page.evaluate(shownTexts);
      return texts.filter((text) => plainWords(text).some((word) => !heard.has(word) && !named.has(word)));
    },
  };
}

/** Three plain letters and more. */
function plainWords(text: string): string[] {
  return text.match(/(?<![\p{L}\d])[A-Za-z]{3,}(?![\p{L}])/gu) ?? [];
}

/** What is called so in every language: the product, languages by their own name, keys. The browser names countries. */
const regions = new Intl.DisplayNames('en', { type: 'region' });
const named = new Set([
  ...['Lading', 'English', 'Ctrl', 'Esc', 'PDF', 'https'],
  // How long ago something was: the browser says it, in English for a language that there is not.
  ...[
    'seconds',
    'minute',
    'minutes',
    'hour',
    'hours',
    'day',
    'days',
    'weeks',
    'months',
    'ago',
    'yesterday',
    'now',
    'this',
    'last',
  ],
  ...[...countries].flatMap((code) => plainWords(regions.of(code) ?? '')),
]);

/** Every text that is shown, and every name that is only heard. */
function shownTexts(): string[] {
  const found = new Set<string>();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const parent = node.parentElement;
    if (!parent || parent.closest('script, style, svg, kbd, code, option') || parent.getClientRects().length === 0)
      continue;
    found.add(node.textContent?.trim() ?? '');
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]')) {
    // The library's own drawings in its controls say nothing that matters; their controls have names of their own.
    if (element.closest('[aria-hidden=true], .ant-picker .anticon, .ant-select .anticon')) continue;
    for (const name of ['aria-label', 'placeholder', 'title']) found.add(element.getAttribute(name) ?? '');
  }
  return [...found];
}
