import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { fill, moneyText } from '../../core/index.ts';
import { useCulture, wordsOf, type EntityLabels } from '../../kit/index.ts';
import type { SheetColumn } from './columns.ts';
import type { CellIssue } from './orders.ts';

/** The words of this module, and those of every page. */
export const useWords = () => useTranslation(wordsOf('bulk-order')).t;

/** A reason in the reader's language: the server's own words where it gave some, else those that every form has. */
export function useIssueWords(words: EntityLabels | null, columns: readonly SheetColumn[]) {
  const t = useWords();
  return useCallback(
    (found: CellIssue & { message?: string }): string => {
      if (found.message && found.message !== found.code) return found.message;
      if (found.entity) return fill(words?.rule(found.code) ?? found.code, found.params ?? {});
      const label = columns.find(({ id }) => id === found.column)?.label ?? found.column;
      return t(found.code, { field: label, ...found.params });
    },
    [t, words, columns],
  );
}

export function useMoney() {
  const culture = useCulture();
  return useMemo(
    () => (amount: number, currency: string) =>
      currency
        ? moneyText(amount, { currency, culture })
        : new Intl.NumberFormat(culture, { minimumFractionDigits: 2 }).format(amount),
    [culture],
  );
}

export function useClock() {
  const culture = useCulture();
  return useMemo(() => {
    const time = new Intl.DateTimeFormat(culture, { hour: '2-digit', minute: '2-digit' });
    const day = new Intl.DateTimeFormat(culture, {
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    });
    return { time: (at: number) => time.format(at), day: (at: number) => day.format(at) };
  }, [culture]);
}
