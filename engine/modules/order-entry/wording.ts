import { createContext, useContext, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { moneyText } from '../../core/index.ts';
import { useCulture, wordsOf, type EntityLabels } from '../../kit/index.ts';

/** The words of this module, and those of every page. */
export const useWords = () => useTranslation(wordsOf('order-entry')).t;

/** What every part of the page must know: the order's own words, what is wrong where, and whether anything may be typed. */
export interface Desk {
  words: EntityLabels;
  /** Why something is refused, by its place on the page. */
  faults: Readonly<Record<string, string>>;
  disabled: boolean;
}

export const DeskContext = createContext<Desk | null>(null);

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('outside of the page');
  return desk;
}

/** Figures in the reader's language. */
export function useFigures() {
  const culture = useCulture();
  return useMemo(() => {
    const day = new Intl.DateTimeFormat(culture, {
      ...({ weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' } as const),
    });
    return {
      money: (amount: number, currency: string | undefined) =>
        currency ? moneyText(amount, { currency, culture }) : amount.toFixed(2),
      day: (date: string) => day.format(new Date(`${date}T00:00:00Z`)),
    };
  }, [culture]);
}
