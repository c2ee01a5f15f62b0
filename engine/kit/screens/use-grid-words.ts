import { useEffect, useState } from 'react';
import { useCulture } from '../ui/culture.ts';

/** What the grid itself says, in the culture of the screens; null until the words are there. */
export function useGridWords(): Record<string, string> | null {
  const culture = useCulture();
  const [words, setWords] = useState<Record<string, string> | null>(culture === 'en-US' ? {} : null);
  useEffect(() => {
    if (culture === 'en-US') return setWords({});
    void import('./grid-locale-zh-cn.ts').then(
      (found) => setWords(found.default),
      // A list with a few English words is better than none.
      () => setWords({}),
    );
  }, [culture]);
  return words;
}
