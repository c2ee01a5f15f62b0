import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCulture, useValueContext, wordsOf } from '../../kit/index.ts';

/** The words of this module, and those of every page. */
export const useWords = () => useTranslation(wordsOf('tracking')).t;

/** Moments in the reader's language and time zone, and local times as the carrier gave them. */
export function useMoments() {
  const culture = useCulture();
  const { timeZone } = useValueContext();
  return useMemo(() => {
    const style = { dateStyle: 'medium', timeStyle: 'short' } as const;
    const own = new Intl.DateTimeFormat(culture, { ...style, timeZone });
    const told = new Intl.DateTimeFormat(culture, { ...style, timeZone: 'UTC' });
    const show = (format: Intl.DateTimeFormat, time: string) => {
      const at = Date.parse(time);
      return Number.isNaN(at) ? time : format.format(at);
    };
    return {
      moment: (at: string | null) => (at === null ? '' : show(own, at)),
      local: (localTime: string) => show(told, `${localTime}Z`),
    };
  }, [culture, timeZone]);
}
