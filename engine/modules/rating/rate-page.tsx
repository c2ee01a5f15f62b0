import { useEffect, useRef, useState } from 'react';
import { bringsKeyboard, PageHeader, useKeys, usePane, useViewer } from '../../kit/index.ts';
import { CustomerPicker } from './customer-picker.tsx';
import { RateForm } from './rate-form.tsx';
import { RateLine } from './rate-line.tsx';
import { RateResults } from './rate-results.tsx';
import { useRateQuestion } from './use-rate-question.ts';
import { useWords } from './wording.ts';
import './rating.css';
import './rating-small.css';

/** What a parcel costs on every channel: one line of text or a plain form, and the address carries the question. */
export default function RatePage() {
  const t = useWords();
  const isMember = useViewer().member !== null;
  const question = useRateQuestion();
  const { rates } = question;
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
      <RateAsk question={question} isMember={isMember} />
      <RateResults
        rates={rates}
        draft={question.draft}
        today={question.today}
        stale={question.stale}
        rule={question.rule}
        onRule={question.chooseRule}
        onRetry={() => question.compare()}
        onGiveUp={question.giveUp}
      />
    </div>
  );
}

/** The question as a line, and as the form that folds open below it. */
function RateAsk({ question, isMember }: { question: ReturnType<typeof useRateQuestion>; isMember: boolean }) {
  const t = useWords();
  const { active } = usePane();
  const { line, parsed, draft, gaps, tried, today, customer } = question;
  const [form, setForm] = useState(line === '');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (active && !bringsKeyboard()) input.current?.focus();
  }, [active]);
  useKeys({ '/': () => input.current?.select() });
  return (
    <form
      className="rate-ask"
      onSubmit={(event) => {
        event.preventDefault();
        question.compare();
      }}
    >
      <RateLine
        input={input}
        line={line}
        parsed={parsed}
        draft={draft}
        gaps={gaps}
        tried={tried}
        asking={question.rates.step === 'asking'}
        onType={question.type}
        customer={isMember ? null : <CustomerPicker value={customer} onChange={question.chooseCustomer} />}
      />
      <details className="rate-details" open={form} onToggle={(event) => setForm(event.currentTarget.open)}>
        <summary>{t('rate.form')}</summary>
        <RateForm draft={draft} gaps={tried ? gaps : []} today={today} onChange={question.edit} />
      </details>
    </form>
  );
}
