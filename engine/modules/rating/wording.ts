import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { moneyText } from '../../core/index.ts';
import { useCulture, wordsOf } from '../../kit/index.ts';
import { units, type UnitType } from './draft.ts';

/** The words of this module, and those of every page. */
export const useWords = () => useTranslation(wordsOf('rating')).t;

/** Figures in the reader's language. */
export function useFigures() {
  const culture = useCulture();
  return useMemo(() => {
    const day = new Intl.DateTimeFormat(culture, {
      ...({ weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' } as const),
    });
    const plain = new Intl.NumberFormat(culture, { maximumFractionDigits: 4 });
    return {
      money(amount: number, currency: string | undefined): string {
        if (!currency) return amount.toFixed(2);
        return moneyText(amount, { currency, culture });
      },
      weight: (weight: number, unit: UnitType) => `${plain.format(weight)} ${units[unit].weight}`,
      percent: (share: number) =>
        new Intl.NumberFormat(culture, { style: 'percent', maximumFractionDigits: 1 }).format(share),
      day: (date: string) => day.format(new Date(`${date}T00:00:00Z`)),
    };
  }, [culture]);
}
