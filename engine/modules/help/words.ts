import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../kit/index.ts';

/** The words of this module, and those of every page. */
export const useWords = () => useTranslation(wordsOf('help'));

/** Paragraphs under a key, which are numbered from one; none where there are none. */
export function paragraphs(t: (key: string, options: { defaultValue: string }) => string, key: string): string[] {
  const found: string[] = [];
  for (let at = 1; ; at += 1) {
    const text = t(`${key}.${at}`, { defaultValue: '' });
    if (text === '') return found;
    found.push(text);
  }
}
