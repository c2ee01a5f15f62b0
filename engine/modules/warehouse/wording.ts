import { useTranslation } from 'react-i18next';
import { useCulture, wordsOf } from '../../kit/index.ts';

/** The words of this module, and those of every page. */
export const useWords = () => useTranslation(wordsOf('warehouse')).t;

/** Figures as the language writes them, days as all pages do; nothing is rounded that was not rounded before. */
export function useFigures() {
  const culture = useCulture();
  const amount = new Intl.NumberFormat(culture, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const quantity = new Intl.NumberFormat(culture, { maximumFractionDigits: 4 });
  return {
    amount: (value: string | number) => amount.format(Number(value)),
    quantity: (value: string | number) => quantity.format(Number(value)),
    day: (iso: string | null) => iso?.slice(0, 10) ?? '',
    count: (value: number) => quantity.format(value),
  };
}

/** The calendar month before this one, as two days. */
export function lastMonth(now = new Date()): { readonly from: string; readonly to: string } {
  const iso = (day: Date): string => day.toISOString().slice(0, 10);
  const [year, month] = [now.getFullYear(), now.getMonth()];
  return { from: iso(new Date(Date.UTC(year, month - 1, 1))), to: iso(new Date(Date.UTC(year, month, 0))) };
}
