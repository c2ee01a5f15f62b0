import { useCallback, useEffect, useState } from 'react';
import { newKey, useDataClient } from '../../kit/index.ts';
import { isPriceable, type Entry } from './entry.ts';
import { bestPick, questionsOf, type Channel, type Closed, type Offer, type RulePick } from './offers.ts';

export interface LivePrice {
  /** `waiting`: there is nothing to ask about yet. */
  step: 'waiting' | 'asking' | 'done' | 'failed';
  /** Of the last answer; they stand, pale, until there is a newer one. */
  offers: readonly Offer[];
  closed: readonly Closed[];
  /** Of the rule that the entry names. */
  pick: RulePick | null;
  error: unknown;
}

/** A pause in typing that long, and the price is asked for. */
const pause = 350;
const nothing: LivePrice = { step: 'waiting', offers: [], closed: [], pick: null, error: null };

/** What the entry costs on every channel of the customer, asked again whenever it changes. */
export function useLivePrice(entry: Entry, channels: readonly Channel[] | null) {
  const client = useDataClient();
  const [price, setPrice] = useState(nothing);
  const [attempt, setAttempt] = useState(0);
  const asked = channels && isPriceable(entry) ? questionsOf(entry, channels) : null;
  const rule = entry.rateRule;
  const key = asked ? JSON.stringify({ ...asked, rule }) : '';
  useEffect(() => {
    if (key === '') {
      setPrice(nothing);
      return;
    }
    let gone = false;
    const { bodies, closed, rule: named } = JSON.parse(key) as ReturnType<typeof questionsOf> & { rule?: string };
    const ask = async () => {
      setPrice((now) => ({ ...now, step: 'asking' }));
      try {
        const answers = await Promise.all(
          bodies.map((body) =>
            client.send<{ quotes: Offer[]; pick?: RulePick }>(
              named ? 'Rate/pick' : 'Rate/quote',
              named ? { ...body, rule: named } : body,
              newKey(),
            ),
          ),
        );
        const offers = answers.flatMap(({ quotes }) => quotes);
        if (!gone) setPrice({ step: 'done', offers, closed, pick: named ? bestPick(answers) : null, error: null });
      } catch (error) {
        if (!gone) setPrice((now) => ({ ...now, step: 'failed', error }));
      }
    };
    const timer = setTimeout(() => void ask(), pause);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [client, key, attempt]);
  const again = useCallback(() => setAttempt((count) => count + 1), []);
  return { ...price, again };
}
