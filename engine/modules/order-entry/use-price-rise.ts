import { useCallback, useRef } from 'react';
import type { Choice } from './entry.ts';
import { isChoice, isDearer, totalOf, type Offer } from './offers.ts';
import { useFigures, useWords } from './wording.ts';

interface Given {
  chosen: Offer | undefined;
  choice: Choice | null;
  /** Asks for the prices again. */
  again: () => void;
}

/** A price above the one shown is told first, and charged only once it was told. A rate rule may take another service. */
export function usePriceRise({ chosen, choice, again }: Given) {
  const t = useWords();
  const figures = useFigures();
  const told = useRef<number | null>(null);
  const against = (offer: Offer): string | null => {
    if (!offer.available) return t('noPrice', { reason: offer.reason?.message ?? '' });
    const now = totalOf(offer);
    if (told.current === now || !chosen?.available || !isDearer(offer, chosen)) return null;
    told.current = now;
    again();
    const [before, after] = [chosen, offer].map((each) => figures.money(totalOf(each), each.currency));
    const { service } = offer;
    return isChoice(offer, choice)
      ? t('priceChanged', { before, after })
      : t('pickChanged', { before, after, service: service.name });
  };
  const forget = useCallback(() => {
    told.current = null;
  }, []);
  return { against, forget };
}
