import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { moneyText } from '../../core/index.ts';
import { useCulture, wordsOf } from '../../kit/index.ts';

/** The words of this module, and those of every page. */
export const useWords = () => useTranslation(wordsOf('freight')).t;

/** Money in the reader's language; amounts come as decimal texts and are never rounded on the way. */
export function useMoney() {
  const culture = useCulture();
  return useMemo(() => (amount: string, currency: string) => moneyText(amount, { currency, culture }), [culture]);
}
