import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  clockIn,
  storeLocally,
  PageHeader,
  readStored,
  useKeys,
  usePane,
  useValueContext,
  useViewer,
} from '../../kit/index.ts';
import { CustomerPicker } from './customer-picker.tsx';
import { gapsOf, noDraft, writeLine, type RateDraft } from './draft.ts';
import { parseLine, type ParsedLine } from './parse-line.ts';
import { bodyOf } from './quotes.ts';
import { RateForm } from './rate-form.tsx';
import { RateLine } from './rate-line.tsx';
import { RateResults } from './rate-results.tsx';
import { useRates, type Question } from './use-rates.ts';
import { useWords } from './wording.ts';
import './rating.css';
import './rating-small.css';

const isText = (value: unknown): boolean => typeof value === 'string';

/** What a parcel costs on every channel: one line of text or a plain form, and the address carries the question. */
export default function RatePage() {
  const t = useWords();
  const viewer = useViewer();
  const isMember = viewer.member !== null;
  const { timeZone } = useValueContext();
  const today = clockIn(timeZone).today;
  const [search, setSearch] = useSearchParams();
  const { active } = usePane();
  // Where the last parcel went from is where the next one does, as long as nothing else is said.
  const fromKey = `RATE_FROM_${viewer.id}`;
  const usual = useMemo(() => readStored<string>(fromKey, isText) ?? '', [fromKey]);

  const read = (text: string): ParsedLine & { usual: boolean } => {
    const parsed = parseLine(text, { unitType: '0', today });
    if (parsed.draft.from.postalCode || !usual) return { ...parsed, usual: false };
    const { from } = parseLine(`${usual} >`, { unitType: '0', today }).draft;
    return { ...parsed, draft: { ...parsed.draft, from }, usual: true };
  };
  const shared = search.get('q') ?? '';
  const [line, setLine] = useState(shared);
  const [parsed, setParsed] = useState(() => read(shared));
  const [draft, setDraft] = useState<RateDraft>(() =>
    shared ? parsed.draft : { ...noDraft, from: parsed.draft.from },
  );
  const [customer, setCustomer] = useState(search.get('customer') ?? '');
  const [rule, setRule] = useState(search.get('rule') ?? '');
  const [tried, setTried] = useState(false);
  const [form, setForm] = useState(shared === '');
  const { rates, ask, giveUp } = useRates();
  const gaps = gapsOf(draft);
  const blocked = gaps.length > 0 || parsed.problems.length > 0;
  const input = useRef<HTMLInputElement>(null);

  const type = (text: string) => {
    const next = read(text);
    setLine(text);
    setParsed(next);
    setDraft(next.draft);
  };
  const edit = (next: RateDraft) => {
    setDraft(next);
    setLine(writeLine(next));
    setParsed({ draft: next, unknown: [], problems: [], usual: false });
  };
  const questionOf = (of: RateDraft, whose: string, by: string): Question => ({
    ...bodyOf(of, whose),
    ...(by ? { rule: by } : {}),
  });
  const compare = (of: RateDraft, whose: string, by: string) => {
    setTried(true);
    if (gapsOf(of).length > 0 || parsed.problems.length > 0) return;
    const text = writeLine(of);
    storeLocally(fromKey, text.slice(0, text.indexOf(' > ')));
    setSearch({ q: text, ...(whose ? { customer: whose } : {}), ...(by ? { rule: by } : {}) }, { replace: true });
    void ask(questionOf(of, whose, by));
  };

  // A shared address asks by itself, once.
  const opened = useRef(false);
  useEffect(() => {
    if (opened.current) return;
    opened.current = true;
    if (shared && !blocked) void ask({ ...bodyOf(draft, customer), ...(rule ? { rule } : {}) });
    else if (shared) setTried(true);
  }, [shared, blocked, ask, draft, customer, rule]);
  useEffect(() => {
    if (active) input.current?.focus();
  }, [active]);
  useKeys({ '/': () => input.current?.select() });

  const body = blocked ? null : questionOf(draft, customer, rule);
  const stale = rates.answer !== null && (body === null || JSON.stringify(body) !== JSON.stringify(rates.answer.body));
  return (
    <div className="rate-page">
      <PageHeader
        title={t(isMember ? 'rate.quick' : 'rate.title')}
        note={t('rate.note')}
        actions={
          rates.answer && rates.answer.quotes.length > 0 ? (
            <button type="button" className="button" onClick={() => window.print()}>
              {t('rate.print')}
            </button>
          ) : null
        }
      />
      <form
        className="rate-ask"
        onSubmit={(event) => {
          event.preventDefault();
          compare(draft, customer, rule);
        }}
      >
        <RateLine
          input={input}
          line={line}
          parsed={parsed}
          draft={draft}
          gaps={gaps}
          tried={tried}
          asking={rates.step === 'asking'}
          onType={type}
          customer={
            isMember ? null : (
              <CustomerPicker
                value={customer}
                onChange={(next) => {
                  setCustomer(next);
                  if (!blocked && rates.answer) compare(draft, next, rule);
                }}
              />
            )
          }
        />
        <details className="rate-details" open={form} onToggle={(event) => setForm(event.currentTarget.open)}>
          <summary>{t('rate.form')}</summary>
          <RateForm draft={draft} gaps={tried ? gaps : []} today={today} onChange={edit} />
        </details>
      </form>
      <RateResults
        rates={rates}
        draft={draft}
        today={today}
        stale={stale}
        rule={rule}
        onRule={(next) => {
          setRule(next);
          if (!blocked) compare(draft, customer, next);
        }}
        onRetry={() => compare(draft, customer, rule)}
        onGiveUp={giveUp}
      />
    </div>
  );
}
