import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { moneyText } from '../../core/index.ts';
import { useCulture, wordsOf } from '../../kit/index.ts';

/** The words of this module, and those of every page. */
export const useWords = () => useTranslation(wordsOf('receivables')).t;

/** Figures in the reader's language; sums come as decimal texts and are never rounded on the way. */
export function useFigures() {
  const culture = useCulture();
  return useMemo(() => {
    const count = new Intl.NumberFormat(culture);
    const day = new Intl.DateTimeFormat(culture, { dateStyle: 'medium', timeZone: 'UTC' });
    return {
      money: (amount: string, currency: string) => moneyText(amount, { currency, culture }),
      count: (number: number) => count.format(number),
      day: (date: string) => day.format(new Date(`${date}T00:00:00Z`)),
    };
  }, [culture]);
}
