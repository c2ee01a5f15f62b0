import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCulture, useValueContext, wordsOf } from '../../kit/index.ts';

/** The words of this module, and those of every page. */
export const useWords = () => useTranslation(wordsOf('boards')).t;

/** Figures and moments in the reader's language; sums come as decimal texts and are never rounded on the way. */
export function useFigures() {
  const culture = useCulture();
  const { timeZone } = useValueContext();
  return useMemo(() => {
    const count = new Intl.NumberFormat(culture);
    const tenth = new Intl.NumberFormat(culture, { maximumFractionDigits: 1 });
    const share = new Intl.NumberFormat(culture, { style: 'percent', maximumFractionDigits: 1 });
    const moment = new Intl.DateTimeFormat(culture, { dateStyle: 'medium', timeStyle: 'short', timeZone });
    const brief = new Intl.NumberFormat(culture, { notation: 'compact', maximumFractionDigits: 1 });
    const day = new Intl.DateTimeFormat(culture, { dateStyle: 'medium', timeZone: 'UTC' });
    return {
      money: (amount: string, currency: string) =>
        new Intl.NumberFormat(culture, { style: 'currency', currency }).format(amount as `${number}`),
      count: (number: number) => count.format(number),
      tenth: (number: number) => tenth.format(number),
      percent: (part: number) => share.format(part),
      brief: (number: number) => brief.format(number),
      moment: (at: string) => moment.format(new Date(at)),
      day: (date: string) => day.format(new Date(`${date}T00:00:00Z`)),
      dayOfMonth: (date: string) => Number(date.slice(8, 10)),
    };
  }, [culture, timeZone]);
}

/** By which share a figure changed; null where there is nothing to compare with. */
export const changeOf = (now: number, before: number): number | null =>
  before === 0 || now === before ? null : (now - before) / Math.abs(before);
