import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { clockIn, useValueContext } from '../../kit/index.ts';
import { gapsOf, writeLine, type RateDraft } from './draft.ts';
import { bodyOf } from './quotes.ts';
import { useRateLine } from './use-rate-line.ts';
import { useRates, type Question } from './use-rates.ts';

const questionOf = (draft: RateDraft, customer: string, rule: string): Question => ({
  ...bodyOf(draft, customer),
  ...(rule ? { rule } : {}),
});

/** What is asked, for whom and by which rule, and the answer to it; the address of the page carries the question. */
export function useRateQuestion() {
  const { timeZone } = useValueContext();
  const today = clockIn(timeZone).today;
  const [search, setSearch] = useSearchParams();
  const shared = search.get('q') ?? '';
  const { keepOrigin, ...typed } = useRateLine(shared, today);
  const { draft, parsed } = typed;
  const [customer, setCustomer] = useState(search.get('customer') ?? '');
  const [rule, setRule] = useState(search.get('rule') ?? '');
  const [tried, setTried] = useState(false);
  const { rates, ask, giveUp } = useRates();
  const gaps = gapsOf(draft);
  const blocked = gaps.length > 0 || parsed.problems.length > 0;
  const compare = ({ whose = customer, by = rule } = {}) => {
    setTried(true);
    if (blocked) return;
    const text = writeLine(draft);
    keepOrigin(text);
    setSearch({ q: text, ...(whose ? { customer: whose } : {}), ...(by ? { rule: by } : {}) }, { replace: true });
    void ask(questionOf(draft, whose, by));
  };
  const chooseCustomer = (next: string) => {
    setCustomer(next);
    if (!blocked && rates.answer) compare({ whose: next });
  };
  const chooseRule = (next: string) => {
    setRule(next);
    if (!blocked) compare({ by: next });
  };

  // A shared address asks by itself, once.
  const opened = useRef(false);
  useEffect(() => {
    if (opened.current) return;
    opened.current = true;
    if (shared && !blocked) void ask(questionOf(draft, customer, rule));
    else if (shared) setTried(true);
  }, [shared, blocked, ask, draft, customer, rule]);

  const body = blocked ? null : questionOf(draft, customer, rule);
  const stale = rates.answer !== null && (body === null || JSON.stringify(body) !== JSON.stringify(rates.answer.body));
  return {
    ...{ ...typed, today, customer, rule, tried, gaps, rates, stale },
    ...{ compare, chooseCustomer, chooseRule, giveUp },
  };
}
