import { useEffect, useState } from 'react';
import { useCulture } from '../../engine/kit/index.ts';
import type { Names } from '../document/names.ts';
import { loadWordPairs } from '../document/word-pairs.ts';

export type WordPair = (text: string, from: string) => string;

const unknown: WordPair = () => '';

/** What the product calls things in the other language, as soon as it is loaded. */
export function useWordPairs(): WordPair {
  const [pair, setPair] = useState<WordPair>(() => unknown);
  useEffect(() => {
    let cancelled = false;
    // Without it nothing is suggested.
    loadWordPairs().then(
      (found) => cancelled || setPair(() => found),
      () => undefined,
    );
    return () => {
      cancelled = true;
    };
  }, []);
  return pair;
}

/** The language in which a person names things first: the one of their screens. */
export const useFirstCulture = (): keyof Names => (useCulture() === 'zh-CN' ? 'zh-CN' : 'en-US');

export const otherCulture = (first: keyof Names): keyof Names => (first === 'zh-CN' ? 'en-US' : 'zh-CN');

/** The names of something new: the person writes their own language, and the other one is suggested until it is typed. */
export function useNames() {
  const first = useFirstCulture();
  const second = otherCulture(first);
  const pair = useWordPairs();
  const [typed, setTyped] = useState<Partial<Names>>({});
  const own = typed[first] ?? '';
  const other = typed[second] ?? pair(own, first);
  const names: Names = first === 'zh-CN' ? { 'zh-CN': own, 'en-US': other } : { 'zh-CN': other, 'en-US': own };
  return {
    first,
    names,
    setNames: (next: Names) =>
      setTyped({
        ...typed,
        ...(next[first] === own ? {} : { [first]: next[first] }),
        ...(next[second] === other ? {} : { [second]: next[second] }),
      }),
  };
}
