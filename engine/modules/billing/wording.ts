import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { moneyText } from '../../core/index.ts';
import { useCulture, wordsOf } from '../../kit/index.ts';

/** The words of this module, and those of every page. */
export const useWords = () => useTranslation(wordsOf('billing')).t;

/** Figures in the reader's language. */
export function useFigures() {
  const culture = useCulture();
  return useMemo(() => {
    const count = new Intl.NumberFormat(culture);
    return {
      money: (amount: number, currency: string) => moneyText(amount, { currency, culture }),
      count: (number: number) => count.format(number),
    };
  }, [culture]);
}
