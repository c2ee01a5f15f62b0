import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCulture, useValueContext, wordsOf } from '../../kit/index.ts';
import { figuresIn } from './figures.ts';

/** The words of this module, and those of every page. */
export const useWords = () => useTranslation(wordsOf('boards')).t;

/** Figures and moments in the reader's language and the tenant's time. */
export function useFigures() {
  const culture = useCulture();
  const { timeZone } = useValueContext();
  return useMemo(() => figuresIn(culture, timeZone), [culture, timeZone]);
}

/** By which share a figure changed; null where there is nothing to compare with. */
export const changeOf = (now: number, before: number): number | null =>
  before === 0 || now === before ? null : (now - before) / Math.abs(before);
