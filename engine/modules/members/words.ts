import { useTranslation } from 'react-i18next';
import { useMemo } from 'react';
import { moneyText } from '../../core/index.ts';
import { useCulture, wordsOf } from '../../kit/index.ts';

/** The words of this module, and those of every page. */
export const useWords = () => useTranslation(wordsOf('members')).t;

/** Amounts in the reader's language. */
export function useFigures() {
  const culture = useCulture();
  return useMemo(() => {
    const money = (amount: number, currency: string) => moneyText(amount, { currency, culture });
    return { money };
  }, [culture]);
}
